"""Switch what annotators are told on, off, or to a trial."""

import secrets
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Switch, Trial
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign


@transaction.atomic
def switch_encouragements(
    *, campaign: Campaign, changes: Mapping[str, str], by: User | None
) -> None:
    """Each encouragement that is given another state. One that is tried begins a new trial,
    which draws whoever joins from now on; switched on or off it ends, and its draws stay."""
    now, locked = timezone.now(), lock_campaign(campaign.pk)
    for name, state in changes.items():
        before = getattr(locked, name)
        if before == state:
            continue
        Trial.objects.filter(campaign=locked, encouragement=name, ended_at=None).update(
            ended_at=now
        )
        if state == Switch.TRIAL:
            Trial.objects.create(
                campaign=locked, encouragement=name, seed=secrets.randbits(31), began_at=now
            )
        Campaign.objects.filter(id=locked.pk).update(**{name: state})
        record(
            campaign=campaign,
            by=by,
            action="switch encouragement",
            encouragement=name,
            shown_before=before,
            shown=state,
        )
