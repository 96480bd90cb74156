"""How a sitting ends: answered, left alone, or with its campaign. Under the campaign's lock."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotators.services.limits import count_unread
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign, ratings_changed
from pooling.services.marking import mark_uneven
from rating.models import Assignment
from rating.selectors.judged import is_judged
from rating.selectors.sittings import (
    current_answers,
    finished_sentences,
    missing_candidates,
    sitting_sum,
    taken_along,
)
from rating.services.seats import omit_filled
from rating.services.tallying import forget, subsets_of

State = Assignment.State


def end_sitting(sitting: Assignment, *, now: datetime) -> None:
    """From now on it counts. The caller holds the lock of the campaign and of the sitting."""
    sitting.state = State.COMPLETE
    sitting.completed_at = now
    sitting.rated, sitting.median_ms = sitting_sum(sitting)
    count_unread(sitting, words=sitting.rated)
    sitting.network = ""
    sitting.save(
        update_fields=[
            *("state", "seat", "network", "completed_at"),
            *("remaining", "rated", "median_ms"),
        ]
    )
    forget(subsets_of(Assignment.objects.filter(id=sitting.pk)))
    ratings_changed(sitting.annotator.campaign_id, forgotten=True)


def end_answered(sitting: Assignment, campaign: Campaign, *, now: datetime) -> None:
    """With its last answer. One in which too little was judged gives its seat back."""
    if is_judged(sitting, campaign):
        end_sitting(sitting, now=now)
    else:
        _give_up(sitting)


def count_again(sitting: Assignment, campaign: Campaign, *, now: datetime) -> None:
    """What is left to answer, after something in the sitting was hidden or shown.

    An open one without anything left ends; one in which nothing was ever answered gives its
    seat back.
    """
    if sitting.state == State.OPEN:
        sitting.remaining = len(missing_candidates(sitting))
        sitting.save(update_fields=["remaining"])
        if not sitting.remaining:
            _end_unfinished(sitting, campaign, now=now, count_unfinished=False)
    else:
        # It ended unfinished and counts in part: perhaps in another part now. What others were
        # given because it did not count may be full by now.
        omit_filled(sitting, campaign)
        _count(sitting, _finished(sitting))
        end_sitting(sitting, now=sitting.completed_at or now)


def expire_assignments() -> int:
    """End what was left alone. Returns how many sittings gave their seat back."""
    due = _due(now=timezone.now())
    campaigns = due.order_by().values_list("annotator__campaign", flat=True).distinct()
    return sum(_expire_in(campaign) for campaign in campaigns)


@transaction.atomic
def _expire_in(campaign_id: int) -> int:
    return expire_due(lock_campaign(campaign_id), now=timezone.now())


def expire_due(campaign: Campaign, *, now: datetime) -> int:
    """As expire_assignments, for one campaign whose lock the caller holds."""
    return _end_all(_due(now=now).filter(annotator__campaign=campaign), campaign, now=now)


def give_seat(sitting_id: int, campaign: Campaign, *, now: datetime) -> bool:
    """End an open sitting for somebody else; whether its seat is free then."""
    return bool(_end_all(Assignment.objects.filter(id=sitting_id), campaign, now=now))


def end_open_sittings(campaign: Campaign, *, now: datetime) -> int:
    """When a campaign closes: whatever is left in them, they take nothing more."""
    opened = Assignment.objects.filter(annotator__campaign=campaign, state=State.OPEN)
    return _end_all(opened, campaign, now=now)


def _due(*, now: datetime) -> QuerySet[Assignment]:
    return Assignment.objects.filter(state=State.OPEN, expires_at__lte=now)


def _end_all(sittings: QuerySet[Assignment], campaign: Campaign, *, now: datetime) -> int:
    # Locked in one order, and looked at again under the lock: a rating may have come meanwhile
    # that the sitting's hold runs from.
    locked = sittings.select_for_update(no_key=True, of=("self",)).order_by("id")
    released = 0
    for sitting in locked.select_related("annotator"):
        released += not _end_unfinished(
            sitting, campaign, now=now, count_unfinished=campaign.count_unfinished
        )
    return released


def _end_unfinished(
    sitting: Assignment, campaign: Campaign, *, now: datetime, count_unfinished: bool
) -> bool:
    """Whether anything of it counts."""
    sitting.remaining = len(missing_candidates(sitting))
    counting = current_answers(sitting).exists()
    if counting and sitting.remaining:
        counting = count_unfinished and _count_finished(sitting)
    if counting and is_judged(sitting, campaign):
        end_sitting(sitting, now=now)
        return True
    _give_up(sitting)
    return False


def _give_up(sitting: Assignment) -> None:
    sitting.state, sitting.seat, sitting.network = State.EXPIRED, None, ""
    sitting.save(update_fields=["state", "seat", "network", "remaining"])


def _count_finished(sitting: Assignment) -> bool:
    """Of an unfinished sitting let only the finished sentences count, if there are any."""
    if ids := _finished(sitting):
        _count(sitting, ids)
    return bool(ids)


def _finished(sitting: Assignment) -> set[int]:
    """The answers that may count, of an unfinished sitting."""
    sitting.remaining = len(missing_candidates(sitting))
    answers = current_answers(sitting)
    finished = answers.filter(candidate__item__in=finished_sentences(sitting))
    # What was left out of it has ratings enough by others.
    counting = finished.exclude(candidate__omissions__assignment=sitting)
    ids = set(counting.values_list("id", flat=True))
    # What a round took along stays what it was.
    if sitting.subset_id is not None and sitting.state == State.COMPLETE:
        gone = taken_along(sitting)
        ids -= set(gone.filter(counts=False).values_list("id", flat=True))
        ids |= set(gone.filter(counts=True).values_list("id", flat=True))
    return ids


def _count(sitting: Assignment, ids: Collection[int]) -> None:
    answers = current_answers(sitting)
    answers.filter(id__in=ids).update(counts=True)
    answers.exclude(id__in=ids).update(counts=False)
    mark_uneven(subsets=[sitting.subset_id])
