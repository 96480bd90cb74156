"""Reads over subsets, sittings by day, and candidates with their ratings."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    When,
)
from django.db.models.functions import TruncDate
from django.shortcuts import get_object_or_404

from annotators.models import Annotator
from campaigns.models import Campaign
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.among import Among
from rating.selectors.annotators import FLAGGED
from rating.selectors.counting import counting
from rating.selectors.tallies import tallies_of
from regild.rating.coverage import SubsetCoverage, missing_sittings
from regild.rating.tally import fewest
from regild.rating.time_left import WINDOW, TimeLeft, time_left

COMPLETE = Assignment.State.COMPLETE
UNJUDGED_ORDER = ["-unjudged", "id"]
SUBSET_ORDERS = {"number": ["number"], "fewest": ["ratings", "number"]}


def subsets_with_sittings(campaign: Campaign) -> QuerySet[Any]:
    """Each with `complete`, the sittings that count, and `open`, those that may yet."""
    return campaign.subsets.annotate(
        complete=Count("assignments", filter=Q(assignments__state=COMPLETE)),
        open=Count("assignments", filter=Q(assignments__state=Assignment.State.OPEN)),
    )


def find_subsets(
    campaign: Campaign, *, first: int | None = None, only: str = ""
) -> QuerySet[Any]:
    """Each with `ratings` besides, those that every candidate of it has at least. From the
    number `first` on, and perhaps only the short ones."""
    found: QuerySet[Any] = subsets_with_sittings(campaign).annotate(ratings=_ratings(campaign))
    if first:
        found = found.filter(number__gte=first)
    return found.filter(ratings__lt=campaign.min_ratings) if only == "short" else found


def _ratings(campaign: Campaign) -> Case:
    by_number: defaultdict[int, list[int]] = defaultdict(list)
    for id, counts in tallies_of(campaign).counts.items():
        by_number[_reached(counts, campaign)].append(id)
    return Case(
        *(When(Among("id", ids), then=number) for number, ids in sorted(by_number.items())),
        default=F("complete"),
        output_field=IntegerField(),
    )


def _reached(counts: Sequence[int], campaign: Campaign) -> int:
    """Where nothing is in play, nothing is wanted."""
    number = fewest(counts)
    return campaign.min_ratings if number is None else number


class SubsetWork(NamedTuple):
    """Who sat at a subset, newest first, and what its candidates have, in its order."""

    number: int
    size: int
    sittings: QuerySet[Assignment]
    candidates: QuerySet[Any]


def subset_work(campaign: Campaign, number: int) -> SubsetWork:
    """Raises Http404."""
    subset = get_object_or_404(campaign.subsets, number=number)
    candidates = with_counts(Candidate.objects.filter(placement__subset=subset))
    return SubsetWork(
        number=subset.number,
        size=subset.size,
        sittings=subset.assignments.select_related("annotator").order_by("-id"),
        candidates=candidates.select_related("item").order_by("placement__position"),
    )


def subset_coverage(campaign: Campaign) -> list[SubsetCoverage]:
    """By ratings of candidates, wherever they come from: an uneven subset has come as far as
    its candidate with the fewest."""
    rows = subsets_with_sittings(campaign).order_by("number")
    counted = tallies_of(campaign).counts
    return [
        SubsetCoverage(number, size, _reached(counts, campaign), open, tuple(counts))
        if (counts := counted.get(id)) is not None
        else SubsetCoverage(number, size, complete, open)
        for id, number, size, complete, open in rows.values_list(
            "id", "number", "size", "complete", "open"
        )
    ]


class Coverage(NamedTuple):
    """How many subsets there are, and in how many every candidate has the ratings wanted."""

    subsets: int
    enough: int


def coverage(campaign: Campaign) -> Coverage:
    counts = tallies_of(campaign).counts
    complete = Count("assignments", filter=Q(assignments__state=COMPLETE))
    found = campaign.subsets.annotate(complete=complete).aggregate(
        subsets=Count("id"),
        even=Count("id", filter=Q(uneven=False, complete__gte=campaign.min_ratings)),
    )
    enough = sum(_reached(one, campaign) >= campaign.min_ratings for one in counts.values())
    return Coverage(found["subsets"], found["even"] + enough)


class Totals(NamedTuple):
    annotators: int
    flagged: int
    sittings: int
    ratings: int


def totals(campaign: Campaign) -> Totals:
    """Annotators who did not withdraw; complete sittings and the values given in them."""
    people = Annotator.objects.filter(campaign=campaign, withdrawn_at__isnull=True)
    # Of some imported ones all was taken back.
    people = people.exclude(
        ~Exists(Assignment.objects.filter(annotator=OuterRef("pk"), rated__gt=0)),
        source=Annotator.Source.IMPORTED,
    )
    annotators = people.aggregate(n=Count("id"), flagged=Count("id", filter=FLAGGED))
    sittings = _complete(campaign).aggregate(n=Count("id"), ratings=Sum("rated", default=0))
    return Totals(annotators["n"], annotators["flagged"], sittings["n"], sittings["ratings"])


class Day(NamedTuple):
    day: date
    sittings: int
    ratings: int


def days(campaign: Campaign) -> list[Day]:
    """Ratings on the day (UTC) their sitting was completed, oldest first."""
    rows = (
        _complete(campaign)
        .annotate(day=TruncDate("completed_at"))
        .values_list("day")
        .annotate(Count("id"), Sum("rated"))
        .order_by("day")
    )
    return [Day(*row) for row in rows]


def forecast(campaign: Campaign, subsets: list[SubsetCoverage], *, now: datetime) -> TimeLeft:
    """At the pace of this campaign's own annotators; what was imported tells nothing of it."""
    pace = (
        _complete(campaign)
        .filter(subset__isnull=False)
        .aggregate(
            first=Min("completed_at"),
            recent=Count("id", filter=Q(completed_at__gt=now - WINDOW)),
        )
    )
    return time_left(
        missing=missing_sittings(subsets, least=campaign.min_ratings),
        recent=pace["recent"],
        running=now - (pace["first"] or now),
        is_open=campaign.state == Campaign.State.OPEN,
    )


