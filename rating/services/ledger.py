"""Keep where the ratings went, for pages that cannot count millions."""

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone

from campaigns.models import Campaign
from core.snapshot import snapshot
from rating.models import Ledger
from rating.selectors.ledger import count_ledger


def count_and_keep_ledger(campaign: Campaign) -> Ledger:
    with snapshot():
        fresh = Campaign.objects.get(id=campaign.pk)
        at, ratings = timezone.now(), count_ledger(fresh)
    return keep_ledger(fresh, ratings, version=fresh.ratings_version, counted_at=at)


def keep_ledger(
    campaign: Campaign, ratings: Mapping[str, int], *, version: int, counted_at: datetime
) -> Ledger:
    """In the place of the one before. Somebody who counted elsewhere has the numbers."""
    kept, _new = Ledger.objects.update_or_create(
        campaign=campaign,
        defaults={
            "ratings": dict(ratings),
            "ratings_version": version,
            "counted_at": counted_at,
        },
    )
    return kept
