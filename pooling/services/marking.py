"""What is noted of a subset once it is shown, or once its candidates differ."""

from collections.abc import Collection, Iterable

from django.db.models import Sum
from django.utils import timezone

from campaigns.models import Campaign
from pooling.models import Placement, Subset


def fix_subset(*, subset_id: int) -> None:
    """An annotator is shown this subset: from now on nothing in it moves."""
    Subset.objects.filter(id=subset_id, fixed_at__isnull=True).update(fixed_at=timezone.now())


def imported_ratings(campaign: Campaign) -> int:
    """How many candidates were rated elsewhere, annotator by annotator."""
    people = campaign.annotators.filter(source="imported")
    found = people.aggregate(rated=Sum("assignments__rated", default=0))
    return int(found["rated"])


def mark_rated(campaign: Campaign, *, only: Collection[int] | None = None) -> None:
    """Subsets with candidates that were rated before they were placed: elsewhere, or where they
    stood before the categories were revised. `only` of these: of others somebody may take one
    who holds the campaign's lock and waits for the subset's."""
    placed = Placement.objects.filter(
        subset__campaign=campaign,
        subset__fixed_at__isnull=True,
        candidate__ratings__isnull=False,
    )
    if only is not None:
        placed = placed.filter(subset__in=only)
    mark_uneven(subsets=placed.values_list("subset_id", flat=True).order_by().distinct())


def mark_uneven(*, subsets: Iterable[int | None]) -> None:
    """Candidates of these may differ from now on in how many ratings they have."""
    Subset.objects.filter(id__in=[id for id in subsets if id is not None]).update(uneven=True)
