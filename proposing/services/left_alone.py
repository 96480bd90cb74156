"""What has become of a turn that its annotator left, and what they may do next.

Read without the lock, for what a page says: taking a turn decides it anew.
"""

from datetime import datetime

from django.utils import timezone

from annotators.models import Annotator
from annotators.selectors.standing import Fate, Left, NextTask, Standing
from annotators.services import turns
from annotators.services.quotas import lost_place
from annotators.services.turns import TAKES_ANSWERS, has_left, hold
from campaigns.models import Campaign
from proposing.models import ProposalTurn
from proposing.selectors.counting import is_excluded
from proposing.selectors.seats import (
    free_seat,
    seats_to_give,
    subset_left,
    subsets_with_room,
)
from proposing.selectors.turns import last_sign, missing_sentences, open_turn, subsets_met
from regild.problems import N_, Text

State = ProposalTurn.State

# To an answer that came too late.
REFUSALS: dict[Fate, Text] = {
    **turns.REFUSALS,
    Fate.TAKEN: N_("This assignment was left alone; others have its places meanwhile."),
    Fate.CLOSED: N_("This campaign takes no more proposals."),
}


def takes_proposals(campaign: Campaign) -> bool:
    """Of those who have a turn; only an open one gives another."""
    return campaign.stage == Campaign.Stage.PROPOSE and campaign.state in TAKES_ANSWERS


def standing(annotator: Annotator, *, now: datetime, network: str = "") -> Standing:
    newest = annotator.proposal_turns.order_by("-id").first()
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
    campaign = annotator.campaign
    if takes_proposals(campaign) and open_turn(annotator):
        return NextTask.GO_ON
    if campaign.state != Campaign.State.OPEN or left_or_excluded(annotator):
        return NextTask.NOTHING
    if alone is not None and alone.fate == Fate.YOURS:
        return NextTask.TAKE_AGAIN
    if subset_left(annotator, now=now):
        return NextTask.TAKE
    given = seats_to_give(campaign, network=network, now=now)
    fresh = given.exclude(subset__in=subsets_met(annotator))
    return NextTask.TAKE if fresh.exists() else NextTask.NONE_LEFT


def nothing_left(campaign: Campaign, *, network: str, now: datetime) -> bool:
    """Whether somebody who came now from there would find no sentence."""
    full = not subsets_with_room(campaign, now=now)
    return full and not seats_to_give(campaign, network=network, now=now).exists()


def fate_of(turn: ProposalTurn, campaign: Campaign) -> Fate:
    """Of one that expired: why its annotator can have it again, or cannot."""
    annotator = turn.annotator
    if not takes_proposals(campaign):
        return Fate.CLOSED
    if left_or_excluded(annotator):
        return Fate.LEFT_OUT
    if open_turn(annotator) is not None:
        return Fate.ANOTHER
    if lost_place(annotator, campaign, now=timezone.now()):
        return Fate.QUOTA
    if not missing_sentences(turn):
        return Fate.HIDDEN
    return Fate.YOURS if free_seat(turn) is not None else Fate.TAKEN


def left_or_excluded(annotator: Annotator) -> bool:
    return has_left(annotator) or is_excluded(annotator)
