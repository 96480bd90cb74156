"""Reads over annotators, their sittings and what they answered."""

from datetime import datetime, timedelta
from itertools import groupby
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from annotators.models import Annotator
from campaigns.selectors.task import task_of
from pooling.models import Candidate, Placement
from rating.models import Assignment, Rating
from rating.selectors.counting import counting


def subsets_seen(annotator: Annotator) -> set[int]:
    return {
        id for id in annotator.assignments.values_list("subset_id", flat=True) if id is not None
    }


def open_assignment(annotator: Annotator) -> Assignment | None:
    """What they may go on with; past its hold too, for its seat is theirs until it is seen."""
    return annotator.assignments.filter(state=Assignment.State.OPEN).first()


def last_sign(sitting: Assignment, *, hold: timedelta) -> datetime:
    """When its annotator took it, came back to it or answered in it for the last time.

    Coming back is known by the hold that began with it alone.
    """
    answered = current_answers(sitting).aggregate(last=Max("rated_at"))["last"]
    signs = [sitting.taken_at, sitting.expires_at - hold]
    return max(signs if answered is None else [*signs, answered])


class WorkDone(NamedTuple):
    """What an annotator has done."""

    sittings: int
    ratings: int
    last_complete: Assignment | None


def work_done(annotator: Annotator) -> WorkDone:
    complete = annotator.assignments.filter(state=Assignment.State.COMPLETE)
    ratings = Rating.objects.filter(counting(), assignment__in=complete)
    return WorkDone(
        sittings=complete.count(),
        ratings=ratings.count(),
        last_complete=complete.order_by("-completed_at").first(),
    )


def missing_candidates(assignment: Assignment) -> list[int]:
    """What is still to answer, in the order of the sitting."""
    answers = current_answers(assignment).filter(candidate=OuterRef("candidate"))
    missing = sitting_placements(assignment).filter(~Exists(answers))
    return list(missing.order_by("position").values_list("candidate_id", flat=True))


def finished_sentences(assignment: Assignment) -> set[int]:
    """The sentences of which nothing is left to answer in this sitting."""
    shown = sitting_placements(assignment).values_list("candidate__item_id", flat=True)
    return set(shown) - set(shown.filter(candidate__in=missing_candidates(assignment)))


def sitting_sentences(assignment: Assignment) -> list[dict[str, Any]]:
    """The sentences of a sitting in order, each with its block's candidates and answers."""
    values = dict(current_answers(assignment).values_list("candidate_id", "value"))
    shown = task_of(assignment.annotator.campaign).shown
    rows = (
        sitting_placements(assignment)
        .order_by("position")
        .values_list(
            "block",
            "candidate__item_id",
            "candidate__item__content",
            "candidate_id",
            "candidate__text",
        )
    )
    return [
        {
            "id": item_id,
            **shown(content),
            "candidates": [
                {"id": id, "text": text, "value": values.get(id), "answered": id in values}
                for *_rest, id, text in block
            ],
        }
        for (_block, item_id, content), block in groupby(rows, key=lambda row: row[:3])
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


def sitting_placements(assignment: Assignment) -> QuerySet[Placement]:
    """Without what a lead hid after the sitting was dispatched, and without what had ratings
    enough when it began."""
    return (
        placements_in_play()
        .filter(subset=assignment.subset_id)
        .exclude(candidate__omissions__assignment=assignment)
    )


def placements_in_play() -> QuerySet[Placement]:
    return Placement.objects.filter(
        candidate__hidden_at__isnull=True,
        candidate__item__hidden_at__isnull=True,
    )


def current_answers(assignment: Assignment) -> QuerySet[Rating]:
    return Rating.objects.filter(assignment=assignment, superseded_at__isnull=True)
