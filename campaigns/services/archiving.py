"""Put a campaign away: out of the lists and only to be looked at, until it is brought back."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from regild.problems import N_


class CampaignArchived(Refused):
    """Nothing in it changes before it is brought back."""

    def __init__(self, slug: str) -> None:
        text = N_("%(campaign)s is archived: restore it to make changes.", campaign=slug)
        super().__init__("campaign_archived", text)


def archive_campaign(*, campaign: Campaign, by: User | None = None) -> Campaign:
    """Raises Refused while annotators can come: they would find nothing."""
    return _set_archived(campaign, at=timezone.now(), by=by)


def bring_back_campaign(*, campaign: Campaign, by: User | None = None) -> Campaign:
    """In the state it had; it can be opened then."""
    return _set_archived(campaign, at=None, by=by)


def refuse_archived(campaign: Campaign) -> None:
    """For what changes a campaign. Raises CampaignArchived."""
    if campaign.archived_at is not None:
        raise CampaignArchived(campaign.slug)


@transaction.atomic
def _set_archived(campaign: Campaign, *, at: datetime | None, by: User | None) -> Campaign:
    now = lock_campaign(campaign.pk)
    if at and now.state in (Campaign.State.OPEN, Campaign.State.PAUSED):
        text = N_(
            "%(campaign)s is not closed: close it before archiving it.", campaign=now.slug
        )
        raise Refused("campaign_state", text)
    if (now.archived_at is None) == (at is not None):
        now.archived_at = at
        now.save(update_fields=["archived_at"])
        action = "archive campaign" if at else "bring back campaign"
        record(campaign=now, by=by, action=action)
    return now
