"""How a turn ends: answered, left alone, or with its campaign. Under the campaign's lock."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.limits import count_unread
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign, ratings_changed
from proposing.models import ProposalTurn
from proposing.selectors.turns import current_proposals, missing_sentences

State = ProposalTurn.State


def end_turn(turn: ProposalTurn, *, now: datetime) -> None:
    """From now on it counts. The caller holds the lock of the campaign and of the turn."""
    turn.state, turn.completed_at = State.COMPLETE, now
    count_unread(turn, words=current_proposals(turn).count())
    turn.network = ""
    turn.save(update_fields=["state", "network", "completed_at", "remaining"])
    ratings_changed(turn.annotator.campaign_id, forgotten=True)


def expire_turns() -> int:
    """End what was left alone. Returns how many turns gave their seat back."""
    due = _due(now=timezone.now())
    campaigns = due.order_by().values_list("annotator__campaign", flat=True).distinct()
    return sum(_expire_in(campaign) for campaign in campaigns)


@transaction.atomic
def _expire_in(campaign_id: int) -> int:
    return expire_due(lock_campaign(campaign_id), now=timezone.now())


def expire_due(campaign: Campaign, *, now: datetime) -> int:
    """As expire_turns, for one campaign whose lock the caller holds."""
    return _end_all(_due(now=now).filter(annotator__campaign=campaign), now=now)


def give_seat(turn_id: int, *, now: datetime) -> bool:
    """End an open turn for somebody else; whether its seat is free then."""
    return bool(_end_all(ProposalTurn.objects.filter(id=turn_id), now=now))


def end_turn_of(annotator: Annotator, *, now: datetime) -> None:
    """Of somebody who is gone: the one they have open."""
    _end_all(ProposalTurn.objects.filter(annotator=annotator, state=State.OPEN), now=now)


def end_open_turns(campaign: Campaign, *, now: datetime) -> int:
    """When a campaign closes, or asks for no more proposals: whatever is left in them, they
    take nothing more."""
    opened = ProposalTurn.objects.filter(annotator__campaign=campaign, state=State.OPEN)
    return _end_all(opened, now=now)


def count_again(campaign: Campaign, *, sentence_id: int, now: datetime) -> None:
    """What is left to answer in the open turns that hold a sentence, after it was hidden or
    shown; and what counts is different now."""
    opened = ProposalTurn.objects.filter(subset__placements__item=sentence_id, state=State.OPEN)
    for turn in _locked(opened):
        turn.remaining = len(missing_sentences(turn))
        if turn.remaining:
            turn.save(update_fields=["remaining"])
        else:
            _end_unfinished(turn, now=now)
    ratings_changed(campaign.pk, forgotten=True)


def release_turns(annotator_id: int) -> None:
    """Of who withdrew, or is left out: their seats are free for others."""
    held = ProposalTurn.objects.filter(
        annotator_id=annotator_id, state__in=[State.OPEN, State.COMPLETE]
    )
    held.update(state=State.RELEASED, seat=None, network="")


def _due(*, now: datetime) -> QuerySet[ProposalTurn]:
    return ProposalTurn.objects.filter(state=State.OPEN, expires_at__lte=now)


def _end_all(turns: QuerySet[ProposalTurn], *, now: datetime) -> int:
    return sum(not _end_unfinished(turn, now=now) for turn in _locked(turns))


def _locked(turns: QuerySet[ProposalTurn]) -> QuerySet[ProposalTurn]:
    """In one order, and looked at again under the lock: an answer may have come meanwhile that
    the turn's hold runs from."""
    locked = turns.select_for_update(no_key=True, of=("self",)).order_by("id")
    return locked.select_related("annotator")


def _end_unfinished(turn: ProposalTurn, *, now: datetime) -> bool:
    """Whether it counts: only a complete one does, and so does one of which all that was left
    to answer was hidden."""
    turn.remaining = len(missing_sentences(turn))
    if not turn.remaining and current_proposals(turn).exists():
        end_turn(turn, now=now)
        return True
    turn.state, turn.seat, turn.network = State.EXPIRED, None, ""
    turn.save(update_fields=["state", "seat", "network", "remaining"])
    return False
