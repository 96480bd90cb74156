"""Keep what the candidates of uneven subsets have. Under the lock of the campaign.

Whoever changes what counts in some subsets forgets what was counted in these, and says so to
`ratings_changed`; where somebody does not, all of the campaign is counted again.
"""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import F, Q, QuerySet

from campaigns.models import Campaign
from campaigns.services.locking import all_tallied, lock_campaign
from pooling.models import Placement, Subset
from rating.models import Assignment, Rating, SubsetTally
from rating.selectors.tallies import Tallies, tallies_of


def forget(subsets: Iterable[int | None]) -> None:
    found = {id for id in subsets if id is not None}
    if found:
        SubsetTally.objects.filter(subset__in=found).delete()


def kept_tallies(campaign: Campaign) -> Tallies:
    """As they are now; what had to be counted is stored."""
    found = tallies_of(campaign)
    if found.fresh:
        _store(campaign, found)
    return found


def keep_all_tallies() -> None:
    """Of campaigns where nobody who rates would: pages need not count what is kept."""
    known = Q(tally__isnull=False, campaign__tallied_version=F("campaign__ratings_version"))
    lacking = Subset.objects.filter(uneven=True).exclude(known).order_by()
    for campaign in lacking.values_list("campaign", flat=True).distinct():
        with transaction.atomic():
            kept_tallies(lock_campaign(campaign))


def _store(campaign: Campaign, found: Tallies) -> None:
    if campaign.tallied_version != campaign.ratings_version:
        SubsetTally.objects.filter(subset__campaign=campaign).delete()
    SubsetTally.objects.bulk_create(
        (SubsetTally(subset_id=id, counts=found.counts[id]) for id in sorted(found.fresh)),
        batch_size=5_000,
    )
    all_tallied(campaign.pk)


def subsets_of(sittings: QuerySet[Assignment]) -> Collection[int]:
    """Where what they rated is placed: of imported ones that is all over the campaign, of
    others where candidates stand that a round took out of their subset."""
    own = set(sittings.order_by().values_list("subset_id", flat=True))
    rated = Rating.objects.filter(assignment__in=sittings.order_by().values("id"))
    placed = Placement.objects.filter(candidate__in=rated.values("candidate"))
    elsewhere = placed.order_by().values_list("subset_id", flat=True).distinct()
    return {id for id in own if id is not None}.union(elsewhere)
