"""Rounds of proposals: how far each has come."""

from typing import NamedTuple

from django.db.models import Count, F, Q

from campaigns.models import Campaign
from proposing.models import (
    Proposal,
    ProposalPlacement,
    ProposalRound,
    ProposalSubset,
    ProposalTurn,
)

State = ProposalTurn.State


class RoundState(NamedTuple):
    """`turns` are wanted; of them `complete` count and `open` are under way. `responses` are
    those of complete turns; `lacking` are sentences in play that have fewer complete turns than
    their round asks."""

    number: int
    annotators: int
    per_subset: int
    seed: int
    subsets: int
    sentences: int
    turns: int
    complete: int
    open: int
    responses: int
    lacking: int

    @property
    def is_complete(self) -> bool:
        return not self.lacking


def rounds_of(campaign: Campaign) -> list[RoundState]:
    """In the order in which they were made."""
    in_play = Q(item__hidden_at__isnull=True)
    states = []
    for one in campaign.proposal_rounds.order_by("number"):
        subsets = ProposalSubset.objects.filter(round=one)
        turns = ProposalTurn.objects.filter(subset__round=one).aggregate(
            complete=Count("id", filter=Q(state=State.COMPLETE)),
            open=Count("id", filter=Q(state=State.OPEN)),
        )
        short = subsets.annotate(
            done=Count("turns", filter=Q(turns__state=State.COMPLETE))
        ).filter(done__lt=F("round__annotators"))
        places = ProposalPlacement.objects.filter(subset__round=one).aggregate(
            sentences=Count("id"),
            lacking=Count("id", filter=in_play & Q(subset__in=short.values("id"))),
        )
        n_subsets = subsets.count()
        responses = Proposal.objects.filter(
            turn__subset__round=one,
            turn__state=State.COMPLETE,
            superseded_at__isnull=True,
            item__hidden_at__isnull=True,
        )
        states.append(
            RoundState(
                number=one.number,
                annotators=one.annotators,
                per_subset=one.per_subset,
                seed=one.seed,
                subsets=n_subsets,
                turns=n_subsets * one.annotators,
                responses=responses.count(),
                **turns,
                **places,
            )
        )
    return states


def can_take_back(campaign: Campaign) -> bool:
    """There is a round, and nobody has proposed in any."""
    proposed = Proposal.objects.filter(
        turn__annotator__campaign=campaign, turn__subset__isnull=False
    )
    return has_round(campaign) and not proposed.exists()


def has_round(campaign: Campaign) -> bool:
    return ProposalRound.objects.filter(campaign=campaign).exists()
