"""Campaigns whose first gold is to be looked at again without being asked for."""

from collections.abc import Iterator
from datetime import datetime

from campaigns.models import Campaign
from campaigns.selectors.due import is_due, is_tried
from proposing.models import FIRST_GOLD
from proposing.selectors.reports import is_old, report_of, reports_wanted


def due_first_golds(*, now: datetime) -> Iterator[Campaign]:
    for campaign in reports_wanted():
        if _is_due(campaign, now=now) and not is_tried(campaign, FIRST_GOLD):
            yield campaign


def _is_due(campaign: Campaign, *, now: datetime) -> bool:
    changed, latest = campaign.basis_changed_at, report_of(campaign)
    if changed is None:
        return False
    if latest is None:
        return is_due(changed=changed, began=None, made=None, now=now)
    due = is_due(changed=changed, began=latest.began_at, made=latest.made_at, now=now)
    return due and is_old(latest, campaign)