def with_counts(candidates: QuerySet[Candidate]) -> QuerySet[Any]:
    """Each with `given` and `unjudged`, what complete sittings answered: values, or 'I cannot
    judge this'. Counted from the ratings themselves: for the candidates of a page."""
    answered = counting("ratings__")
    return candidates.annotate(
        given=Count("ratings", filter=answered & Q(ratings__value__isnull=False)),
        unjudged=Count("ratings", filter=answered & Q(ratings__value__isnull=True)),
    )


def unjudged_candidates(campaign: Campaign, *, text: str = "") -> QuerySet[Any]:
    """Pooled candidates with `unjudged`, how many said 'I cannot judge this'. `text` is a
    substitute, the group or the id of a sentence."""
    found = Candidate.objects.filter(
        counting("ratings__"),
        item__campaign=campaign,
        role=Candidate.Role.POOLED,
        ratings__value__isnull=True,
    )
    if text:
        found = found.filter(
            Q(text__iexact=text) | Q(item__group=text) | Q(item__label=text) | Q(item__key=text)
        )
    return found.annotate(unjudged=Count("ratings")).select_related("item")


def tell_values_given(candidates: list[Any]) -> None:
    """Each candidate of a page its `given`, how many values complete sittings gave it."""
    rows = (
        Rating.objects.filter(counting(), candidate__in=candidates, value__isnull=False)
        .order_by()
        .values_list("candidate")
        .annotate(Count("id"))
    )
    given = dict(rows)
    for candidate in candidates:
        candidate.given = given.get(candidate.id, 0)


def _complete(campaign: Campaign) -> QuerySet[Assignment]:
    return Assignment.objects.filter(annotator__campaign=campaign, state=COMPLETE)
