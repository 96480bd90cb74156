"""Which seats of the first stage are free: every subset has as many as its round asks
annotators. To be read under the lock of the campaign where one is given."""

from collections import defaultdict
from datetime import datetime

from django.db.models import Count, F, OuterRef, Q, QuerySet

from annotators.models import Annotator
from annotators.selectors.giving_way import turns_to_give
from campaigns.models import Campaign
from proposing.models import Proposal, ProposalTurn
from proposing.selectors.turns import subsets_in_play, subsets_met
from regild.rating.allocation import Offer, lowest_free

State = ProposalTurn.State


def seat_offers(campaign: Campaign) -> list[Offer]:
    """Every subset as allocation sees it."""
    taken: defaultdict[int, set[int]] = defaultdict(set)
    held = ProposalTurn.objects.filter(subset__round__campaign=campaign, seat__isnull=False)
    for subset, seat in held.values_list("subset_id", "seat"):
        if subset is not None and seat is not None:
            taken[subset].add(seat)
    wanted = subsets_in_play(campaign).values_list("id", "round__annotators")
    return [
        Offer(
            id,
            frozenset(taken[id]),
            load=len(taken[id]),
            lack=max(seats - len(taken[id]), 0),
            seats=seats,
        )
        for id, seats in wanted.order_by("id")
    ]


def free_seat(turn: ProposalTurn) -> int | None:
    """For a turn that has none: None where all of its subset are others'."""
    if turn.subset is None:
        return None
    held = ProposalTurn.objects.filter(subset=turn.subset_id, seat__isnull=False)
    taken = {seat for seat in held.values_list("seat", flat=True) if seat is not None}
    seat = lowest_free(taken)
    return seat if seat <= turn.subset.round.annotators else None


def subset_left(annotator: Annotator, *, now: datetime) -> bool:
    """Whether the annotator could take another subset now."""
    return not subsets_with_room(annotator.campaign, now=now) <= subsets_met(annotator)


def subsets_with_room(campaign: Campaign, *, now: datetime) -> set[int]:
    """Where another turn could be given. A turn whose hold ran out holds no seat here: its seat
    is given back before anybody is refused one."""
    overdue = Q(turns__state=State.OPEN, turns__expires_at__lte=now)
    held = Count("turns", filter=Q(turns__seat__isnull=False) & ~overdue)
    room = subsets_in_play(campaign).annotate(held=held)
    free = room.filter(held__lt=F("round__annotators"))
    return set(free.values_list("id", flat=True))


def seats_to_give(campaign: Campaign, *, network: str, now: datetime) -> QuerySet[ProposalTurn]:
    """For somebody who comes from `network`: the open turns that may give way, the one that was
    silent longest first."""
    answers = Proposal.objects.filter(turn=OuterRef("pk")).order_by("-proposed_at")
    return turns_to_give(
        ProposalTurn.objects.filter(annotator__campaign=campaign, state=State.OPEN),
        answered=answers.values("proposed_at"),
        network=network,
        now=now,
    )
