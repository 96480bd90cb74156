"""What has become of a sitting that its annotator left, and what they may do next.

Read without the lock, for what a page says: taking a sitting decides it anew.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.quotas import lost_place
from annotators.services.site_status import GONE
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
TAKES_RATINGS = (Campaign.State.OPEN, Campaign.State.PAUSED)


class Fate(StrEnum):
    """Of a sitting that was left alone."""

    YOURS = "yours"
    # All its seats are others'.
    TAKEN = "taken"
    # Something that was answered in it has its ratings by others.
    RATED = "rated"
    HIDDEN = "hidden"
    ANOTHER = "another"
    LEFT_OUT = "left out"
    # All of it was answered, too little of it judged.
    UNJUDGED = "unjudged"
    # Others with their answers have the places of a quota.
    QUOTA = "quota"
    CLOSED = "closed"


# To an answer that came too late.
REFUSALS: dict[Fate, Text] = {
    # It became so between the asking and the saying.
    Fate.YOURS: N_("This assignment was left alone; send this again to go on with it."),
    Fate.TAKEN: N_(
        "This assignment was left alone; others have rated all of it meanwhile, or are rating"
        " it."
    ),
    Fate.RATED: N_(
        "This assignment was left alone; others have rated candidates of it often enough"
        " meanwhile."
    ),
    Fate.HIDDEN: N_(
        "This assignment was left alone; what was left of it has been taken out of the"
        " campaign."
    ),
    Fate.ANOTHER: N_("This assignment was left alone, and you have another one open."),
    Fate.LEFT_OUT: N_("This assignment was closed by the people who run the campaign."),
    Fate.UNJUDGED: N_(
        "Too little of this assignment was judged; it counts once more of its answers have a"
        " value."
    ),
    Fate.QUOTA: N_(
        "This assignment was left alone; there are enough people with your answers meanwhile."
    ),
    Fate.CLOSED: N_("This campaign takes no more ratings."),
}


class Left(NamedTuple):
    """Somebody's newest sitting, which they left at that moment."""

    fate: Fate
    at: datetime


class NextStep(StrEnum):
    """What an annotator may do next; NOTHING where the state of the campaign says why not."""

    GO_ON = "go on"
    TAKE_AGAIN = "take again"
    TAKE = "take"
    NONE_LEFT = "none left"
    NOTHING = "nothing"


class Standing(NamedTuple):
    """`sat`: they have had a sitting. `released`: their newest one was ended by the people who
    run the campaign."""

    offer: NextStep
    left_alone: Left | None
    sat: bool
    released: bool


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
) -> NextStep:
    state = annotator.campaign.state
    if state in TAKES_RATINGS and open_assignment(annotator):
        return NextStep.GO_ON
    if state != Campaign.State.OPEN or left_or_excluded(annotator):
        return NextStep.NOTHING
    if alone is not None and alone.fate == Fate.YOURS:
        return NextStep.TAKE_AGAIN
    if subset_left(annotator, now=now):
        return NextStep.TAKE
    given = seats_to_give(annotator.campaign, network=network, now=now)
    mine = subsets_seen(annotator)
    return NextStep.TAKE if given.exclude(subset__in=mine).exists() else NextStep.NONE_LEFT


def nothing_left(campaign: Campaign, *, network: str, now: datetime) -> bool:
    """Whether somebody who came now from there would find nothing to rate."""
    full = is_full(campaign, now=now)
    return full and not seats_to_give(campaign, network=network, now=now).exists()


def fate_of(sitting: Assignment, campaign: Campaign) -> Fate:
    """Of one that expired: why its annotator can have it again, or cannot."""
    annotator = sitting.annotator
    if campaign.state not in TAKES_RATINGS:
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
    """Asked under the lock: a token that was good when the request came may be so no more."""
    gone = Q(withdrawn_at__isnull=False) | Q(site_status__in=GONE)
    left = Annotator.objects.filter(gone, id=annotator.pk)
    return left.exists() or is_excluded(annotator)


def hold(campaign: Campaign) -> timedelta:
    return timedelta(minutes=campaign.hold_minutes)
