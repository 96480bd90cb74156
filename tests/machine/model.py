"""What a campaign is after every call, in plain Python: no database, no HTTP, no clock.

The model follows the rules of the design, not the code. Where they leave a choice, such as
which subset an annotator is given, it takes over what was chosen and checks that it was one of
those allowed.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

OPEN, COMPLETE, EXPIRED, RELEASED = "open", "complete", "expired", "released"
# The key of every imported rating; the server makes its own.
IMPORTED = "imported"


class Entry(NamedTuple):
    """One rating as a client sends it."""

    candidate: int
    value: int | None
    key: str


class Candidate(NamedTuple):
    id: int
    sentence: int
    sentence_key: str
    text: str
    pooled: bool
    # Whether people proposed it.
    gold: bool
    # What a repeat shows once more, and whether it does so as the anchor of a block.
    repeat_of: int | None
    anchor: bool


@dataclass
class Sitting:
    """An annotator's turn at a subset; an imported one has no subset."""

    id: int
    annotator: int
    subset: int | None
    state: str
    expires_at: datetime | None = None
    # What may not be asked of this sitting, for others have rated it enough.
    omitted: set[int] = field(default_factory=set)
    # Answers of sentences left unfinished in a sitting that counts all the same.
    uncounted: set[int] = field(default_factory=set)
    stored: dict[str, Entry] = field(default_factory=dict)
    current: dict[int, Entry] = field(default_factory=dict)
    was_complete: bool = False
    # It was left alone, and is complete all the same for the sentences it finished.
    partial: bool = False
    # Other states it may be in as well, where the rules leave a choice.
    may_be: set[str] = field(default_factory=set)

    def keep(self, entries: Iterable[Entry]) -> None:
        """In the order given; what came before changes nothing, whenever it comes again."""
        for entry in entries:
            if entry.key not in self.stored:
                self.stored[entry.key] = entry
                if entry.candidate not in self.current:
                    # In a sitting that is complete, an answer counts at once; a changed mind
                    # as what it changes.
                    self.uncounted.discard(entry.candidate)
                self.current[entry.candidate] = entry

    def bring_in(self, candidate: int, value: int) -> None:
        """From a file; an equal rating changes nothing."""
        if candidate not in self.current or self.current[candidate].value != value:
            entry = Entry(candidate, value, IMPORTED)
            self.stored[str(len(self.stored))] = self.current[candidate] = entry

    def move(self, state: str, *, or_else: Collection[str] = ()) -> None:
        self.state = state
        # Opened again it is as if it had never ended.
        self.was_complete = state == COMPLETE or (self.was_complete and state != OPEN)
        self.may_be = {*or_else}


@dataclass
class Annotator:
    id: int
    token: str
    imported: bool = False
    withdrawn: bool = False


@dataclass
class Exclusion:
    id: int
    annotator: int
    sitting: int | None


