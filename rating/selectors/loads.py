"""How many ratings candidates have or may yet get, candidate by candidate.

Nearly every subset is even: its candidates have one rating of each sitting that is complete,
and may get one of each that is open, so that its numbered seats say all. Where ratings came
from elsewhere, or a candidate was hidden while others rated, the subset is uneven and counted
here. To be read under the lock of the campaign: what is handed out goes by it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotators.models import Annotator
from campaigns.models import Campaign
from pooling.models import Candidate, Placement
from rating.models import Assignment, Omission, Rating
from rating.selectors.counting import counting
from rating.selectors.sittings import placements_in_play, subsets_seen
from regild.rating.allocation import Offer


def seat_offers(campaign: Campaign) -> list[Offer]:
    """Every subset as allocation sees it."""
    taken: defaultdict[int, set[int]] = defaultdict(set)
    for subset_id, seat in Assignment.objects.filter(
        subset__campaign=campaign, seat__isnull=False
    ).values_list("subset_id", "seat"):
        if subset_id is not None and seat is not None:
            taken[subset_id].add(seat)
    subsets = list(campaign.subsets.order_by("number").values_list("id", "uneven"))
    least = least_loads(id for id, uneven in subsets if uneven)
    return [
        Offer(id, frozenset(taken[id]), least.get(id, len(taken[id])))
        for id, _uneven in subsets
    ]


def least_loads(subsets: Iterable[int]) -> dict[int, int]:
    """Of each of these subsets the load of its candidate that has the smallest. A subset of
    which nothing is in play is missing."""
    wanted = list(subsets)
    if not wanted:
        return {}
    loads = loads_in(wanted)
    least: dict[int, int] = {}
    in_play = placements_in_play().filter(subset__in=wanted)
    for subset, candidate in in_play.order_by().values_list("subset_id", "candidate_id"):
        load = loads[subset][candidate]
        least[subset] = min(load, least.get(subset, load))
    return least


def loads_in(
    subsets: Collection[int], *, but_of: Assignment | None = None
) -> dict[int, dict[int, int]]:
    """Subset → candidate → its load, leaving out what one sitting adds to it. Of hidden
    candidates too: a lead may show them again while a sitting is under way."""
    if not subsets:
        return {}
    wanted = list(subsets)
    placed: defaultdict[int, dict[int, int]] = defaultdict(dict)
    rated = rated_loads(
        Rating.objects.filter(candidate__placement__subset__in=wanted), but_of=but_of
    )
    held = _held(Assignment.objects.filter(subset__in=wanted), but_of=but_of)
    places = Placement.objects.filter(subset__in=wanted).order_by()
    for subset, candidate in places.values_list("subset_id", "candidate_id"):
        open_sittings = held.by_subset[subset] - held.omitted[candidate]
        placed[subset][candidate] = rated[candidate] + open_sittings
    return dict(placed)


def rated_loads(ratings: QuerySet[Rating], *, but_of: Assignment | None = None) -> Counter[int]:
    """Candidate → answers that count, 'I cannot judge this' too: it used up a seat."""
    counted = ratings.filter(counting())
    if but_of is not None:
        counted = counted.exclude(assignment=but_of)
    return Counter(dict(counted.order_by().values_list("candidate").annotate(Count("id"))))


def least_rated(campaign: Campaign) -> dict[int, int]:
    """Of each uneven subset the ratings of its pooled candidate in play that has the fewest."""
    uneven = list(campaign.subsets.filter(uneven=True).values_list("id", flat=True))
    if not uneven:
        return {}
    rated = rated_loads(Rating.objects.filter(candidate__placement__subset__in=uneven))
    pooled = placements_in_play().filter(
        subset__in=uneven, candidate__role=Candidate.Role.POOLED
    )
    least: dict[int, int] = {}
    for subset, candidate in pooled.values_list("subset_id", "candidate_id"):
        least[subset] = min(rated[candidate], least.get(subset, rated[candidate]))
    return least


class _Held(NamedTuple):
    """Open sittings by subset, and how many of them go without a candidate."""

    by_subset: Counter[int | None]
    omitted: Counter[int]


def _held(sittings: QuerySet[Assignment], *, but_of: Assignment | None) -> _Held:
    opened = sittings.filter(state=Assignment.State.OPEN)
    if but_of is not None:
        opened = opened.exclude(id=but_of.pk)
    subsets = dict(opened.values_list("id", "subset_id"))
    omitted = Omission.objects.filter(assignment__in=subsets)
    return _Held(
        Counter(subsets.values()), Counter(omitted.values_list("candidate_id", flat=True))
    )


def candidate_loads(candidates: QuerySet[Candidate]) -> Counter[int]:
    """Candidate → load, wherever it is placed, hidden or not."""
    wanted = candidates.order_by().values("id")
    loads = rated_loads(Rating.objects.filter(candidate__in=wanted))
    placed = Placement.objects.filter(candidate__in=wanted).order_by()
    held = _held(Assignment.objects.filter(subset__in=placed.values("subset")), but_of=None)
    if held.by_subset:
        for candidate, subset in placed.values_list("candidate_id", "subset_id"):
            loads[candidate] += held.by_subset[subset] - held.omitted[candidate]
    return loads


class Coverage(NamedTuple):
    """How many subsets there are, and how many reached the campaign's minimum."""

    subsets: int
    enough: int


def coverage(campaign: Campaign) -> Coverage:
    complete = Count("assignments", filter=Q(assignments__state=Assignment.State.COMPLETE))
    found = campaign.subsets.annotate(complete=complete).aggregate(
        subsets=Count("id"),
        even=Count("id", filter=Q(uneven=False, complete__gte=campaign.min_ratings)),
        uneven=Count("id", filter=Q(uneven=True)),
    )
    least = least_rated(campaign) if found["uneven"] else {}
    enough = sum(ratings >= campaign.min_ratings for ratings in least.values())
    return Coverage(found["subsets"], found["even"] + enough)


def subset_left(annotator: Annotator, *, now: datetime) -> bool:
    """Whether the annotator could take another subset now."""
    return not subsets_with_room(annotator.campaign, now=now) <= subsets_seen(annotator)


def is_full(campaign: Campaign, *, now: datetime) -> bool:
    """Whether somebody who came now would find nothing to rate."""
    return not subsets_with_room(campaign, now=now)


def subsets_with_room(campaign: Campaign, *, now: datetime) -> set[int]:
    """Where another sitting could be given. A sitting whose hold ran out holds no seat here:
    its seat is given back before anybody is refused one."""
    seats = seats_of(campaign)
    overdue = Q(assignments__state=Assignment.State.OPEN, assignments__expires_at__lte=now)
    held = Count("assignments", filter=Q(assignments__seat__isnull=False) & ~overdue)
    in_play = placements_in_play().filter(subset=OuterRef("pk"))
    even = campaign.subsets.filter(Exists(in_play), uneven=False).annotate(held=held)
    room = set(even.filter(held__lt=seats).values_list("id", flat=True))
    uneven = campaign.subsets.filter(uneven=True).values_list("id", flat=True)
    return room | {id for id, load in least_loads(uneven).items() if load < seats}


def seats_of(campaign: Campaign) -> int:
    """How many sittings a candidate is handed out for."""
    return campaign.min_ratings if campaign.stop_at_min else campaign.max_ratings
