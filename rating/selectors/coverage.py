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
from pooling.models import Candidate, Subset
from pooling.selectors.seats import seats_wanted, wanted_there
from proposing.models import ProposalTurn
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
    """Each with `ratings` besides, those that every candidate of it has at least, and how many
    are `wanted`. From the number `first` on, and perhaps only the short ones."""
    found: QuerySet[Any] = subsets_with_sittings(campaign).annotate(
        ratings=_ratings(campaign), wanted=wanted_there(campaign)
    )
    if first:
        found = found.filter(number__gte=first)
    return found.filter(ratings__lt=F("wanted")) if only == "short" else found


def _ratings(campaign: Campaign) -> Case:
    by_number: defaultdict[int, list[int]] = defaultdict(list)
    tallies = tallies_of(campaign)
    for id, counts in tallies.counts.items():
        wanted = seats_wanted(campaign, tallies.subsets[id].seats)
        by_number[_reached(counts, wanted=wanted)].append(id)
    return Case(
        *(When(Among("id", ids), then=number) for number, ids in sorted(by_number.items())),
        default=F("complete"),
        output_field=IntegerField(),
    )


def _reached(counts: Sequence[int], *, wanted: int) -> int:
    """Where nothing is in play, nothing is lacking."""
    number = fewest(counts)
    return wanted if number is None else number


class SubsetWork(NamedTuple):
    """Who sat at a subset, newest first, and what its candidates have, in its order. `seats`
    is the number that is its own."""

    number: int
    size: int
    seats: int | None
    wanted: int
    sittings: QuerySet[Assignment]
    candidates: QuerySet[Any]


def subset_work(campaign: Campaign, number: int) -> SubsetWork:
    """Raises Http404."""
    subset = get_object_or_404(campaign.subsets, number=number)
    candidates = with_wanted(Candidate.objects.filter(placement__subset=subset), campaign)
    return SubsetWork(
        number=subset.number,
        size=subset.size,
        seats=subset.seats,
        wanted=seats_wanted(campaign, subset.seats),
        sittings=subset.assignments.select_related("annotator").order_by("-id"),
        candidates=candidates.select_related("item").order_by("placement__position"),
    )


def subset_coverage(campaign: Campaign) -> list[SubsetCoverage]:
    """By ratings of candidates, wherever they come from: an uneven subset has come as far as
    its candidate with the fewest."""
    rows = subsets_with_sittings(campaign).order_by("number")
    counted = tallies_of(campaign).counts
    found = []
    for id, number, size, complete, open, wanted in rows.annotate(
        wanted=wanted_there(campaign)
    ).values_list("id", "number", "size", "complete", "open", "wanted"):
        if (counts := counted.get(id)) is None:
            found.append(SubsetCoverage(number, size, complete, open, wanted))
        else:
            reached = _reached(counts, wanted=wanted)
            found.append(SubsetCoverage(number, size, reached, open, wanted, tuple(counts)))
    return found


class Coverage(NamedTuple):
    """How many subsets there are, and in how many every candidate has the ratings wanted."""

    subsets: int
    enough: int


def coverage(campaign: Campaign, subsets: QuerySet[Subset] | None = None) -> Coverage:
    """Of all its subsets, or of these."""
    tallies = tallies_of(campaign)
    complete = Count("assignments", filter=Q(assignments__state=COMPLETE))
    asked = campaign.subsets.all() if subsets is None else subsets
    counted = asked.annotate(complete=complete, wanted=wanted_there(campaign))
    found = counted.aggregate(
        subsets=Count("id"),
        even=Count("id", filter=Q(uneven=False, complete__gte=F("wanted"))),
    )
    enough = 0
    among = None if subsets is None else set(subsets.values_list("id", flat=True))
    for id, counts in tallies.counts.items():
        if among is not None and id not in among:
            continue
        wanted = seats_wanted(campaign, tallies.subsets[id].seats)
        enough += _reached(counts, wanted=wanted) >= wanted
    return Coverage(found["subsets"], found["even"] + enough)


class Totals(NamedTuple):
    annotators: int
    flagged: int
    sittings: int
    ratings: int


def totals(campaign: Campaign) -> Totals:
    """Annotators who did not withdraw and did more than propose; complete sittings and the
    values given in them."""
    people = Annotator.objects.filter(campaign=campaign, withdrawn_at__isnull=True)
    sat = Exists(Assignment.objects.filter(annotator=OuterRef("pk")))
    if campaign.stage == Campaign.Stage.PROPOSE:
        people = people.filter(sat)
    else:
        proposed = Exists(ProposalTurn.objects.filter(annotator=OuterRef("pk")))
        people = people.filter(sat | ~proposed)
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
        missing=missing_sittings(subsets),
        recent=pace["recent"],
        running=now - (pace["first"] or now),
        is_open=campaign.state == Campaign.State.OPEN,
    )


def with_wanted(candidates: QuerySet[Candidate], campaign: Campaign) -> QuerySet[Any]:
    """As with_counts, each with how many ratings are `wanted` besides."""
    found: QuerySet[Any] = with_counts(candidates).annotate(
        wanted=wanted_there(campaign, "placement__subset__")
    )
    return found


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


def tell_values_given(candidates: list[Any], campaign: Campaign) -> None:
    """Each candidate of a page its `given`, how many values complete sittings gave it, and how
    many are `wanted`."""
    rows = (
        Rating.objects.filter(counting(), candidate__in=candidates, value__isnull=False)
        .order_by()
        .values_list("candidate")
        .annotate(Count("id"))
    )
    given = dict(rows)
    placed = Candidate.objects.filter(id__in=[candidate.id for candidate in candidates])
    wanted = placed.annotate(wanted=wanted_there(campaign, "placement__subset__"))
    wanted_of = dict(wanted.values_list("id", "wanted"))
    for candidate in candidates:
        candidate.given = given.get(candidate.id, 0)
        candidate.wanted = wanted_of[candidate.id]


def _complete(campaign: Campaign) -> QuerySet[Assignment]:
    return Assignment.objects.filter(annotator__campaign=campaign, state=COMPLETE)
