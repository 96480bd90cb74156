"""What has become of a sitting that its annotator left, and what they may do next.

Read without the lock, for what a page says: taking a sitting decides it anew.
"""

from datetime import datetime

from django.utils import timezone

from annotators.models import Annotator
from annotators.selectors.standing import Fate, Left, NextTask, Standing
from annotators.services import turns
from annotators.services.quotas import lost_place
from annotators.services.turns import TAKES_ANSWERS, has_left, hold
from campaigns.models import Campaign
from rating.models import Assignment
from rating.selectors.exclusions import is_excluded
from rating.selectors.giving_way import seats_to_give
from rating.selectors.judged import is_unjudged
from rating.selectors.loads import is_full, subset_left
from rating.selectors.sittings import (
    last_sign,
    missing_candidates,
    open_assignment,
    subsets_seen,
)
from rating.services.seats import free_seat, would_be_left
from regild.problems import N_, Text

State = Assignment.State

# To an answer that came too late.
REFUSALS: dict[Fate, Text] = {
    **turns.REFUSALS,
    Fate.TAKEN: N_(
        "This assignment was left alone; others have rated all of it meanwhile, or are rating"
        " it."
    ),
    Fate.RATED: N_(
        "This assignment was left alone; others have rated candidates of it often enough"
        " meanwhile."
    ),
    Fate.UNJUDGED: N_(
        "Too little of this assignment was judged; it counts once more of its answers have a"
        " value."
    ),
    Fate.CLOSED: N_("This campaign takes no more ratings."),
}


def takes_ratings(campaign: Campaign) -> bool:
    """Of those who have a sitting; only an open one gives another."""
    return campaign.stage == Campaign.Stage.RATE and campaign.state in TAKES_ANSWERS


def standing(annotator: Annotator, *, now: datetime, network: str = "") -> Standing:
    newest = annotator.assignments.order_by("-id").first()
    alone = None
    if newest is not None and newest.state == State.EXPIRED:
        campaign = annotator.campaign
        alone = Left(fate_of(newest, campaign), last_sign(newest, hold=hold(campaign)))
    released = newest is not None and newest.state == State.RELEASED
    offer = _offer(annotator, alone, now=now, network=network)
    return Standing(offer, alone, newest is not None, released)


def _offer(
    annotator: Annotator, alone: Left | None, *, now: datetime, network: str
) -> NextTask:
    state = annotator.campaign.state
    if takes_ratings(annotator.campaign) and open_assignment(annotator):
        return NextTask.GO_ON
    if state != Campaign.State.OPEN or left_or_excluded(annotator):
        return NextTask.NOTHING
    if alone is not None and alone.fate == Fate.YOURS:
        return NextTask.TAKE_AGAIN
    if subset_left(annotator, now=now):
        return NextTask.TAKE
    given = seats_to_give(annotator.campaign, network=network, now=now)
    mine = subsets_seen(annotator)
    return NextTask.TAKE if given.exclude(subset__in=mine).exists() else NextTask.NONE_LEFT


def nothing_left(campaign: Campaign, *, network: str, now: datetime) -> bool:
    """Whether somebody who came now from there would find nothing to rate."""
    full = is_full(campaign, now=now)
    return full and not seats_to_give(campaign, network=network, now=now).exists()


def fate_of(sitting: Assignment, campaign: Campaign) -> Fate:
    """Of one that expired: why its annotator can have it again, or cannot."""
    annotator = sitting.annotator
    if not takes_ratings(campaign):
        return Fate.CLOSED
    if left_or_excluded(annotator):
        return Fate.LEFT_OUT
    if Assignment.objects.filter(annotator=annotator, state=State.OPEN).exists():
        return Fate.ANOTHER
    if lost_place(annotator, campaign, now=timezone.now()):
        return Fate.QUOTA
    if is_unjudged(sitting, campaign):
        return Fate.UNJUDGED
    if not would_be_left(sitting, campaign):
        return Fate.TAKEN if missing_candidates(sitting) else Fate.HIDDEN
    if free_seat(sitting, campaign) is None:
        return Fate.RATED if sitting.subset and sitting.subset.uneven else Fate.TAKEN
    return Fate.YOURS


def left_or_excluded(annotator: Annotator) -> bool:
    return has_left(annotator) or is_excluded(annotator)
