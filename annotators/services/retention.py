"""Forget who annotators are once a closed campaign has no more use for it."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.proposers import forget_proposers


class Purge(NamedTuple):
    """`annotators` were made to be nobody, by campaign. `undated` campaigns are closed, but
    nobody knows since when; nothing of theirs was touched."""

    annotators: dict[str, int]
    undated: list[str]


def purge_personal_data(*, now: datetime) -> Purge:
    """Delete recruiting sites' ids, the hashes of those who proposed and optional answers where
    a campaign has been closed for longer than its `retention_days`. What they rated and
    proposed stays. Safe to run again."""
    purge = Purge({}, [])
    closed = Campaign.objects.filter(state=Campaign.State.CLOSED)
    for campaign in closed.order_by("slug"):
        if campaign.closed_at is None:
            purge.undated.append(campaign.slug)
        elif campaign.closed_at + timedelta(days=campaign.retention_days) <= now:
            count = _forget(campaign)
            if count:
                purge.annotators[campaign.slug] = count
    return purge


@transaction.atomic
def _forget(campaign: Campaign) -> int:
    known = Annotator.objects.filter(campaign=campaign).exclude(
        recruited={}, answers={}, person="", site_status=""
    )
    count = known.update(recruited={}, answers={}, person="", site_status="")
    if forget_proposers(campaign) or count:
        audit.record(campaign=campaign, by=None, action="purge personal data", annotators=count)
    return count
