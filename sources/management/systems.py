"""What commands about a system of a campaign share."""

from django.core.management.base import CommandError

from campaigns.management.pipeline import campaign_to_change
from sources.models import System


def system_named(slug: str, name: str) -> System:
    campaign = campaign_to_change(slug)
    try:
        return campaign.systems.get(name=name)
    except System.DoesNotExist as missing:
        known = ", ".join(campaign.systems.values_list("name", flat=True)[:20]) or "none yet"
        raise CommandError(f"{slug} has no system {name!r}; there is {known}") from missing
