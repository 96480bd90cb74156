"""The one lock of a campaign, and the versions by which what has become old is known.

Whatever changes what annotators are shown or what counts is decided under this lock, and takes
it before any other row: what was read before it may be true no more, and two who wait for each
other's rows would wait for ever. On SQLite every transaction that writes has the whole database
to itself, so the same order holds there anyway.
"""

from django.db.models import F

from campaigns.models import Campaign


def lock_campaign(campaign_id: int) -> Campaign:
    """The campaign as it is now, kept so until the caller's transaction ends."""
    # NO KEY: rows that only point at the campaign, such as a new annotator, need not wait.
    return Campaign.objects.select_for_update(no_key=True, of=("self",)).get(id=campaign_id)


def sources_changed(campaign_id: int) -> None:
    """Pooling again would give another pool. Under the lock."""
    Campaign.objects.filter(id=campaign_id).update(sources_version=F("sources_version") + 1)


def ratings_changed(campaign_id: int) -> None:
    """Other ratings count than before. Under the lock."""
    Campaign.objects.filter(id=campaign_id).update(ratings_version=F("ratings_version") + 1)
