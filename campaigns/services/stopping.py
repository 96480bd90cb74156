"""Say that a campaign has ratings enough, where its lead wants to be told."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Webhook
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign
from campaigns.services.webhooks import announce


@transaction.atomic
def say_stop(*, campaign: Campaign, **told: Any) -> Campaign.Stopping:
    """What is to happen now; nothing where the rule is off, or said so before: it says so once,
    until a lead switches it anew."""
    locked = lock_campaign(campaign.pk)
    if locked.stopping == Campaign.Stopping.OFF or locked.stopped_at:
        return Campaign.Stopping.OFF
    now = timezone.now()
    Campaign.objects.filter(id=locked.pk).update(stopped_at=now)
    record(campaign=locked, by=None, action="ranking settled", **told)
    announce(locked, Webhook.Event.SETTLED, key=f"settled:{now.isoformat()}", **told)
    return Campaign.Stopping(locked.stopping)
