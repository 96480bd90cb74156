"""How many ratings candidates have or may yet get, candidate by candidate.

Nearly every subset is even: its candidates have one rating of each sitting that is complete,
and may get one of each that is open, so that its numbered seats say all. Where ratings came
from elsewhere, or a candidate was hidden while others rated, the subset is uneven and counted
here. To be read under the lock of the campaign: what is handed out goes by it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotators.models import Annotator
from campaigns.models import Campaign
from pooling.models import Candidate, Placement
from pooling.selectors.seats import given_there, own_seats_of, seats_given, seats_wanted
from rating.models import Assignment, Omission, Rating
from rating.selectors.counting import counting
from rating.selectors.sittings import placements_given, subsets_seen
from rating.selectors.tallies import Tallies, pooled_places, tallies_of
from regild.rating.allocation import Offer
from regild.rating.tally import fewest, lack, tally_of


def seat_offers(campaign: Campaign, tallies: Tallies) -> list[Offer]:
    """Every subset as allocation sees it; an uneven one of which nothing is in play is none."""
    taken: defaultdict[int, set[int]] = defaultdict(set)
    sat: defaultdict[int, set[int]] = defaultdict(set)
    opened: Counter[int] = Counter()
    for subset_id, seat, state, annotator in Assignment.objects.filter(
        subset__campaign=campaign, seat__isnull=False
    ).values_list("subset_id", "seat", "state", "annotator_id"):
        if subset_id is not None and seat is not None:
            taken[subset_id].add(seat)
            sat[subset_id].add(annotator)
            opened[subset_id] += state == Assignment.State.OPEN
    loads = _uneven_loads(campaign, tallies, opened)
    offers = []
    for id, (uneven, own, calibration) in tallies.subsets.items():
        load: int | None = len(taken[id])
        least = seats_wanted(campaign, own)
        missing: float = max(least - len(taken[id]), 0)
        if uneven:
            load, missing = fewest(loads[id]), lack(loads[id], least=least)
        if load is not None:
            seats = seats_given(campaign, own)
            held, people = frozenset(taken[id]), frozenset(sat[id])
            offers.append(Offer(id, held, load, missing, seats, own, people, calibration))
    return offers


def _uneven_loads(
    campaign: Campaign, tallies: Tallies, opened: Mapping[int, int]
) -> dict[int, list[int]]:
    """Uneven subset → its candidates with a load of 0, of 1, and so on; where so many sittings
    are open at it. Counted one by one only where one of these goes without a candidate, or one
    elsewhere has an answer for a candidate that has come here."""
    parted = {
        *_with_omissions(id for id in tallies.counts if opened.get(id)),
        *_awaiting(id for id in tallies.counts if tallies.subsets[id].seats is not None),
    }
    loads = {
        id: [0] * opened.get(id, 0) + counts if counts else []
        for id, counts in tallies.counts.items()
        if id not in parted
    }
    if parted:
        each = loads_in(parted)
        found: defaultdict[int, list[int]] = defaultdict(list)
        places = pooled_places(campaign).filter(subset__in=parted).order_by()
        for subset, candidate in places.values_list("subset_id", "candidate_id"):
            found[subset].append(each[subset][candidate])
        loads |= {subset: tally_of(found[subset]) for subset in parted}
    return loads


def _with_omissions(subsets: Iterable[int]) -> list[int]:
    wanted = list(subsets)
    if not wanted:
        return []
    sittings = Assignment.objects.filter(
        Exists(Omission.objects.filter(assignment=OuterRef("pk"))),
        subset__in=wanted,
        state=Assignment.State.OPEN,
    )
    found = sittings.order_by().values_list("subset_id", flat=True).distinct()
    return [id for id in found if id is not None]


def _awaiting(subsets: Iterable[int]) -> list[int]:
    """Of subsets with a number of their own those that hold candidates of which open sittings
    elsewhere have an answer that is going to count."""
    wanted = list(subsets)
    if not wanted:
        return []
    answers = Rating.objects.filter(
        candidate__placement__subset__in=wanted,
        assignment__state=Assignment.State.OPEN,
        superseded_at__isnull=True,
    ).exclude(candidate__placement__subset=F("assignment__subset"))
    return [
        *answers.order_by().values_list("candidate__placement__subset", flat=True).distinct()
    ]


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
    rated += _taken_along(Q(candidate__placement__subset__in=wanted), but_of=but_of)
    held = _held(Assignment.objects.filter(subset__in=wanted), but_of=but_of)
    places = Placement.objects.filter(subset__in=wanted).order_by()
    for subset, candidate in places.values_list("subset_id", "candidate_id"):
        open_sittings = held.by_subset[subset] - held.omitted[subset, candidate]
        placed[subset][candidate] = rated[candidate] + open_sittings
    return dict(placed)


def rated_loads(ratings: QuerySet[Rating], *, but_of: Assignment | None = None) -> Counter[int]:
    """Candidate → answers that count, 'I cannot judge this' too: it used up a seat."""
    counted = ratings.filter(counting())
    if but_of is not None:
        counted = counted.exclude(assignment=but_of)
    return Counter(dict(counted.order_by().values_list("candidate").annotate(Count("id"))))


class _Held(NamedTuple):
    """Open sittings by subset, and how many of them go without a candidate of it. One may go
    without a candidate that stands in another subset by now."""

    by_subset: Counter[int | None]
    omitted: Counter[tuple[int | None, int]]


def _held(sittings: QuerySet[Assignment], *, but_of: Assignment | None) -> _Held:
    opened = sittings.filter(state=Assignment.State.OPEN)
    if but_of is not None:
        opened = opened.exclude(id=but_of.pk)
    subsets = dict(opened.values_list("id", "subset_id"))
    omitted = Omission.objects.filter(assignment__in=subsets)
    gone_without = omitted.values_list("assignment_id", "candidate_id")
    return _Held(
        Counter(subsets.values()),
        Counter((subsets[sitting], candidate) for sitting, candidate in gone_without),
    )


def _taken_along(wanted: Q, *, but_of: Assignment | None) -> Counter[int]:
    """Candidate → answers of open sittings whose subset it has left: they will count."""
    answers = Rating.objects.filter(
        wanted, assignment__state=Assignment.State.OPEN, superseded_at__isnull=True
    ).exclude(candidate__placement__subset=F("assignment__subset"))
    answers = answers.exclude(candidate__omissions__assignment=F("assignment"))
    if but_of is not None:
        answers = answers.exclude(assignment=but_of)
    return Counter(dict(answers.order_by().values_list("candidate").annotate(Count("id"))))


def candidate_loads(
    candidates: QuerySet[Candidate], *, but_of: Assignment | None = None
) -> Counter[int]:
    """Candidate → load, wherever it is placed, hidden or not; without what one sitting adds."""
    wanted = candidates.order_by().values("id")
    loads = rated_loads(Rating.objects.filter(candidate__in=wanted), but_of=but_of)
    loads += _taken_along(Q(candidate__in=wanted), but_of=but_of)
    placed = Placement.objects.filter(candidate__in=wanted).order_by()
    held = _held(Assignment.objects.filter(subset__in=placed.values("subset")), but_of=but_of)
    if held.by_subset:
        for candidate, subset in placed.values_list("candidate_id", "subset_id"):
            loads[candidate] += held.by_subset[subset] - held.omitted[subset, candidate]
    return loads


def subset_left(annotator: Annotator, *, now: datetime) -> bool:
    """Whether the annotator could take another subset now."""
    return not subsets_with_room(annotator.campaign, now=now) <= subsets_seen(annotator)


def is_full(campaign: Campaign, *, now: datetime) -> bool:
    """Whether somebody who came now would find nothing to rate."""
    return not subsets_with_room(campaign, now=now)


def subsets_with_room(campaign: Campaign, *, now: datetime) -> set[int]:
    """Where another sitting could be given. A sitting whose hold ran out holds no seat here:
    its seat is given back before anybody is refused one."""
    overdue = Q(assignments__state=Assignment.State.OPEN, assignments__expires_at__lte=now)
    held = Count("assignments", filter=Q(assignments__seat__isnull=False) & ~overdue)
    in_play = placements_given(campaign).filter(subset=OuterRef("pk"))
    even = campaign.subsets.filter(Exists(in_play), uneven=False).annotate(held=held)
    room = set(even.filter(held__lt=given_there(campaign)).values_list("id", flat=True))
    loads = _least_loads(campaign, now=now)
    own = own_seats_of(campaign) if loads else {}
    return room | {
        id for id, load in loads.items() if load < seats_given(campaign, own.get(id))
    }


def _least_loads(campaign: Campaign, *, now: datetime) -> dict[int, int]:
    """Of each uneven subset that has any candidate in play."""
    tallies = tallies_of(campaign)
    opened = Assignment.objects.filter(
        subset__in=tallies.counts, state=Assignment.State.OPEN, expires_at__gt=now
    )
    loads = (
        _uneven_loads(campaign, tallies, Counter(opened.values_list("subset_id", flat=True)))
        if tallies.counts
        else {}
    )
    least = {id: fewest(counts) for id, counts in loads.items()}
    return {id: load for id, load in least.items() if load is not None}
