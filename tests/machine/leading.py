"""The steps of leads, and of time."""

from hypothesis import strategies as st

from core.refusals import Refused
from tests.machine import expectations
from tests.machine.machine import ANY, Machine, has_sittings, step
from tests.machine.model import COMPLETE, EXPIRED, OPEN, RELEASED, Annotator, Exclusion, Sitting
from tests.machine.stored import read_imported
from tests.machine.world import SYSTEMS

LATE_SYSTEMS = {
    "third": "glad.a 1 :: merry\n",
    "fourth": "room.n 2 :: berth\n",
    "fifth": "calm.a 3 :: smooth;flat\n",
}
NAMES = ["Ada", "Ben"]
SHARES = st.sampled_from([None, 0.4])
ROWS = st.lists(
    st.tuples(st.sampled_from(NAMES), ANY, st.integers(0, 3)), min_size=1, max_size=4
)


class Leading(Machine):
    @step(has_sittings, minutes=st.sampled_from([1, 70, 130, 130]), noticed=st.booleans())
    def time_passes(self, minutes: int, noticed: bool) -> None:
        """Noticed: the task that runs every minute has run, too."""
        self.clock.pass_by(minutes=minutes)
        if not noticed:
            return
        self.world.minute()
        self.done("the minute strikes")
        for sitting in self.model.due(self.clock.now):
            self.model.leave_alone(sitting)
            self.done(f"left alone: {'partial' if sitting.partial else sitting.state}")

    @step(verb=st.sampled_from(["pause", "close", "open", "open", "open"]))
    def move(self, verb: str) -> None:
        to = {"open": "open", "pause": "paused", "close": "closed"}[verb]
        answer = self.world.lead_posts(f"{verb}/")
        may = not (to == "paused" and self.model.state == "closed")
        self.expect(verb, answer, {"200"} if may else {"409 campaign_state"})
        if answer.status != 200:
            return
        self.model.state = to
        if to == "closed":
            for sitting in self.model.sittings.values():
                if sitting.state == OPEN:
                    self.end_by_closing(sitting)

    def end_by_closing(self, sitting: Sitting) -> None:
        # Whether finished sentences count of those that closing ends is not said.
        if self.read().sittings[sitting.id].state == EXPIRED:
            sitting.move(EXPIRED)
        else:
            self.model.leave_alone(sitting)

    @step(
        lambda self: len(self.model.sittings) > 1,
        which=ANY,
        everything=st.sampled_from([False, False, True]),
    )
    def exclude(self, which: int, everything: bool) -> None:
        sittings = list(self.model.sittings.values())
        sitting = sittings[which % len(sittings)]
        if everything:
            self.exclude_annotator(sitting.annotator)
        else:
            self.exclude_sitting(sitting)

    def exclude_sitting(self, sitting: Sitting) -> None:
        answer = self.world.lead_posts("exclusions/", sitting=sitting.id, reason="fast")
        excluded = any(e.sitting == sitting.id for e in self.model.exclusions.values())
        may = sitting.state in (OPEN, COMPLETE) and not excluded
        refused = "excluded_already" if excluded else "sitting_does_not_count"
        self.expect("exclude sitting", answer, {"201"} if may else {f"409 {refused}"})
        if answer.status == 201:
            id = answer.body["id"]
            self.model.exclusions[id] = Exclusion(id, sitting.annotator, sitting.id)
            self.model.release(sitting)

    def exclude_annotator(self, annotator: int) -> None:
        answer = self.world.lead_posts("exclusions/", annotator=annotator, reason="fast")
        excluded = self.model.is_excluded(annotator)
        self.expect(
            "exclude annotator", answer, {"409 excluded_already"} if excluded else {"201"}
        )
        if answer.status == 201:
            id = answer.body["id"]
            self.model.exclusions[id] = Exclusion(id, annotator, None)
            for sitting in self.model.sittings_of(annotator):
                self.model.release(sitting)
                if sitting.state == EXPIRED:
                    sitting.may_be = {RELEASED}

    @step(lambda self: self.model.exclusions, which=ANY)
    def undo_exclusion(self, which: int) -> None:
        exclusions = list(self.model.exclusions.values())
        exclusion = exclusions[which % len(exclusions)]
        restored = expectations.restored_by(self.model, exclusion)
        answer = self.world.lead_deletes(f"exclusions/{exclusion.id}/")
        self.expect("undo exclusion", answer, expectations.of_undoing(self.model, restored))
        if answer.status == 200:
            del self.model.exclusions[exclusion.id]
            for sitting in restored:
                sitting.move(COMPLETE)
                self.done("counts again")
                self.settle(sitting)

    @step(sentence=st.booleans(), which=ANY, hide=st.booleans())
    def hide_or_show(self, sentence: bool, which: int, hide: bool) -> None:
        model = self.model
        if sentence:
            what, hidden = "sentence", model.hidden_sentences
            options = sorted({one.sentence for one in model.candidates.values()})
        else:
            what, hidden = "candidate", model.hidden_candidates
            options = [one for subset in model.subsets.values() for one in subset]
        if not hide:
            options = [one for one in options if one in hidden]
        if options:
            self.hide(what, options[which % len(options)], hidden, hide=hide)

    @step(which=ANY, hide=st.sampled_from([True, True, False]))
    def hide_or_show_gold(self, which: int, hide: bool) -> None:
        """What may be the anchor of a block."""
        hidden = self.model.hidden_candidates
        gold = [one for one, known in self.model.candidates.items() if known.gold]
        if options := [one for one in gold if hide or one in hidden]:
            self.hide("candidate", options[which % len(options)], hidden, hide=hide)

    def hide(self, what: str, id: int, hidden: set[int], *, hide: bool) -> None:
        verb = "hide" if hide else "show"
        answer = self.world.lead_posts(f"{what}s/{id}/{verb}/")
        self.expect(f"{verb} {what}", answer, {"200"})
        along = [one.id for one in self.model.candidates.values() if one.repeat_of == id]
        for one in [id, *along] if what == "candidate" else [id]:
            hidden.add(one) if hide else hidden.discard(one)
        self.companions_come()
        # In the order in which they are counted anew: one may leave no room for the next.
        for _id, sitting in sorted(self.model.sittings.items()):
            self.settle(sitting)

    def settle(self, sitting: Sitting) -> None:
        """What others were given in the place of answers that did not count stays theirs."""
        omitted = self.read().omitted[sitting.id]
        if sitting.state == COMPLETE and (late := omitted - sitting.omitted):
            assert sitting.partial, f"{late} was left out of {sitting}"
            assert late <= sitting.uncounted, f"{late} of {sitting} counted"
            assert all(map(self.model.full, late)), f"{late} of {sitting} have room"
            sitting.omitted |= late
            self.done("candidates that others filled left out of a sitting that ended")
        self.model.settle(sitting)

    @step(rows=ROWS)
    def import_ratings(self, rows: list[tuple[str, int, int]]) -> None:
        pooled = [one for one in self.model.candidates.values() if one.pooled]
        wanted = {(name, pooled[which % len(pooled)]): value for name, which, value in rows}
        allowed = self.allowed_of_import({(name, one.id) for name, one in wanted})
        answer = self.world.import_ratings(
            (name, one.sentence_key, one.text, value) for (name, one), value in wanted.items()
        )
        self.expect("import", answer, allowed)
        if answer.status != 200:
            return
        sittings = read_imported(self.world.campaign.pk)
        for (name, candidate), value in wanted.items():
            annotator, id = sittings[name]
            self.model.annotators.setdefault(annotator, Annotator(annotator, name, True))
            sitting = self.model.sittings.setdefault(id, Sitting(id, annotator, None, COMPLETE))
            sitting.was_complete = True
            sitting.bring_in(candidate.id, value)

    def allowed_of_import(self, wanted: set[tuple[str, int]]) -> set[str]:
        known = {
            self.model.annotators[sitting.annotator].token: sitting
            for sitting in self.model.sittings.values()
            if sitting.subset is None
        }
        too_many = uncertain = False
        for candidate in {candidate for _name, candidate in wanted}:
            more = sum(
                one == candidate
                and (
                    name not in known
                    or (known[name].state == COMPLETE and one not in known[name].current)
                )
                for name, one in wanted
            )
            if more and self.model.load(candidate) + more > self.model.most_of(candidate):
                too_many |= self.model.in_play(candidate)
            load = self.model.load(candidate, with_unjudged=True)
            uncertain |= not self.model.in_play(candidate)
            uncertain |= load + len(NAMES) > self.model.most_of(candidate)
        if too_many:
            return {"400 bad_files", "409 sentences_replaced"}
        return {"200", "400 bad_files"} if uncertain else {"200"}

    @step(which=ANY, add=st.booleans())
    def change_systems(self, which: int, add: bool) -> None:
        if add:
            name, answers = list(LATE_SYSTEMS.items())[which % len(LATE_SYSTEMS)]
            answer = self.world.add_system(name, answers)
            self.expect("add system", answer, {"201", "409 system_exists"})
        else:
            systems = list(self.world.campaign.systems.order_by("id"))
            system = systems[which % len(systems)].pk if systems else 0
            answer = self.world.lead_deletes(f"systems/{system}/")
            allowed = self.allowed_of_removing()
            self.expect("remove system", answer, allowed if systems else {"404 not_found"})

    def allowed_of_removing(self) -> set[str]:
        sittings = self.model.sittings.values()
        under_way = any(sitting.state == OPEN for sitting in sittings)
        if any(sitting.stored for sitting in sittings):
            return {"409 ratings_exist", "409 rating_under_way"}
        return {"409 rating_under_way"} if under_way else {"204"}

    @step(which=ANY)
    def undo_or_redo_merge(self, which: int) -> None:
        """And pool again: another word may be of the first gold then, or none in a block."""
        if merges := self.world.merges():
            merge = merges[which % len(merges)]
            verb = "redo" if merge["state"] == "undone" else "undo"
            answer = self.world.lead_posts(f"merges/{merge['id']}/{verb}/")
            refused = self.allowed_of_removing() - {"204"}
            self.expect(f"{verb} merge", answer, refused or {"200"})
            self.world.pool()
            self.planned_anew()

    @step(subsets=st.integers(0, 3), share=SHARES, times=st.integers(2, 3))
    def plan_again(self, subsets: int, share: float | None, times: int) -> None:
        """0: only pool again."""
        try:
            if subsets:
                self.world.dispatch(subsets, double_share=share, times=times if share else 2)
            else:
                self.world.pool()
        except Refused:
            self.done("dispatched again: refused")
        self.planned_anew()

    @step(items=st.integers(1, 2), annotators=st.integers(2, 4), seed=ANY)
    def calibrate(self, items: int, annotators: int, seed: int) -> None:
        try:
            self.world.calibrate(items, annotators, seed=seed)
            self.done("calibration round")
        except Refused:
            self.done("calibration round: refused")
        self.planned_anew()

    @step(ratings=st.integers(1, 4), late=st.booleans(), which=ANY, seed=ANY)
    def draw_round(self, ratings: int, late: bool, which: int, seed: int) -> None:
        system = [*SYSTEMS, *LATE_SYSTEMS][which % 5] if late else None
        what = "round of a system" if late else "round"
        before = self.model.subsets
        try:
            self.world.draw_round(ratings=None if late else ratings, system=system, seed=seed)
            self.done(what)
            self.model.rounds += 1
        except Refused:
            self.done(f"{what}: refused")
        self.moved(before)

    @step(lambda self: self.model.rounds, which=ANY)
    def take_back_round(self, which: int) -> None:
        number = 1 + which % (self.model.rounds + 1)
        answer = self.world.lead_posts(f"subsets/rounds/{number}/take-back/")
        refused = {"409 round_begun", "409 round_taken_back", "409 no_such_round"}
        before = self.model.subsets
        self.expect("take back round", answer, {"200"} | refused)
        self.moved(before, gone=answer.status == 200)

    def moved(self, before: dict[int, tuple[int, ...]], *, gone: bool = False) -> None:
        """Candidates may have left subsets that were shown, for new ones where nobody sits; of
        whoever rated them there nothing is asked anew."""
        self.read_plan()
        model, omitted = self.model, self.read().omitted
        there = {one for subset in model.subsets.values() for one in subset}
        for subset, held in before.items():
            now = model.subsets.get(subset, ())
            kept = tuple(one for one in now if one in held)
            left = [one for one in held if one not in kept]
            assert kept == tuple(one for one in held if one not in left), "another order"
            if model.seated(subset):
                assert all(
                    one in there or not model.candidates[one].pooled
                    for one in left
                    if one in model.candidates
                ), f"{left} left subset {subset} for none"
        for sitting in model.sittings.values():
            for candidate in sitting.current:
                assert candidate in model.candidates, f"{candidate} was rated, and is gone"
            if sitting.subset is None:
                continue
            held = before.get(sitting.subset, ())
            come = {one for one in model.subsets.get(sitting.subset, ()) if one not in held}
            assert come <= omitted[sitting.id], f"{come} came into {sitting}"
            sitting.omitted |= come
            # What it had answered, and did not count: others are asked for it now.
            went = {
                one for one in sitting.uncounted if one not in model.subsets[sitting.subset]
            }
            sitting.omitted |= went & omitted[sitting.id]
        for _id, sitting in sorted(model.sittings.items()):
            self.settle(sitting)

    def planned_anew(self) -> None:
        before = self.model.subsets
        self.read_plan()
        for sitting in self.model.sittings.values():
            for candidate in sitting.current:
                assert candidate in self.model.candidates, f"{candidate} was rated, and is gone"
            if sitting.subset is not None:
                now = self.model.subsets.get(sitting.subset, ())
                assert now == before.get(sitting.subset, ()), (
                    f"a subset that was shown is {now} now"
                )
