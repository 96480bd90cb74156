"""Sittings: take a subset, come back to it, complete it."""

import random
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from annotators.models import Annotator
from annotators.selectors.standing import Fate
from annotators.services.admission import NotReady, refuse_unready
from annotators.services.limits import allow_another_turn
from annotators.services.proposing import PROPOSED
from annotators.services.quotas import lost_place
from annotators.services.turns import (
    COMPLETE,
    NOT_YOURS,
    RELEASED,
    TurnGone,
    TurnUnfinished,
    hold,
)
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign, ratings_changed
from pooling.selectors.seats import most_seats, own_seats
from pooling.services.marking import fix_subset
from proposing.selectors.turns import has_proposals
from rating.models import Assignment
from rating.selectors.giving_way import seats_to_give
from rating.selectors.judged import is_unjudged
from rating.selectors.loads import seat_offers
from rating.selectors.sittings import (
    current_answers,
    last_sign,
    missing_among,
    missing_candidates,
    subsets_seen,
)
from rating.services.anchors import accompany
from rating.services.ending import end_answered, expire_due, give_seat
from rating.services.left_alone import (
    REFUSALS,
    fate_of,
    left_or_excluded,
    takes_ratings,
)
from rating.services.seats import free_seat, omit_full
from rating.services.tallying import forget, kept_tallies, subsets_of
from regild.problems import N_
from regild.rating.allocation import choose_turn

State = Assignment.State


class CandidatesMissing(TurnUnfinished):
    def __init__(self, candidates: Sequence[int]) -> None:
        text = N_("%(count)s candidates are not rated yet.", count=len(candidates))
        super().__init__("candidates_missing", text, missing=candidates)


class Taken(NamedTuple):
    """`left_at`: of one that was left alone and is its annotator's again, since when."""

    assignment: Assignment
    new: bool
    left_at: datetime | None = None


@transaction.atomic
def take_subset(
    *, annotator: Annotator, rng: random.Random, network: str = "", device: str = ""
) -> Taken | None:
    """The annotator's sitting to go on with, or a new one; None when nothing is left for them.

    To go on with is what is open, or else the newest one, where it was left alone and its seat
    is still free: with all that was answered in it. `network` is where they come from; when no
    seat is free, one of the network that holds most gives way to them. `device` is kept with a
    new sitting. Raises TooMany or NotReady.
    """
    campaign = lock_campaign(annotator.campaign_id)
    now = timezone.now()
    expire_due(campaign, now=now)
    if left_or_excluded(annotator) or campaign.stage != Campaign.Stage.RATE:
        return None
    sitting = annotator.assignments.filter(state=State.OPEN).first()
    if sitting is not None:
        # Coming back is a sign of its annotator, as an answer is.
        sitting.expires_at = now + hold(campaign)
        sitting.save(update_fields=["expires_at"])
        # From here on nobody answers in it beside us.
        _ask(sitting, campaign)
        sitting.save(update_fields=["remaining"])
        return Taken(sitting, new=False)
    if campaign.state != Campaign.State.OPEN:
        return None
    newest = annotator.assignments.order_by("-id").first()
    if newest is not None:
        left_at = last_sign(newest, hold=hold(campaign))
        if reopen(newest, campaign, now=now):
            return Taken(newest, new=False, left_at=left_at)
    refuse_unready(annotator, campaign, now=now)
    if campaign.fresh_raters and has_proposals(annotator):
        raise NotReady("proposed_before", PROPOSED)
    begin = partial(
        _begin, annotator, campaign, now=now, rng=rng, network=network, device=device
    )
    begun = begin()
    if begun is None and _make_room(annotator, campaign, network=network, now=now):
        begun = begin()
    return begun


def _make_room(
    annotator: Annotator, campaign: Campaign, *, network: str, now: datetime
) -> bool:
    others = seats_to_give(campaign, network=network, now=now)
    sitting = others.exclude(subset__in=subsets_seen(annotator)).first()
    return sitting is not None and give_seat(sitting.pk, campaign, now=now)


def _begin(
    annotator: Annotator,
    campaign: Campaign,
    *,
    now: datetime,
    rng: random.Random,
    network: str,
    device: str,
) -> Taken | None:
    offers, seen = seat_offers(campaign, kept_tallies(campaign)), subsets_seen(annotator)
    while turn := choose_turn(offers, annotator=annotator.pk, seen=seen, rng=rng):
        sitting = Assignment.objects.create(
            subset_id=turn.subset,
            annotator=annotator,
            seat=turn.seat,
            network=network,
            device=device,
            taken_at=now,
            expires_at=now + hold(campaign),
        )
        if _fill(sitting, campaign, seats=turn.seats):
            allow_another_turn(annotator=annotator.pk, campaign=campaign.pk, network=network)
            fix_subset(subset_id=turn.subset)
            return Taken(sitting, new=True)
        # All of it was hidden by a lead, or waits for an anchor.
        sitting.delete()
        seen.add(turn.subset)
    return None


def _fill(sitting: Assignment, campaign: Campaign, *, seats: int) -> int:
    """Say what is part of the sitting; returns how much of it is left to answer."""
    omit_full(sitting, seats=seats)
    _ask(sitting, campaign)
    sitting.save(update_fields=["remaining"])
    return sitting.remaining


