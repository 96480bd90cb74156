"""What is stored, as rows: whoever checks it counts in a way of their own, and asks none of the
site's selectors."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from annotators.models import Annotator
from campaigns.selectors.permission import RETIRED
from pooling.models import Candidate, Placement, Subset
from rating.models import Assignment, Omission, Rating


class Row(NamedTuple):
    """A rating."""

    id: int
    assignment: int
    annotator: int
    candidate: int
    value: int | None
    key: str
    elapsed_ms: int | None
    rated_at: datetime
    superseded_at: datetime | None
    counts: bool


class Turn(NamedTuple):
    """An assignment."""

    id: int
    subset: int | None
    annotator: int
    seat: int | None
    remaining: int
    rated: int
    median_ms: int | None
    state: str


class Books:
    """Every row that matters, as of one moment: in a snapshot, or when nobody writes."""

    def __init__(self) -> None:
        self.ratings = [
            Row(*row[:5], str(row[5]), *row[6:])
            for row in Rating.objects.order_by("id").values_list(
                *("id", "assignment_id", "annotator_id", "candidate_id", "value"),
                *("key", "elapsed_ms", "rated_at", "superseded_at", "counts"),
            )
        ]
        self.current = [row for row in self.ratings if row.superseded_at is None]
        self.turns = {
            row[0]: Turn(*row)
            for row in Assignment.objects.values_list(
                *("id", "subset_id", "annotator_id", "seat"),
                *("remaining", "rated", "median_ms", "state"),
            )
        }
        self.campaign_of = dict(Annotator.objects.values_list("id", "campaign_id"))
        self.withdrawn = dict(Annotator.objects.values_list("id", "withdrawn_at"))
        self.sentence_of = dict(Candidate.objects.values_list("id", "item_id"))
        self.pooled = set(Candidate.objects.filter(role="pooled").values_list("id", flat=True))
        self.repeat_of = dict(Candidate.objects.values_list("id", "repeat_of"))
        self.gold: defaultdict[int, set[int]] = defaultdict(set)
        gold = Candidate.objects.filter(role="pooled", votes__isnull=False)
        for candidate, item in gold.values_list("id", "item_id"):
            self.gold[item].add(candidate)
        self.hidden = set(
            Candidate.objects.exclude(hidden_at=None).values_list("id", flat=True)
        )
        self.in_play = set(
            Candidate.objects.filter(
                hidden_at__isnull=True, item__hidden_at__isnull=True
            ).values_list("id", flat=True)
        )
        # What a campaign has left behind is deleted step by step, and half gone meanwhile.
        kept = Subset.objects.exclude(campaign__slug__startswith=RETIRED)
        self.sizes = dict(kept.values_list("id", "size"))
        self.placed: defaultdict[int, set[int]] = defaultdict(set)
        own = Placement.objects.filter(subset__seats__isnull=False)
        # Of candidates in subsets that have a number of their own.
        self.own_seats = dict(own.values_list("candidate_id", "subset__seats"))
        # Anchors of blocks that are shown once more, and the sentences of all anchors.
        self.copies: set[int] = set()
        self.anchored: set[tuple[int, int]] = set()
        for subset, candidate, anchor in Placement.objects.values_list(
            "subset_id", "candidate_id", "anchor"
        ):
            self.placed[subset].add(candidate)
            # A plan that was stored since they were read may have brought new ones.
            if anchor and (sentence := self.sentence_of.get(candidate)) is not None:
                self.anchored.add((subset, sentence))
                self.copies |= {candidate} - self.pooled
        self.omitted: defaultdict[int, set[int]] = defaultdict(set)
        for assignment, candidate in Omission.objects.values_list(
            "assignment_id", "candidate_id"
        ):
            self.omitted[assignment].add(candidate)
        self.answered: defaultdict[int, dict[int, Row]] = defaultdict(dict)
        for row in self.current:
            self.answered[row.assignment][row.candidate] = row
        self.given = {(row.annotator, row.candidate) for row in self.current}

    def part_of(self, turn: Turn) -> set[int]:
        """The candidates that this sitting is about."""
        placed = self.placed[turn.subset] if turn.subset is not None else set()
        return placed - self.omitted[turn.id]

    def shown(self, turn: Turn) -> set[int]:
        """Without sentences that wait for an anchor: all they could have are hidden."""
        return {
            candidate
            for candidate in self.part_of(turn) & self.in_play
            if not self.waits(turn.subset, self.sentence_of[candidate])
        }

    def waits(self, subset: int | None, sentence: int) -> bool:
        gold = self.gold[sentence]
        return bool(gold) and gold <= self.hidden and (subset, sentence) in self.anchored

    def missing(self, turn: Turn) -> set[int]:
        """What an annotator would still have to answer in it: no anchor that is shown once more
        to somebody who has rated it."""
        return {
            candidate
            for candidate in self.shown(turn) - self.answered[turn.id].keys()
            if candidate not in self.copies
            or (turn.annotator, self.repeat_of[candidate]) not in self.given
        }

    def counting(self, campaign: int) -> Iterator[Row]:
        """What every statistic and release of the campaign rests on."""
        for row in self.current:
            turn = self.turns[row.assignment]
            if (
                self.campaign_of[row.annotator] == campaign
                and turn.state == "complete"
                and row.value is not None
                and row.candidate in self.pooled & self.in_play
                and row.counts
            ):
                yield row
