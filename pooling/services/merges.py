"""What a lead decides about merged spellings; the next pooling goes by it."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign, sources_changed
from campaigns.services.settling import refuse_once_settled
from pooling.models import Merge


@transaction.atomic
def confirm_merges(
    *, campaign: Campaign, merges: QuerySet[Merge], by: User | None = None
) -> int:
    """These spellings are rightly the same; returns how many were not confirmed before."""
    lock_campaign(campaign.pk)
    # By id, for a filtered list may join what an UPDATE cannot.
    confirmed = Merge.objects.filter(
        id__in=merges.values("id"), undone_at__isnull=True, confirmed_at__isnull=True
    ).update(confirmed_at=timezone.now())
    record(campaign=campaign, by=by, action="confirm merges", merges=confirmed)
    return confirmed


@transaction.atomic
def undo_merge(*, merge: Merge, by: User | None = None) -> None:
    """Keep this spelling apart at the next pooling. Raises RatingsExist: its candidate may
    have been rated as both."""
    _set_undone(merge, undone=True, by=by)


@transaction.atomic
def redo_merge(*, merge: Merge, by: User | None = None) -> None:
    """Fold the spelling in again at the next pooling. Raises RatingsExist."""
    _set_undone(merge, undone=False, by=by)


def _set_undone(merge: Merge, *, undone: bool, by: User | None) -> None:
    campaign = lock_campaign(merge.item.campaign_id)
    refuse_once_settled(campaign)
    # By what it says: pooling lists merges anew, and this one's row may be another meanwhile.
    Merge.objects.filter(
        item=merge.item_id, spelling=merge.spelling, source=merge.source
    ).update(undone_at=timezone.now() if undone else None, confirmed_at=None)
    record(
        campaign=campaign,
        by=by,
        action="undo merge" if undone else "redo merge",
        sentence=merge.item.key,
        spelling=merge.spelling,
        text=merge.text,
    )
    sources_changed(campaign.pk)
