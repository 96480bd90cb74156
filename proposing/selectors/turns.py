"""Reads over annotators, their turns at sentences and what they proposed."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from annotators.models import Annotator
from annotators.selectors import standing
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from proposing.models import Proposal, ProposalPlacement, ProposalSubset, ProposalTurn
from sources.models import Item

State = ProposalTurn.State


def open_turn(annotator: Annotator) -> ProposalTurn | None:
    """What they may go on with; past its hold too, for its seat is theirs until it is seen."""
    return annotator.proposal_turns.filter(state=State.OPEN).first()


def turn_sentences(turn: ProposalTurn) -> list[dict[str, Any]]:
    """The sentences of a turn in order, each with what its annotator said of it so far."""
    said = {one.item_id: one for one in current_proposals(turn)}
    task = task_of(turn.annotator.campaign)
    return [
        {"id": item.pk, **task.shown(item.content), **_answered(said.get(item.pk))}
        for item in shown_in(turn)
    ]


def own_proposals(annotator: Annotator) -> list[dict[str, Any]]:
    """All that is kept of what they proposed, what they changed since too."""
    task = task_of(annotator.campaign)
    rows = Proposal.objects.filter(annotator=annotator).select_related("item")
    return [
        {
            **task.shown(one.item.content),
            "sentence": one.item.key,
            "answers": one.answers,
            "mark": one.mark or None,
            "phrase": one.phrase,
            "elapsed_ms": one.elapsed_ms,
            "proposed_at": one.proposed_at,
            "superseded_at": one.superseded_at,
        }
        for one in rows.order_by("id")
    ]


def _answered(said: Proposal | None) -> dict[str, Any]:
    return {
        "answers": said.answers if said else [],
        "mark": (said.mark or None) if said else None,
        "phrase": said.phrase if said else "",
        "answered": said is not None,
    }


def shown_in(turn: ProposalTurn) -> list[Item]:
    """What is part of a turn, in its order: without what a lead hid since it was dispatched."""
    placed = placements_in_play().filter(subset=turn.subset_id)
    return [place.item for place in placed.select_related("item").order_by("position")]


def missing_sentences(turn: ProposalTurn) -> list[int]:
    """What is still to answer, in the order of the turn."""
    answered = current_proposals(turn).values("item")
    missing = placements_in_play().filter(subset=turn.subset_id).exclude(item__in=answered)
    return list(missing.order_by("position").values_list("item_id", flat=True))


def current_proposals(turn: ProposalTurn) -> QuerySet[Proposal]:
    return Proposal.objects.filter(turn=turn, superseded_at__isnull=True)


def placements_in_play() -> QuerySet[ProposalPlacement]:
    return ProposalPlacement.objects.filter(item__hidden_at__isnull=True)


def last_sign(turn: ProposalTurn, *, hold: timedelta) -> datetime:
    """When its annotator took it, came back to it or answered in it for the last time."""
    answered = current_proposals(turn).aggregate(last=Max("proposed_at"))["last"]
    return standing.last_sign(turn, hold=hold, answered=answered)


def subsets_met(annotator: Annotator) -> set[int]:
    """Those with a sentence that they have met: in a turn of theirs, finished or not, or in
    answers that were imported."""
    own = ProposalTurn.objects.filter(annotator=annotator, subset__isnull=False)
    shown = ProposalPlacement.objects.filter(subset__in=own.values("subset"))
    answered = Proposal.objects.filter(annotator=annotator)
    with_met = ProposalPlacement.objects.filter(
        Q(item__in=shown.values("item")) | Q(item__in=answered.values("item"))
    )
    return set(with_met.order_by().values_list("subset_id", flat=True).distinct())


def has_proposals(annotator: Annotator) -> bool:
    """Whether they have said anything of any sentence, counted or not."""
    return Proposal.objects.filter(annotator=annotator).exists()


def is_proposed_in(campaign: Campaign) -> bool:
    """Whether anybody has said anything of any sentence, counted or not."""
    return Proposal.objects.filter(annotator__campaign=campaign).exists()


def subsets_in_play(campaign: Campaign) -> QuerySet[ProposalSubset]:
    """Those in which a sentence is left that nobody hid."""
    in_play = placements_in_play().filter(subset=OuterRef("pk"))
    return ProposalSubset.objects.filter(Exists(in_play), round__campaign=campaign)
