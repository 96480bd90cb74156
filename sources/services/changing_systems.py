"""Rename a system and hide it, at any time: no rating depends on either."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.selectors.settled import has_ratings
from campaigns.services.audit import record
from campaigns.services.locking import answers_changed, lock_campaign
from sources.models import System
from sources.services.systems import refuse_taken_name, refuse_unless_valid


@transaction.atomic
def rename_system(*, system: System, name: str, by: User | None = None) -> System:
    """Rankings, leaderboard and files have the new name; what a release froze keeps the old.

    Raises SystemExists or Refused.
    """
    campaign = lock_campaign(system.campaign_id)
    system = System.objects.get(id=system.pk)
    former, name = system.name, name.strip()
    if name == former:
        return system
    refuse_taken_name(campaign, name, besides=system)
    if has_ratings(campaign) and former not in system.former_names:
        # From the first rating on there may be a release that has it.
        system.former_names = [*system.former_names, former]
    system.name = name
    refuse_unless_valid(system)
    system.save(update_fields=["name", "former_names"])
    record(campaign=campaign, by=by, action="rename system", system=name, former_name=former)
    return system


def hide_system(*, system: System, by: User | None = None) -> System:
    """Out of rankings, leaderboard, files and the next pooling; nobody loses a rating."""
    return _set_hidden(system, at=timezone.now(), by=by)


def show_system(*, system: System, by: User | None = None) -> System:
    return _set_hidden(system, at=None, by=by)


@transaction.atomic
def _set_hidden(system: System, *, at: datetime | None, by: User | None) -> System:
    """Hiding what is hidden, as showing what is shown, changes nothing."""
    campaign = lock_campaign(system.campaign_id)
    changed = System.objects.filter(id=system.pk, hidden_at__isnull=at is not None)
    if changed.update(hidden_at=at):
        answers_changed(campaign)
        action = "hide system" if at else "show system"
        record(campaign=campaign, by=by, action=action, system=system.name)
    return System.objects.get(id=system.pk)
