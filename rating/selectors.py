"""Reads over annotators, their sittings and what they answered."""

from itertools import groupby
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.models import Campaign
from pooling.models import Candidate, Placement
from rating.models import Annotator, Assignment, Exclusion, Rating


def counting_ratings(campaign: Campaign) -> QuerySet[Rating]:
    """The ratings every statistic and release rests on.

    Those in play, from complete sittings nobody withdrew or excluded.
    """
    return ratings_in_play(campaign).filter(counting())


def counting(path: str = "") -> Q:
    """Current answers of complete sittings; `path` leads to the rating, as in "ratings__"."""
    return Q(
        **{
            f"{path}superseded_at__isnull": True,
            f"{path}counts": True,
            f"{path}assignment__state": Assignment.State.COMPLETE,
        }
    )


def ratings_in_play(campaign: Campaign) -> QuerySet[Rating]:
    """Current answers with a value for pooled candidates in play, whether or not their sitting
    counts. Foils and repeats are checks on annotators, not data."""
    return Rating.objects.filter(
        superseded_at__isnull=True,
        value__isnull=False,
        candidate__role=Candidate.Role.POOLED,
        candidate__hidden_at__isnull=True,
        candidate__sentence__campaign=campaign,
        candidate__sentence__hidden_at__isnull=True,
    ).exclude(candidate__sentence__lexelt__in=campaign.excluded_targets)


def scale_of(campaign: Campaign) -> list[dict[str, Any]]:
    return [
        {"value": value, "label": label}
        for value, label in campaign.scale.order_by("value").values_list("value", "label")
    ]


def labelled_examples(campaign: Campaign, scale: list[dict[str, Any]]) -> list[dict[str, Any]]:
    labels = {option["value"]: option["label"] for option in scale}
    return [
        {**example, "label": labels.get(example["value"], "")} for example in campaign.examples
    ]


def scale_values(campaign: Campaign) -> frozenset[int]:
    return frozenset(campaign.scale.values_list("value", flat=True))


def is_excluded(annotator: Annotator) -> bool:
    """Whether everything this annotator rates is left out, for now."""
    return annotator.exclusions.filter(assignment__isnull=True, undone_at__isnull=True).exists()


def find_exclusions(
    campaign: Campaign, *, annotator: int | None = None, only: str = ""
) -> QuerySet[Exclusion]:
    found = Exclusion.objects.filter(annotator__campaign=campaign).select_related(
        "excluded_by", "undone_by"
    )
    if annotator is not None:
        found = found.filter(annotator=annotator)
    match only:
        case "in_force":
            return found.filter(undone_at__isnull=True)
        case "undone":
            return found.filter(undone_at__isnull=False)
    return found


def restorable_sittings(exclusion: Exclusion) -> QuerySet[Assignment]:
    """The complete sittings that count again once this exclusion is undone.

    Not those that another exclusion covers, nor those of an annotator who withdrew.
    """
    covering = Exclusion.objects.filter(
        Q(assignment=OuterRef("id")) | Q(assignment=None, annotator=OuterRef("annotator")),
        undone_at__isnull=True,
    ).exclude(id=exclusion.id)
    sittings = Assignment.objects.filter(
        ~Exists(covering),
        annotator=exclusion.annotator,
        annotator__withdrawn_at__isnull=True,
        state=Assignment.State.RELEASED,
        completed_at__isnull=False,
    )
    if exclusion.assignment_id is None:
        return sittings
    return sittings.filter(id=exclusion.assignment_id)


def subsets_seen(annotator: Annotator) -> set[int]:
    return {
        id for id in annotator.assignments.values_list("subset_id", flat=True) if id is not None
    }


def open_assignment(annotator: Annotator) -> Assignment | None:
    """What they may go on with; past its hold too, for its seat is theirs until it is seen."""
    return annotator.assignments.filter(state=Assignment.State.OPEN).first()


class Work(NamedTuple):
    """What an annotator has done. `lost`: their newest sitting was left alone too long."""

    sittings: int
    ratings: int
    last_complete: Assignment | None
    lost: bool


def work_done(annotator: Annotator) -> Work:
    complete = annotator.assignments.filter(state=Assignment.State.COMPLETE)
    newest = annotator.assignments.order_by("-pk").first()
    ratings = Rating.objects.filter(counting(), assignment__in=complete)
    return Work(
        sittings=complete.count(),
        ratings=ratings.count(),
        last_complete=complete.order_by("-completed_at").first(),
        lost=newest is not None and newest.state == Assignment.State.EXPIRED,
    )


def missing_candidates(assignment: Assignment) -> list[int]:
    """What is still to answer, in the order of the sitting."""
    answers = current_answers(assignment).filter(candidate=OuterRef("candidate"))
    missing = sitting_placements(assignment).filter(~Exists(answers))
    return list(missing.order_by("position").values_list("candidate_id", flat=True))


def finished_sentences(assignment: Assignment) -> set[int]:
    """The sentences of which nothing is left to answer in this sitting."""
    shown = sitting_placements(assignment).values_list("candidate__sentence_id", flat=True)
    return set(shown) - set(shown.filter(candidate__in=missing_candidates(assignment)))


def sitting_sentences(assignment: Assignment) -> list[dict[str, Any]]:
    """The sentences of a sitting in order, each with its block's candidates and answers."""
    values = dict(current_answers(assignment).values_list("candidate_id", "value"))
    rows = (
        sitting_placements(assignment)
        .order_by("position")
        .values_list(
            "block",
            "candidate__sentence_id",
            "candidate__sentence__left",
            "candidate__sentence__target",
            "candidate__sentence__right",
            "candidate_id",
            "candidate__text",
        )
    )
    return [
        {
            "id": sentence_id,
            "left": left,
            "target": target,
            "right": right,
            "candidates": [
                {"id": id, "text": text, "value": values.get(id), "answered": id in values}
                for *_rest, id, text in block
            ],
        }
        for (_block, sentence_id, left, target, right), block in groupby(
            rows, key=lambda row: row[:5]
        )
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
        candidate__sentence__hidden_at__isnull=True,
    )


def current_answers(assignment: Assignment) -> QuerySet[Rating]:
    return Rating.objects.filter(assignment=assignment, superseded_at__isnull=True)
