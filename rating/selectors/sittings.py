"""Reads over annotators, their sittings and what they answered."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from annotators.models import Annotator
from annotators.selectors import standing
from annotators.selectors.progress import WorkDone
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from pooling.models import Candidate, Placement
from pooling.selectors.anchors import waiting_blocks, waiting_items
from rating.models import Assignment, Rating
from rating.selectors.among import Among
from rating.selectors.counting import counting
from sources.models import Item

# As many as any database takes in one statement.
IDS_AT_A_TIME = 5_000


def subsets_seen(annotator: Annotator) -> set[int]:
    return {
        id for id in annotator.assignments.values_list("subset_id", flat=True) if id is not None
    }


def open_assignment(annotator: Annotator) -> Assignment | None:
    """What they may go on with; past its hold too, for its seat is theirs until it is seen."""
    return annotator.assignments.filter(state=Assignment.State.OPEN).first()


def last_sign(sitting: Assignment, *, hold: timedelta) -> datetime:
    """When its annotator took it, came back to it or answered in it for the last time."""
    answered = current_answers(sitting).aggregate(last=Max("rated_at"))["last"]
    return standing.last_sign(sitting, hold=hold, answered=answered)


def work_done(annotator: Annotator) -> WorkDone[Assignment]:
    complete = annotator.assignments.filter(state=Assignment.State.COMPLETE)
    ratings = Rating.objects.filter(counting(), assignment__in=complete)
    return WorkDone(
        sittings=complete.count(),
        answers=ratings.count(),
        last_complete=complete.order_by("-completed_at").first(),
    )


class ShownPlace(NamedTuple):
    """`is_gold`: it is an anchor of its block; `anchor_of`: the candidate that it shows once
    more, to be that."""

    candidate: int
    block: int
    item: int
    content: dict[str, Any]
    text: str
    pooled: bool
    is_gold: bool
    anchor_of: int | None


def shown_in(
    assignment: Assignment, *, omitted: Collection[int] | None = None
) -> list[ShownPlace]:
    """What its annotator is shown: no sentence that waits for an anchor."""
    places = places_in(assignment, omitted=omitted)
    # Where one of the first gold is in play, nothing waits: nearly everywhere.
    doubtful = {place.item for place in places}
    doubtful -= {place.item for place in places if place.is_gold and place.pooled}
    waiting = waiting_items(doubtful, assignment.subset_id) if doubtful else set()
    return [place for place in places if place.item not in waiting]


def blocks_without_anchor(places: Iterable[ShownPlace]) -> set[tuple[int, int]]:
    """Block and item, where pooled candidates are shown and none of the first gold."""
    pooled = {(place.block, place.item) for place in places if place.pooled}
    return pooled - {(place.block, place.item) for place in places if place.is_gold}


def places_in(
    assignment: Assignment, *, omitted: Collection[int] | None = None
) -> list[ShownPlace]:
    """What is part of a sitting, in its order: without what a lead hid since it was dispatched,
    and without what had ratings enough when it began.

    A table at a time, by ids: a join of the three would be planned by statistics that nobody
    may have gathered yet, and then reads every candidate there is.
    """
    placed = Placement.objects.filter(subset=assignment.subset_id)
    blocks = {
        candidate: (block, anchor)
        for candidate, block, anchor in placed.order_by("block", "position").values_list(
            "candidate_id", "block", "anchor"
        )
        if omitted is None or candidate not in omitted
    }
    ids = list(blocks)
    found: dict[int, ShownPlace] = {}
    for start in range(0, len(ids), IDS_AT_A_TIME):
        some = Candidate.objects.filter(
            id__in=ids[start : start + IDS_AT_A_TIME], hidden_at__isnull=True
        )
        if omitted is None:
            some = some.exclude(omissions__assignment=assignment)
        columns = ("id", "item_id", "text", "role", "votes", "repeat_of_id")
        for id, item, text, role, votes, repeat_of in some.values_list(*columns):
            pooled = role == Candidate.Role.POOLED
            anchor_of = repeat_of if blocks[id][1] else None
            is_gold = anchor_of is not None or (pooled and votes is not None)
            found[id] = ShownPlace(
                id, blocks[id][0], item, {}, text, pooled, is_gold, anchor_of
            )
    items = Item.objects.filter(
        id__in={place.item for place in found.values()}, hidden_at__isnull=True
    )
    contents = dict(items.values_list("id", "content"))
    return [
        found[id]._replace(content=contents[found[id].item])
        for id in ids
        if id in found and found[id].item in contents
    ]


def missing_candidates(
    assignment: Assignment, *, omitted: Collection[int] | None = None
) -> list[int]:
    """What is still to answer, in the order of the sitting; with other candidates `omitted`
    than are, what would be."""
    return missing_among(shown_in(assignment, omitted=omitted), assignment)


def missing_among(shown: Sequence[ShownPlace], assignment: Assignment) -> list[int]:
    answered = answers_to(shown, assignment)
    return [place.candidate for place in shown if place.candidate not in answered]


def answers_to(shown: Sequence[ShownPlace], assignment: Assignment) -> dict[int, int | None]:
    """Candidate → answer. An anchor that is shown once more has the answer that its annotator
    gave to the candidate itself, until they give another."""
    originals = {place.anchor_of for place in shown if place.anchor_of is not None}
    answers: dict[int, int | None] = {}
    if originals:
        given = Rating.objects.filter(
            annotator=assignment.annotator_id,
            candidate__in=originals,
            superseded_at__isnull=True,
        )
        values = dict(given.values_list("candidate_id", "value"))
        answers = {
            place.candidate: values[place.anchor_of]
            for place in shown
            if place.anchor_of in values
        }
    return answers | dict(current_answers(assignment).values_list("candidate_id", "value"))


def finished_sentences(assignment: Assignment) -> set[int]:
    """The sentences of which nothing is left to answer in this sitting."""
    missing = set(missing_candidates(assignment))
    shown = places_in(assignment)
    unfinished = {place.item for place in shown if place.candidate in missing}
    return {place.item for place in shown} - unfinished


def sitting_sentences(assignment: Assignment) -> list[dict[str, Any]]:
    """The sentences of a sitting in order, each with its block's candidates and answers."""
    task = task_of(assignment.annotator.campaign)
    places = shown_in(assignment)
    values = answers_to(places, assignment)
    blocks = (block for _key, block in groupby(places, key=lambda one: (one.block, one.item)))
    return [
        {
            "id": first.item,
            **task.shown(first.content),
            "candidates": [
                {
                    "id": place.candidate,
                    "text": task.worded(place.content, place.text),
                    "value": values.get(place.candidate),
                    "answered": place.candidate in values,
                }
                for place in [first, *rest]
            ],
        }
        for first, *rest in blocks
    ]


