"""Leave out what an annotator proposed, and take it back: recorded, nothing deleted."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.refusals import Refused
from proposing.models import ProposalExclusion, ProposalTurn
from proposing.selectors.effects import restorable_turns
from proposing.selectors.seats import free_seat
from proposing.services.ending import release_turns
from proposing.services.settling import refuse_once_gold_is_rated
from regild.problems import N_


@transaction.atomic
def exclude_proposals(
    *, annotator: Annotator, reason: str, by: User | None = None
) -> ProposalExclusion:
    """Everything of theirs; their seats are free for others.

    Raises Refused without a reason, or when it was left out before.
    """
    if not reason.strip():
        raise Refused("reason_missing", N_("An exclusion needs a reason."))
    campaign = lock_campaign(annotator.campaign_id)
    refuse_once_gold_is_rated(campaign)
    if annotator.proposal_exclusions.filter(undone_at__isnull=True).exists():
        raise Refused("excluded_already", N_("This is excluded already."))
    exclusion = ProposalExclusion.objects.create(
        annotator=annotator, reason=reason, excluded_by=by
    )
    release_turns(annotator.pk)
    ratings_changed(campaign.pk)
    audit.record(
        campaign=campaign,
        by=by,
        action="exclude proposals",
        annotator=annotator.pk,
        reason=reason,
    )
    return exclusion


@transaction.atomic
def undo_proposal_exclusion(exclusion: ProposalExclusion, *, by: User | None = None) -> int:
    """Make the turns that were complete count again; returns how many.

    Raises Refused, and undoes nothing, when a seat of theirs was given away.
    """
    annotator = exclusion.annotator
    campaign = lock_campaign(annotator.campaign_id)
    refuse_once_gold_is_rated(campaign)
    turns = list(restorable_turns(annotator))
    undone = ProposalExclusion.objects.filter(id=exclusion.pk, undone_at__isnull=True).update(
        undone_at=timezone.now(), undone_by=by
    )
    if not undone:
        text = N_("This exclusion was undone already.")
        raise Refused("exclusion_undone_already", text)
    for turn in turns:
        _seat_again(turn)
    ratings_changed(campaign.pk)
    audit.record(
        campaign=campaign,
        by=by,
        action="undo exclusion of proposals",
        annotator=annotator.pk,
        reason=exclusion.reason,
        restored=len(turns),
    )
    return len(turns)


def _seat_again(turn: ProposalTurn) -> None:
    seat = free_seat(turn)
    if seat is None and turn.subset is not None:
        text = N_(
            "Every seat of subset %(number)s in round %(round)s has been given to somebody"
            " else meanwhile.",
            number=turn.subset.number,
            round=turn.subset.round.number,
        )
        raise Refused("seats_taken", text)
    turn.state, turn.seat = ProposalTurn.State.COMPLETE, seat
    turn.save(update_fields=["state", "seat"])
