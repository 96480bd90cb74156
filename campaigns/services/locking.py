"""The one lock of a campaign, and the versions by which what has become old is known.

Whatever changes what annotators are shown or what counts is decided under this lock, and takes
it before any other row: what was read before it may be true no more, and two who wait for each
other's rows would wait for ever. On SQLite every transaction that writes has the whole database
to itself, so the same order holds there anyway.
"""

from typing import Any

from django.db import connection
from django.db.models import Case, F, PositiveBigIntegerField, When
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.patience import wait_no_longer

# Of PostgreSQL's advisory locks those of plans: nothing else here takes any.
_PLANS = 1


def lock_campaign(campaign_id: int) -> Campaign:
    """The campaign as it is now, kept so until the caller's transaction ends."""
    wait_no_longer()
    # NO KEY: rows that only point at the campaign, such as a new annotator, need not wait.
    return Campaign.objects.select_for_update(no_key=True, of=("self",)).get(id=campaign_id)


def lock_plan(campaign_id: int) -> None:
    """Before the lock of the campaign: whoever stores or deletes candidates and their places
    waits for another who does, and may take minutes over it; annotators never wait for it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Two numbers of 32 bits are what it takes.
            parameters = [_PLANS, campaign_id % 2**31]
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", parameters)


def sources_changed(campaign_id: int) -> None:
    """Pooling again would give another pool. Under the lock."""
    basis_changed(campaign_id, sources_version=F("sources_version") + 1)


def answers_changed(campaign: Campaign) -> None:
    """Systems answer otherwise than before: where that is pooled, there would be another pool.
    Under the lock."""
    if task_of(campaign).pools_answers:
        sources_changed(campaign.pk)
    else:
        basis_changed(campaign.pk)


def ratings_changed(campaign_id: int, *, forgotten: bool = False) -> None:
    """Other ratings count than before. Under the lock.

    `forgotten`: the tallies of the subsets that it concerns are; of all others they still hold.
    """
    moved = F("ratings_version") + 1
    changes: dict[str, Any] = {"ratings_version": moved}
    if forgotten:
        # Those that held before hold on; those that did not still do not.
        held = When(tallied_version=F("ratings_version"), then=moved)
        changes["tallied_version"] = Case(
            held, default=F("tallied_version"), output_field=PositiveBigIntegerField()
        )
    basis_changed(campaign_id, **changes)


def all_tallied(campaign_id: int) -> None:
    """The tallies are of the ratings that count now. Under the lock."""
    Campaign.objects.filter(id=campaign_id).update(tallied_version=F("ratings_version"))


def basis_changed(campaign_id: int, **versions: Any) -> None:
    """Something that measures rest on is different now: whoever measures again by itself waits
    until nothing more changes. Under the lock."""
    Campaign.objects.filter(id=campaign_id).update(basis_changed_at=timezone.now(), **versions)
