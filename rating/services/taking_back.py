"""What the app before asks when it takes subsets back, or changes them where people sat
(pooling/services/sittings.py)."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.locking import ratings_changed
from pooling.models import Subset
from rating.models import Assignment, Omission, SubsetTally
from rating.selectors.sittings import counting_in_part
from rating.services import ending


def wait_for_sittings(subsets: QuerySet[Subset]) -> None:
    """Inside a transaction. A rating is stored under the lock of its sitting alone."""
    # In one order for all who wait, so that no two wait for each other.
    list(_at(subsets).select_for_update().order_by("subset_id", "id").values_list("id"))


def delete_sittings(subsets: QuerySet[Subset]) -> None:
    _at(subsets).delete()
    SubsetTally.objects.filter(subset__in=subsets.order_by().values("id")).delete()


def leave_out(placed: Collection[tuple[int, int]]) -> None:
    """A sitting that was left alone asks anew what is part of it."""
    added: defaultdict[int, list[int]] = defaultdict(list)
    for subset, candidate in placed:
        added[subset].append(candidate)
    sittings = Assignment.objects.filter(subset__in=added).order_by("id")
    Omission.objects.bulk_create(
        (
            Omission(assignment_id=sitting, candidate_id=candidate)
            for sitting, subset in sittings.values_list("id", "subset_id")
            if subset is not None
            for candidate in added[subset]
        ),
        batch_size=5_000,
    )


def count_again(campaign: Campaign, subsets: Collection[int]) -> None:
    """Under the lock of the campaign."""
    unfinished = Assignment.objects.filter(
        counting_in_part(), subset__in=subsets, state=Assignment.State.COMPLETE
    )
    locked = unfinished.select_for_update(no_key=True, of=("self",)).order_by("id")
    sittings = [*locked.select_related("annotator")]
    for sitting in sittings:
        ending.count_again(sitting, campaign, now=timezone.now())
    if sittings:
        ratings_changed(campaign.pk, forgotten=True)


def _at(subsets: QuerySet[Subset]) -> QuerySet[Assignment]:
    return Assignment.objects.filter(subset__in=subsets.order_by().values("id"))
