"""Turns: take sentences, come back to them, complete them."""

import random
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from annotators.selectors.standing import Fate
from annotators.services.admission import refuse_unready
from annotators.services.limits import allow_another_turn
from annotators.services.turns import (
    COMPLETE,
    NOT_YOURS,
    RELEASED,
    TurnGone,
    TurnUnfinished,
    hold,
)
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign
from proposing.models import ProposalTurn
from proposing.selectors.seats import free_seat, seat_offers, seats_to_give
from proposing.selectors.turns import (
    last_sign,
    missing_sentences,
    open_turn,
    placements_in_play,
    subsets_met,
)
from proposing.services.ending import end_turn, expire_due, give_seat
from proposing.services.left_alone import (
    REFUSALS,
    fate_of,
    left_or_excluded,
    takes_proposals,
)
from regild.problems import N_
from regild.rating.allocation import choose_turn

State = ProposalTurn.State


class SentencesMissing(TurnUnfinished):
    def __init__(self, sentences: Sequence[int]) -> None:
        text = N_("%(count)s sentences are not answered yet.", count=len(sentences))
        super().__init__("sentences_missing", text, missing=sentences)


class TakenTurn(NamedTuple):
    """`left_at`: of one that was left alone and is its annotator's again, since when."""

    turn: ProposalTurn
    new: bool
    left_at: datetime | None = None


@transaction.atomic
def take_turn(
    *, annotator: Annotator, rng: random.Random, network: str = ""
) -> TakenTurn | None:
    """The annotator's turn to go on with, or a new one; None when nothing is left for them.

    To go on with is what is open, or else the newest one, where it was left alone and its seat
    is still free: with all that was answered in it. `network` is where they come from; when no
    seat is free, one of the network that holds most gives way to them. Raises TooMany or
    NotReady.
    """
    campaign = lock_campaign(annotator.campaign_id)
    now = timezone.now()
    expire_due(campaign, now=now)
    if left_or_excluded(annotator) or not takes_proposals(campaign):
        return None
    turn = open_turn(annotator)
    if turn is not None:
        # Coming back is a sign of its annotator, as an answer is.
        turn.expires_at = now + hold(campaign)
        turn.save(update_fields=["expires_at"])
        return TakenTurn(turn, new=False)
    if campaign.state != Campaign.State.OPEN:
        return None
    newest = annotator.proposal_turns.order_by("-id").first()
    if newest is not None:
        left_at = last_sign(newest, hold=hold(campaign))
        if reopen(newest, campaign, now=now):
            return TakenTurn(newest, new=False, left_at=left_at)
    refuse_unready(annotator, campaign, now=now)
    met = subsets_met(annotator)
    begun = _begin(annotator, campaign, met, now=now, rng=rng, network=network)
    if begun is None:
        given = seats_to_give(campaign, network=network, now=now).exclude(subset__in=met)
        other = given.first()
        if other is not None and give_seat(other.pk, now=now):
            begun = _begin(annotator, campaign, met, now=now, rng=rng, network=network)
    return begun


def _begin(
    annotator: Annotator,
    campaign: Campaign,
    met: set[int],
    *,
    now: datetime,
    rng: random.Random,
    network: str,
) -> TakenTurn | None:
    chosen = choose_turn(seat_offers(campaign), annotator=annotator.pk, seen=met, rng=rng)
    if chosen is None:
        return None
    allow_another_turn(annotator=annotator.pk, campaign=campaign.pk, network=network)
    turn = ProposalTurn.objects.create(
        subset_id=chosen.subset,
        annotator=annotator,
        seat=chosen.seat,
        # They have met none of them.
        remaining=placements_in_play().filter(subset=chosen.subset).count(),
        network=network,
        taken_at=now,
        expires_at=now + hold(campaign),
    )
    return TakenTurn(turn, new=True)


def reopen(turn: ProposalTurn, campaign: Campaign, *, now: datetime) -> bool:
    """Give a turn that was left alone back to its annotator, if it can be; under the lock.

    It can while proposals are taken, its annotator has no other open one, a seat of its subset
    is free and something is left to answer.
    """
    if turn.state != State.EXPIRED or fate_of(turn, campaign) != Fate.YOURS:
        return False
    turn.state, turn.seat = State.OPEN, free_seat(turn)
    turn.remaining = len(missing_sentences(turn))
    turn.expires_at = now + hold(campaign)
    turn.save(update_fields=["state", "seat", "remaining", "expires_at"])
    return True


@transaction.atomic
def complete_turn(*, annotator_id: int, turn_id: int) -> None:
    """Close a turn in which everything is answered, as the last answer does by itself.

    Completing again changes nothing. Raises TurnGone, or SentencesMissing with what is still to
    answer.
    """
    campaign = lock_campaign(Annotator.objects.get(id=annotator_id).campaign_id)
    turn = locked_turn(annotator_id, turn_id)
    if turn.state == State.COMPLETE:
        return
    admit(turn, campaign, now=timezone.now())
    missing = missing_sentences(turn)
    if missing:
        raise SentencesMissing(missing)
    turn.remaining = 0
    end_turn(turn, now=timezone.now())


def locked_turn(annotator_id: int, turn_id: int) -> ProposalTurn:
    """Raises TurnGone where the annotator has no such turn."""
    # Locked, so that nothing else becomes of it between the check and the saving.
    turn = (
        ProposalTurn.objects.select_for_update(no_key=True, of=("self",))
        .select_related("annotator")
        .filter(id=turn_id, annotator_id=annotator_id)
        .first()
    )
    if turn is None:
        raise TurnGone("assignment_not_found", NOT_YOURS)
    return turn


def admit(turn: ProposalTurn, campaign: Campaign, *, now: datetime) -> None:
    """Let an answer in; under the lock of the campaign.

    An ended turn takes changes until its annotator takes another or the campaign takes none.
    Raises TurnGone.
    """
    if turn.state == State.RELEASED:
        raise TurnGone("assignment_released", RELEASED)
    if not takes_proposals(campaign):
        raise TurnGone("campaign_closed", REFUSALS[Fate.CLOSED])
    if turn.state == State.OPEN or reopen(turn, campaign, now=now):
        return
    if turn.state == State.EXPIRED:
        fate = fate_of(turn, campaign)
        raise TurnGone("assignment_expired", REFUSALS[fate], fate=fate)
    later = ProposalTurn.objects.filter(annotator=turn.annotator_id, id__gt=turn.pk)
    if later.exists():
        raise TurnGone("assignment_complete", COMPLETE)
