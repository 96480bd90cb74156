"""The steps of annotators: join, take, rate in every order a phone may send, withdraw."""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from tests.machine import expectations
from tests.machine.machine import ANY, VALUES, Machine, has_annotators, has_sittings, step
from tests.machine.model import (
    COMPLETE,
    EXPIRED,
    OPEN,
    RELEASED,
    Annotator,
    Entry,
    Sitting,
)
from tests.machine.world import Answer

MOST_ANNOTATORS = 4
KINDS = ["new", "new", "changed", "resent", "stale", "repeated", "twice"]
PICKS = st.lists(st.tuples(st.sampled_from(KINDS), ANY, VALUES), min_size=1, max_size=5)


class Annotating(Machine):
    def __init__(self) -> None:
        super().__init__()
        # By sitting, what was sent and never heard of again.
        self.unheard: dict[int, list[Entry]] = {}

    def annotators_come(self) -> None:
        self.joins()
        self.joins()
        self.taken(self.online(0))

    @step(lambda self: len(self.active()) < MOST_ANNOTATORS)
    def join(self) -> None:
        self.joins()

    def joins(self) -> None:
        answer = self.world.join()
        self.expect(
            "join", answer, {"201"} if self.model.state == OPEN else {"403 campaign_not_open"}
        )
        if answer.status == 201:
            id = answer.body["annotator"]
            self.model.annotators[id] = Annotator(id, answer.body["token"])

    @step(has_annotators, who=ANY)
    def take(self, who: int) -> None:
        self.taken(self.online(who))

    @step(
        has_annotators, who=ANY, backwards=st.booleans(), leave=st.integers(0, 2), value=VALUES
    )
    def sit(self, who: int, backwards: bool, leave: int, value: int | None) -> None:
        """Take, and answer all but a few in one batch."""
        annotator = self.online(who)
        self.taken(annotator)
        sitting = self.model.open_sitting(annotator.id)
        if sitting is None:
            return
        missing = self.model.missing(sitting)
        candidates = missing[::-1] if backwards else missing
        entries = [Entry(one, value, self.new_key()) for one in candidates[leave:]]
        if entries:
            self.sent("sit", sitting, entries)

    @step(has_sittings, who=ANY, value=VALUES)
    def rate_next(self, who: int, value: int | None) -> None:
        """One, as the page sends them while there is a network."""
        sitting = self.a_sitting(who, 0)
        if sitting and (missing := self.model.missing(sitting)):
            self.sent("rate next", sitting, [Entry(missing[0], value, self.new_key())])

    @step(has_sittings, who=ANY, which=ANY, picks=PICKS)
    def rate(self, who: int, which: int, picks: list[tuple[str, int, int | None]]) -> None:
        sitting = self.a_sitting(who, which)
        if sitting and (entries := self.entries(sitting, picks)):
            self.sent("rate", sitting, entries)

    @step(has_sittings, who=ANY, picks=PICKS)
    def rate_and_lose_the_answer(
        self, who: int, picks: list[tuple[str, int, int | None]]
    ) -> None:
        sitting = self.a_sitting(who, 0)
        if sitting and (entries := self.entries(sitting, picks)):
            self.sent("lose the answer", sitting, entries)
            self.unheard[sitting.id] = entries

    @step(lambda self: self.unheard, which=ANY, picks=PICKS, first=st.booleans())
    def send_again(
        self, which: int, picks: list[tuple[str, int, int | None]], first: bool
    ) -> None:
        """What was not heard of goes with what came since, before it or after it."""
        id = list(self.unheard)[which % len(self.unheard)]
        unheard, sitting = self.unheard.pop(id), self.model.sittings[id]
        since = self.entries(sitting, picks)
        self.sent("send again", sitting, unheard + since if first else since + unheard)

    @step(has_sittings, who=ANY, which=ANY, picks=PICKS, place=ANY)
    def rate_with_a_mistake(
        self, who: int, which: int, picks: list[tuple[str, int, int | None]], place: int
    ) -> None:
        """One bad entry, and nothing is stored."""
        sitting = self.a_sitting(who, which)
        if sitting is None or self.model.annotators[sitting.annotator].withdrawn:
            return
        entries = self.entries(sitting, picks)
        known = next(iter(sitting.stored.values()), None)
        mistakes = [Entry(2**40, 1, self.new_key())]
        if held := self.model.subsets[sitting.subset or 0]:
            mistakes.append(Entry(held[0], 9, self.new_key()))
        if known is not None:
            mistakes.append(known._replace(value=1 if known.value != 1 else 2))
        entries.insert(place % (len(entries) + 1), mistakes[place % len(mistakes)])
        answer = self.world.rate(self.model.annotators[sitting.annotator], sitting.id, entries)
        self.done("mistake", answer)
        assert answer.status == 400 or (answer.status == 409 and sitting.state != OPEN), answer

    @step(has_sittings, who=ANY, which=ANY)
    def complete(self, who: int, which: int) -> None:
        sitting = self.a_sitting(who, which)
        if sitting is None:
            return
        answer = self.world.complete(self.model.annotators[sitting.annotator], sitting.id)
        self.expect("complete", answer, expectations.of_completing(self.model, sitting))
        if answer.outcome == "409 candidates_missing" and sitting.state == OPEN:
            missing = self.model.missing(sitting)
            assert answer.body["missing"] == missing, f"{answer.body}, missing are {missing}"
        if answer.status == 200:
            sitting.move(COMPLETE)

    @step(lambda self: len(self.active()) > 2, who=ANY)
    def withdraw(self, who: int) -> None:
        annotator = self.online(who)
        answer = self.world.withdraw(annotator)
        known = not annotator.withdrawn
        self.expect("withdraw", answer, {"204"} if known else {"401 authentication_failed"})
        annotator.withdrawn = True
        for sitting in self.model.sittings_of(annotator.id):
            self.model.release(sitting)
            if sitting.state == EXPIRED:
                sitting.may_be = {RELEASED}

    def a_sitting(self, who: int, which: int) -> Sitting | None:
        """0 is the newest."""
        sittings = self.model.sittings_of(self.online(who).id)[::-1]
        return sittings[which % len(sittings)] if sittings else None

    def entries(
        self, sitting: Sitting, picks: Iterable[tuple[str, int, int | None]]
    ) -> list[Entry]:
        batch: list[Entry] = []
        for kind, place, value in picks:
            options = self.options(kind, sitting, batch)
            if options:
                chosen = options[place % len(options)]
                if kind in ("new", "changed", "twice"):
                    chosen = chosen._replace(value=value, key=self.new_key())
                batch.append(chosen)
        return batch

    def options(self, kind: str, sitting: Sitting, batch: list[Entry]) -> list[Entry]:
        """Entries to send as they are, or to give another value and key."""
        current = list(sitting.current.values())
        match kind:
            case "new":
                # Hidden ones too: the page that shows them was loaded before.
                return [
                    Entry(candidate, None, "")
                    for candidate in self.model.subsets[sitting.subset or 0]
                    if candidate not in sitting.current.keys() | sitting.omitted
                ]
            case "changed" | "resent":
                return current
            case "stale":
                return [one for one in sitting.stored.values() if one not in current]
        return batch

    def sent(self, step: str, sitting: Sitting, entries: list[Entry]) -> None:
        annotator = self.model.annotators[sitting.annotator]
        allowed = expectations.of_rating(self.model, sitting, entries)
        answer = self.world.rate(annotator, sitting.id, entries)
        self.expect(step, answer, allowed)
        if answer.status == 200:
            self.accepted(sitting, entries, answer)

    def accepted(self, sitting: Sitting, entries: list[Entry], answer: Answer) -> None:
        new = any(entry.key not in sitting.stored for entry in entries)
        stored = self.read()
        over = sitting.state == EXPIRED or sitting.partial
        row = stored.sittings[sitting.id]
        # Others have, or hold, all that it lacks: it stays as it ended, and takes changes.
        stays = row.state == COMPLETE and row.remaining
        if over and not stays and (new or row.state == OPEN):
            self.model.reopen(sitting)
            self.done("late and reopened")
            self.companions_come()
            self.take_over_omissions(sitting, stored.omitted[sitting.id])
        sitting.keep(entries)
        sitting.expires_at = stored.sittings[sitting.id].expires_at
        self.model.settle(sitting)
        if sitting.state == OPEN:
            remaining = len(self.model.missing(sitting))
            expected = {"stored": len(entries), "remaining": remaining}
            assert answer.body == expected, f"answered was {answer.body}, not {expected}"
            # The clock went on when the answer had come.
            hold = sitting.expires_at - (self.clock.now - self.world.a_call)
            assert not new or hold == self.model.hold, f"held for {hold}"

    def taken(self, annotator: Annotator) -> None:
        model = self.model
        before = model.open_sitting(annotator.id)
        if not annotator.withdrawn:
            for sitting in model.due(self.clock.now):
                model.leave_alone(sitting)
        own = model.open_sitting(annotator.id)
        left = expectations.reopenable(model, annotator.id)
        newest = model.sittings_of(annotator.id)[-1:]
        surely = [one for one in newest if expectations.surely_reopens(model, one)]
        gives = expectations.subsets_to_give(model, annotator.id)
        full = {one for one in model.candidates if model.full(one)}

        answer = self.world.take(annotator)
        if annotator.withdrawn:
            self.expect("take", answer, {"401 authentication_failed"})
        elif model.is_excluded(annotator.id):
            self.expect("take", answer, {"204"})
        elif own is not None:
            self.expect("take", answer, {"200"})
            assert answer.body["id"] == own.id, f"sitting {own.id} is open, not given"
        elif surely:
            self.expect("take", answer, {"200"})
            assert answer.body["id"] == surely[0].id, f"{surely[0].id} was not given again"
        elif model.state != OPEN:
            self.expect("take", answer, {"204", "200"} if left else {"204"})
        else:
            allowed = {"201"} | (set() if gives else {"204"}) | ({"200"} if left else set())
            self.expect("take", answer, allowed)
        if answer.status in (200, 201):
            self.given(annotator, answer, new=answer.status == 201, full=full)
        if answer.status == 200 and (own or before) is None:
            self.done("taken up again")

    def given(self, annotator: Annotator, answer: Answer, *, new: bool, full: set[int]) -> None:
        id, subset = answer.body["id"], answer.body["subset"]
        stored = self.read()
        if new:
            seen = {sitting.subset for sitting in self.model.sittings_of(annotator.id)}
            assert subset not in seen, f"subset {subset} was theirs before"
            sitting = Sitting(id, annotator.id, subset, OPEN)
            self.model.sittings[id] = sitting
        else:
            sitting = self.model.sittings[id]
            left = sitting.state in (OPEN, EXPIRED) or sitting.partial
            assert left, f"{sitting} was given"
            assert sitting.annotator == annotator.id, f"{sitting} is another's"
            if sitting.state != OPEN:
                self.model.reopen(sitting)
        self.companions_come()
        omitted = stored.omitted[id] - sitting.omitted
        may_be = full | self.model.answered_by(annotator.id)
        may_be |= self.model.checks_alone(subset, without=stored.omitted[id])
        may_be |= self.model.copies_beside_gold(subset, without=stored.omitted[id])
        assert omitted <= may_be, f"candidates {omitted - may_be} have room, and were left out"
        self.take_over_omissions(sitting, stored.omitted[id])
        sitting.expires_at = stored.sittings[id].expires_at
        shown = {
            candidate["id"]: (candidate["answered"], candidate["value"])
            for sentence in answer.body["sentences"]
            for candidate in sentence["candidates"]
        }
        assert self.model.missing(sitting), f"there is nothing to answer in sitting {id}"
        answers = self.model.answers_shown(sitting)
        expected = {
            one: (one in answers, answers.get(one)) for one in self.model.shown(sitting)
        }
        assert shown == expected, f"shown is {shown}, not {expected}"
        self.have_anchors(sitting, answer.body["sentences"])
        self.model.settle(sitting)

    def have_anchors(self, sitting: Sitting, blocks: list[dict[str, Any]]) -> None:
        """Whatever was hidden, imported, merged or rated again: nobody judges the answers of
        systems alone."""
        for block in blocks:
            candidates = [self.model.candidates[one["id"]] for one in block["candidates"]]
            sentence = candidates[0].sentence
            if not any(one.pooled for one in candidates):
                continue
            if any(one.gold or one.anchor for one in candidates):
                self.done("block with an anchor")
                continue
            expected = (sitting.subset, sentence) in self.model.anchored
            expected |= bool(self.model.gold_in_play(sentence))
            assert not expected, f"{block} of {sitting} has no first-gold candidate"

    def take_over_omissions(self, sitting: Sitting, omitted: set[int]) -> None:
        if omitted - sitting.omitted:
            self.done("candidates left out of a sitting")
        sitting.omitted = set(omitted)
