"""How large the pool is, for pages that are looked at all day."""

from collections import Counter

from django.db.models import Count, Q, QuerySet

from campaigns.models import Campaign
from core.remembering import keep, recall
from pooling.models import Candidate
from pooling.selectors import origin_counts
from regild.pooling.pool import Origin

# Fewer are counted in a moment; more are counted once for each state of the pool.
MANY = 100_000
KEPT_SECONDS = 7 * 24 * 3600


def known_origin_counts(campaign: Campaign) -> Counter[Origin]:
    """As `origin_counts`. Of a large pool only what is hidden or left out is counted anew, for
    all else changes with the version of the pool. Not within a change of the pool itself, of
    which the campaign does not know yet."""
    key = f"pool:{campaign.pk}:{campaign.pool_version}:{campaign.sources_version}"
    everything = recall(key)
    if isinstance(everything, Counter):
        return everything - _by_origin(_out_of_play(campaign))
    found = origin_counts(campaign)
    if found.total() >= MANY:
        keep(key, _by_origin(_pooled(campaign)), seconds=KEPT_SECONDS)
    return found


def _pooled(campaign: Campaign) -> QuerySet[Candidate]:
    return Candidate.objects.filter(item__campaign=campaign, role=Candidate.Role.POOLED)


def _out_of_play(campaign: Campaign) -> QuerySet[Candidate]:
    items = campaign.items.filter(
        Q(hidden_at__isnull=False) | Q(group__in=campaign.excluded_targets)
    )
    hidden = _pooled(campaign).filter(hidden_at__isnull=False).values("id")
    left_out = _pooled(campaign).filter(item__in=items.values("id")).values("id")
    return Candidate.objects.filter(id__in=hidden.union(left_out))


def _by_origin(candidates: QuerySet[Candidate]) -> Counter[Origin]:
    rows = candidates.order_by().values_list("origin").annotate(Count("id"))
    return Counter(dict(rows))