@dataclass
class Model:
    max_ratings: int
    hold: timedelta
    count_unfinished: bool
    state: str = OPEN
    candidates: dict[int, Candidate] = field(default_factory=dict)
    # The candidates of a subset in their order.
    subsets: dict[int, tuple[int, ...]] = field(default_factory=dict)
    # Subset and sentence, where the plan put an anchor.
    anchored: set[tuple[int, int]] = field(default_factory=set)
    # Of those that have a number of their own.
    own_seats: dict[int, int] = field(default_factory=dict)
    hidden_candidates: set[int] = field(default_factory=set)
    hidden_sentences: set[int] = field(default_factory=set)
    annotators: dict[int, Annotator] = field(default_factory=dict)
    sittings: dict[int, Sitting] = field(default_factory=dict)
    exclusions: dict[int, Exclusion] = field(default_factory=dict)
    # How many rounds of ratings were drawn.
    rounds: int = 0

    # What is shown

    def in_play(self, candidate: int) -> bool:
        sentence = self.candidates[candidate].sentence
        return candidate not in self.hidden_candidates and sentence not in self.hidden_sentences

    def asked(self, sitting: Sitting) -> list[int]:
        """The candidates of a sitting that its annotator is shown."""
        if sitting.subset is None:
            return []
        return [
            candidate
            for candidate in self.subsets[sitting.subset]
            if self.in_play(candidate) and candidate not in sitting.omitted
        ]

    def gold_in_play(self, sentence: int) -> list[int]:
        return [one.id for one in self.gold_of(sentence) if self.in_play(one.id)]

    def gold_of(self, sentence: int) -> list[Candidate]:
        candidates = self.candidates.values()
        return [one for one in candidates if one.gold and one.sentence == sentence]

    def waits(self, subset: int, sentence: int) -> bool:
        """Whether it lost all anchors that it could have; one that the plan gave none does not
        wait."""
        gold = {one.id for one in self.gold_of(sentence)}
        lost = bool(gold) and gold <= self.hidden_candidates
        return lost and (subset, sentence) in self.anchored

    def shown(self, sitting: Sitting) -> list[int]:
        """What is asked of a sitting, without what waits for an anchor."""
        subset = sitting.subset or 0
        waiting = {one.sentence for one in self.candidates.values()}
        waiting = {sentence for sentence in waiting if self.waits(subset, sentence)}
        return [
            one for one in self.asked(sitting) if self.candidates[one].sentence not in waiting
        ]

    def answers_shown(self, sitting: Sitting) -> dict[int, int | None]:
        """Those of the sitting, and for an anchor shown once more that to the candidate
        itself."""
        given = {
            one: entry.value
            for its in self.sittings_of(sitting.annotator)
            for one, entry in its.current.items()
        }
        copies = [self.candidates[one] for one in self.shown(sitting)]
        return {
            copy.id: given[copy.repeat_of]
            for copy in copies
            if copy.anchor and copy.repeat_of in given
        } | {one: entry.value for one, entry in sitting.current.items()}

    def missing(self, sitting: Sitting) -> list[int]:
        answered = self.answers_shown(sitting)
        return [one for one in self.shown(sitting) if one not in answered]

    def unfinished_sentences(self, sitting: Sitting) -> set[int]:
        return {self.candidates[one].sentence for one in self.missing(sitting)}

    def finished_sentences(self, sitting: Sitting) -> set[int]:
        shown = {self.candidates[one].sentence for one in self.asked(sitting)}
        return shown - self.unfinished_sentences(sitting)

    def checks_alone(self, subset: int, *, without: Collection[int]) -> set[int]:
        """Foils and repeats of a subset beside which no candidate of their sentence is left."""
        held = self.subsets[subset]
        left = {
            self.candidates[one].sentence
            for one in held
            if self.candidates[one].pooled and one not in without
        }
        return {
            one
            for one in held
            if not self.candidates[one].pooled and self.candidates[one].sentence not in left
        }

    def copies_beside_gold(self, subset: int, *, without: Collection[int]) -> set[int]:
        """Anchors shown once more in blocks that have another."""
        copies = {one for one in self.subsets[subset] if self.candidates[one].anchor}
        anchored = Counter(
            self.candidates[one].sentence
            for one in self.subsets[subset]
            if (self.candidates[one].gold or one in copies)
            and self.in_play(one)
            and one not in without
        )
        return {one for one in copies if anchored[self.candidates[one].sentence]}

    # How many

    def most(self, subset: int | None) -> int:
        """How many may sit there."""
        return (
            self.max_ratings if subset is None else self.own_seats.get(subset, self.max_ratings)
        )

    def most_of(self, candidate: int) -> int:
        placed = (one for one, held in self.subsets.items() if candidate in held)
        return self.most(next(placed, None))

    # What counts

    def counting(self) -> Counter[tuple[int, int, int]]:
        """Annotator, candidate and value of every rating that counts."""
        return Counter(
            (sitting.annotator, entry.candidate, entry.value)
            for sitting, entry in self.answers_that_count()
            if entry.value is not None
            and self.candidates[entry.candidate].pooled
            and self.in_play(entry.candidate)
        )

    def answers_that_count(self) -> Iterator[tuple[Sitting, Entry]]:
        for sitting in self.sittings.values():
            if sitting.state == COMPLETE:
                for entry in sitting.current.values():
                    if entry.candidate not in sitting.uncounted | sitting.omitted:
                        yield sitting, entry

    def load(self, candidate: int, *, with_unjudged: bool = False) -> int:
        """Ratings that count, and open sittings from which one may still come."""
        rated = sum(
            entry.candidate == candidate and (with_unjudged or entry.value is not None)
            for _sitting, entry in self.answers_that_count()
        )
        # Of an open sitting too what it answered and a round has taken along.
        awaited = sum(
            sitting.state == OPEN
            and sitting.subset is not None
            and (candidate in self.subsets[sitting.subset] or candidate in sitting.current)
            and candidate not in sitting.omitted
            for sitting in self.sittings.values()
        )
        return rated + awaited

    def imported(self, candidate: int) -> int:
        """Of its ratings, those from elsewhere; they may be older than the plan."""
        return sum(
            sitting.subset is None and entry.candidate == candidate
            for sitting, entry in self.answers_that_count()
        )

    def full(self, candidate: int) -> bool:
        """Whether it can be said that it has no room; one nobody could judge may have some."""
        return self.load(candidate, with_unjudged=True) >= self.most_of(candidate)

    def seated(self, subset: int | None) -> list[Sitting]:
        return [
            sitting
            for sitting in self.sittings.values()
            if sitting.subset == subset and sitting.state in (OPEN, COMPLETE)
        ]

    # Who is who

    def sittings_of(self, annotator: int) -> list[Sitting]:
        """Oldest first."""
        return [one for one in self.sittings.values() if one.annotator == annotator]

    def open_sitting(self, annotator: int) -> Sitting | None:
        return next((s for s in self.sittings_of(annotator) if s.state == OPEN), None)

    def is_excluded(self, annotator: int) -> bool:
        return any(
            exclusion.annotator == annotator and exclusion.sitting is None
            for exclusion in self.exclusions.values()
        )

    def answered_by(self, annotator: int) -> set[int]:
        """A round may bring them into a subset they have not seen."""
        return {one for sitting in self.sittings_of(annotator) for one in sitting.current}

    def taken_since(self, sitting: Sitting) -> list[Sitting]:
        return [one for one in self.sittings_of(sitting.annotator) if one.id > sitting.id]

    # What happens

    def settle(self, sitting: Sitting) -> None:
        """A sitting ends by itself when nothing is left in it."""
        if sitting.state == OPEN and not self.missing(sitting):
            if self.is_judged(sitting):
                sitting.move(COMPLETE)
            elif sitting.current:
                sitting.move(EXPIRED)
            else:
                # All of it is hidden, and nothing was answered before it was.
                sitting.may_be = {EXPIRED}
        elif sitting.partial and sitting.state == COMPLETE:
            self.count_finished(sitting)

    def leave_alone(self, sitting: Sitting) -> None:
        """It is past its hold, and somebody has noticed."""
        missing = self.missing(sitting)
        if not missing and self.is_judged(sitting):
            sitting.move(COMPLETE)
        elif missing and self.count_unfinished and self.finished_sentences(sitting):
            self.count_finished(sitting)
            sitting.move(COMPLETE if self.is_judged(sitting) else EXPIRED)
            sitting.partial &= sitting.state == COMPLETE
        else:
            sitting.move(EXPIRED)

    def is_judged(self, sitting: Sitting) -> bool:
        """'I cannot judge this' to all of it is no sitting."""
        return any(
            entry.value is not None
            for entry in sitting.current.values()
            if entry.candidate not in sitting.uncounted | sitting.omitted
        )

    def count_finished(self, sitting: Sitting) -> None:
        """Of a sitting that was left alone, its finished sentences; one that is hidden stays as
        it was found when it was shown."""
        unfinished = self.unfinished_sentences(sitting)
        sitting.partial = bool(unfinished)
        shown = {self.candidates[one].sentence for one in self.asked(sitting)}
        for one in self.subsets[sitting.subset or 0]:
            # A hidden word goes with its sentence.
            if self.candidates[one].sentence in unfinished:
                sitting.uncounted.add(one)
            elif self.candidates[one].sentence in shown:
                sitting.uncounted.discard(one)

    def reopen(self, sitting: Sitting) -> None:
        sitting.partial = False
        sitting.uncounted = set()
        sitting.move(OPEN)

    def due(self, now: datetime) -> list[Sitting]:
        return [
            sitting
            for sitting in self.sittings.values()
            if sitting.state == OPEN and sitting.expires_at and sitting.expires_at <= now
        ]

    def release(self, sitting: Sitting) -> None:
        if sitting.state in (OPEN, COMPLETE):
            sitting.move(RELEASED)