def _ask(sitting: Assignment, campaign: Campaign) -> None:
    """Count what is left to answer, beside an anchor in every block."""
    sitting.remaining = len(missing_among(accompany(sitting, campaign), sitting))


def reopen(
    sitting: Assignment, campaign: Campaign, *, now: datetime, changing: bool = False
) -> bool:
    """Give a sitting that was left alone back to its annotator, if it can be; under the lock.

    It can while the campaign is not closed, its annotator has no other open one, nothing that
    they rated in it has been rated often enough by others, and something is left to answer, or
    they are `changing` answers of one in which too little was judged.
    """
    if not _may_go_on(sitting, campaign) or lost_place(sitting.annotator, campaign, now=now):
        return False
    seat = sitting.seat or free_seat(sitting, campaign)
    if seat is None:
        return False
    was_counted = sitting.state == State.COMPLETE
    changing = changing and is_unjudged(sitting, campaign)
    with transaction.atomic():
        omit_full(sitting, seats=most_seats(campaign, own_seats(sitting.subset_id)))
        _ask(sitting, campaign)
        if sitting.remaining or changing:
            _open_again(sitting, seat, campaign, now=now)
            if was_counted:
                forget(subsets_of(Assignment.objects.filter(id=sitting.pk)))
                ratings_changed(campaign.pk, forgotten=True)
            return True
        # Others have, or hold, what it lacks, or it was hidden: it stays as it ended.
        transaction.set_rollback(True)
    sitting.refresh_from_db(fields=["remaining"])
    return False


def _may_go_on(sitting: Assignment, campaign: Campaign) -> bool:
    left_alone = sitting.state == State.EXPIRED or (
        sitting.state == State.COMPLETE and sitting.remaining > 0
    )
    opened = Assignment.objects.filter(annotator=sitting.annotator_id, state=State.OPEN)
    return (
        left_alone
        and takes_ratings(campaign)
        and not left_or_excluded(sitting.annotator)
        and not opened.exists()
    )


def _open_again(sitting: Assignment, seat: int, campaign: Campaign, *, now: datetime) -> None:
    sitting.state, sitting.seat = State.OPEN, seat
    sitting.completed_at, sitting.rated, sitting.median_ms = None, 0, None
    sitting.expires_at = now + hold(campaign)
    sitting.save()
    omitted = Q(candidate__omissions__assignment=sitting)
    answers = current_answers(sitting)
    answers.filter(omitted).update(counts=False)
    answers.exclude(omitted).update(counts=True)


@transaction.atomic
def complete_assignment(*, annotator_id: int, assignment_id: int) -> Assignment:
    """Close a sitting in which everything is answered, as the last answer does by itself.

    Completing again changes nothing. Raises TurnGone, or CandidatesMissing with what is
    still to rate.
    """
    campaign = lock_campaign(_campaign_of(annotator_id))
    sitting = locked_assignment(annotator_id, assignment_id)
    if sitting.state == State.COMPLETE:
        return sitting
    if not is_unjudged(sitting, campaign):
        admit(sitting, campaign, now=timezone.now())
        missing = missing_candidates(sitting)
        if missing:
            raise CandidatesMissing(missing)
        sitting.remaining = 0
        if sitting.state == State.OPEN:
            end_answered(sitting, campaign, now=timezone.now())
    if sitting.state == State.EXPIRED:
        refusal = REFUSALS[Fate.UNJUDGED]
        raise TurnGone("too_little_judged", refusal, fate=Fate.UNJUDGED)
    return sitting


def _campaign_of(annotator_id: int) -> int:
    return Annotator.objects.values_list("campaign_id", flat=True).get(id=annotator_id)


def locked_assignment(annotator_id: int, assignment_id: int) -> Assignment:
    """Raises TurnGone where the annotator has no such sitting."""
    # Locked, so that nothing else becomes of it between the check and the saving.
    assignment = (
        Assignment.objects.select_for_update(no_key=True, of=("self",))
        .select_related("annotator")
        .filter(id=assignment_id, annotator_id=annotator_id)
        .first()
    )
    if assignment is None:
        raise TurnGone("assignment_not_found", NOT_YOURS)
    return assignment


def admit(sitting: Assignment, campaign: Campaign, *, now: datetime) -> bool:
    """Let an answer in; under the lock of the campaign. True where that reopened the sitting.

    An ended sitting takes changes until its annotator takes another or the campaign closes.
    Raises TurnGone.
    """
    if sitting.state == State.RELEASED:
        raise TurnGone("assignment_released", RELEASED)
    if not takes_ratings(campaign):
        raise TurnGone("campaign_closed", REFUSALS[Fate.CLOSED])
    if sitting.state == State.OPEN:
        return False
    if reopen(sitting, campaign, now=now, changing=True):
        return True
    if sitting.state == State.EXPIRED:
        fate = fate_of(sitting, campaign)
        raise TurnGone("assignment_expired", REFUSALS[fate], fate=fate)
    later = Assignment.objects.filter(annotator=sitting.annotator_id, id__gt=sitting.pk)
    if later.exists():
        raise TurnGone("assignment_complete", COMPLETE)
    return False
