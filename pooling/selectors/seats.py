"""How many annotators a subset is for: its own number, or what its campaign says.

`own` is `Subset.seats`; a subset with a number of its own wants as many annotators as it takes.
"""

from typing import Any

from django.db.models import Count, F, QuerySet, Value
from django.db.models.functions import Coalesce, Least

from campaigns.models import Campaign
from campaigns.selectors.audit import audit_entries
from pooling.models import Candidate, Placement, Subset
from regild.pooling.portions import SeatsPlanned

# What is annotated more than once is so by so many at least; nothing is by more than most.
MULTIPLE = 2
MOST_SEATS = 99


def seats_wanted(campaign: Campaign, own: int | None) -> int:
    return campaign.min_ratings if own is None else own


def most_seats(campaign: Campaign, own: int | None) -> int:
    """No candidate gets more ratings that count."""
    return campaign.max_ratings if own is None else own


def seats_given(campaign: Campaign, own: int | None) -> int:
    """For how many sittings it is handed out."""
    if own is None and campaign.stop_at_min:
        return campaign.min_ratings
    return most_seats(campaign, own)


def wanted_there(campaign: Campaign, subset: str = "") -> Coalesce:
    """In the database; `subset` is the lookup that leads there."""
    return Coalesce(F(f"{subset}seats"), Value(campaign.min_ratings))


def given_there(campaign: Campaign, subset: str = "") -> Coalesce:
    return Coalesce(F(f"{subset}seats"), Value(seats_given(campaign, None)))


def needed_there(least: int, subset: str = "") -> Coalesce:
    """Of a report or a release that asks for `least`: what is for fewer needs only those."""
    return Coalesce(Least(F(f"{subset}seats"), Value(least)), Value(least))


def own_numbers(campaign: Campaign) -> dict[str, list[int]]:
    """For a policy: {"seats": [1, 2, 5]}; nothing where no subset has a number of its own."""
    own = campaign.subsets.filter(seats__isnull=False).order_by("seats")
    found = [*filter(None, own.values_list("seats", flat=True).distinct())]
    return {"seats": found} if found else {}


def share_dispatched(campaign: Campaign) -> dict[str, Any]:
    """What the newest plan has annotated more than once, and how often; nothing where all of it
    is as the campaign says."""
    newest = audit_entries(campaign, action="dispatch").first()
    told = {} if newest is None else newest.detail
    return {name: told[name] for name in ("double_share", "times") if name in told}


def own_seats(subset_id: int | None) -> int | None:
    """None too for what stands in no subset."""
    if subset_id is None:
        return None
    return Subset.objects.filter(id=subset_id).values_list("seats", flat=True).first()


def own_seats_of(campaign: Campaign) -> dict[int, int]:
    """Subset → its own number, where it has one."""
    rows = campaign.subsets.filter(seats__isnull=False).order_by().values_list("id", "seats")
    return {id: seats for id, seats in rows if seats is not None}


def most_wanted(campaign: Campaign) -> int:
    """Of all its candidates."""
    return max([campaign.min_ratings, *set(own_seats_of(campaign).values())])


def own_seats_of_candidates(campaign: Campaign) -> dict[int, int]:
    """Pooled candidate → the number of its subset, where that is its own."""
    placed: Any = Candidate.objects.filter(
        item__campaign=campaign,
        role=Candidate.Role.POOLED,
        placement__subset__seats__isnull=False,
    )
    return dict(placed.order_by().values_list("id", "placement__subset__seats").iterator())


def seats_stored(subsets: QuerySet[Subset]) -> list[SeatsPlanned]:
    """Of those with a number of their own, fewest first."""
    rows = (
        Placement.objects.filter(
            subset__in=subsets,
            subset__seats__isnull=False,
            candidate__role=Candidate.Role.POOLED,
        )
        .order_by("subset__seats")
        .values_list("subset__seats")
        .annotate(
            Count("subset", distinct=True), Count("candidate__item", distinct=True), Count("id")
        )
    )
    return [SeatsPlanned(*row) for row in rows]
