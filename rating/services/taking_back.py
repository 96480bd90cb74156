"""What the app before asks when it takes subsets back (pooling/services/sittings.py)."""

from django.db.models import QuerySet

from pooling.models import Subset
from rating.models import Assignment, SubsetTally


def wait_for_sittings(subsets: QuerySet[Subset]) -> None:
    """Inside a transaction. A rating is stored under the lock of its sitting alone."""
    # In one order for all who wait, so that no two wait for each other.
    list(_at(subsets).select_for_update().order_by("subset_id", "id").values_list("id"))


def delete_sittings(subsets: QuerySet[Subset]) -> None:
    _at(subsets).delete()
    SubsetTally.objects.filter(subset__in=subsets.order_by().values("id")).delete()


def _at(subsets: QuerySet[Subset]) -> QuerySet[Assignment]:
    return Assignment.objects.filter(subset__in=subsets.order_by().values("id"))
