"""Take candidates out of the subsets that annotators were given. Under the campaign's lock."""

from collections.abc import Iterable

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from pooling.models import Placement, Subset
from pooling.services.marking import mark_uneven

IDS_AT_A_TIME = 5_000


def free_candidates(candidates: Iterable[int], *, subsets: Iterable[int]) -> int:
    """Those that stand in one of these subsets; the next dispatch places them anew. Whoever sat
    there finds what is left, in its order. Returns how many."""
    there, wanted = sorted(set(subsets)), sorted(set(candidates))
    freed = 0
    for start in range(0, len(wanted), IDS_AT_A_TIME):
        some = Placement.objects.filter(
            candidate__in=wanted[start : start + IDS_AT_A_TIME], subset__in=there
        )
        freed += some.delete()[0]
    if freed:
        held = Placement.objects.filter(subset=OuterRef("pk")).order_by().values("subset")
        counted = Subquery(held.annotate(n=Count("id")).values("n"))
        Subset.objects.filter(id__in=there).update(size=Coalesce(counted, 0))
        # What is left may be rated as often as before; a seat tells it no more of all.
        mark_uneven(subsets=there)
    return freed