class SittingSum(NamedTuple):
    """Pooled candidates given a value, and the median milliseconds where any were timed."""

    rated: int
    median_ms: int | None


def sitting_sum(assignment: Assignment) -> SittingSum:
    rows = (
        current_answers(assignment)
        .filter(counts=True)
        .values_list("value", "candidate__role", "elapsed_ms")
    )
    timed = []
    rated = 0
    for value, role, ms in rows:
        rated += value is not None and role == Candidate.Role.POOLED
        if ms is not None:
            timed.append(ms)
    return SittingSum(rated, round(median(timed)) if timed else None)


def counting_in_part() -> Q:
    """Complete sittings that ended unfinished, and lack something or do not count what they
    could; what others had filled is no part of them."""
    left_out = Rating.objects.filter(
        assignment=OuterRef("pk"), superseded_at__isnull=True, counts=False
    ).exclude(candidate__omissions__assignment=OuterRef("pk"))
    return Q(remaining__gt=0) | Q(Exists(left_out))


def placements_given(campaign: Campaign) -> QuerySet[Placement]:
    """Those in play, without blocks that wait for an anchor."""
    places = placements_in_play()
    waiting = [one for block in waiting_blocks(campaign) for one in block.candidates]
    return places.exclude(Among("candidate", waiting)) if waiting else places


def placements_in_play() -> QuerySet[Placement]:
    return Placement.objects.filter(
        candidate__hidden_at__isnull=True,
        candidate__item__hidden_at__isnull=True,
    )


def current_answers(assignment: Assignment) -> QuerySet[Rating]:
    return Rating.objects.filter(assignment=assignment, superseded_at__isnull=True)


def taken_along(assignment: Assignment) -> QuerySet[Rating]:
    """Its answers for what a round has taken out of its subset since."""
    answers = current_answers(assignment)
    return answers.exclude(candidate__placement__subset=assignment.subset_id)
