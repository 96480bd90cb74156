"""Sittings: take a subset, rate it, complete it; lose it when it is left alone."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign
from pooling.services.dispatching import fix_subset
from rating.allocation import choose_turn
from rating.models import Annotator, Assignment
from rating.selectors import (
    is_excluded,
    missing_candidates,
    placements_in_play,
    seat_offers,
    sitting_sum,
    subsets_seen,
)


class AssignmentGone(Exception):  # noqa: N818
    """The sitting no longer takes ratings; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class CandidatesMissing(Exception):  # noqa: N818
    def __init__(self, candidates: Sequence[int]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{len(self.candidates)} candidates are not rated yet.")


class Taken(NamedTuple):
    assignment: Assignment
    new: bool


def take_subset(*, annotator: Annotator, rng: random.Random) -> Taken | None:
    """The annotator's open assignment, or a new one; None when nothing is left for them."""
    with transaction.atomic():
        # One at a time per campaign: seats are given away by what is taken now.
        campaign = lock_campaign(annotator.campaign_id)
        now = timezone.now()
        _expire(campaign_id=campaign.id)
        assignment = annotator.assignments.filter(state=Assignment.State.OPEN).first()
        if assignment is not None:
            return Taken(assignment, new=False)
        if campaign.state != Campaign.State.OPEN or is_excluded(annotator):
            return None
        turn = choose_turn(
            seat_offers(campaign),
            seats=campaign.min_ratings if campaign.stop_at_min else campaign.max_ratings,
            seen=subsets_seen(annotator),
            rng=rng,
        )
        if turn is None:
            return None
        fix_subset(subset_id=turn.subset)
        assignment = Assignment.objects.create(
            subset_id=turn.subset,
            annotator=annotator,
            seat=turn.seat,
            taken_at=now,
            expires_at=now + timedelta(minutes=campaign.hold_minutes),
            remaining=placements_in_play(turn.subset).count(),
        )
        return Taken(assignment, new=True)


def complete_assignment(*, annotator_id: int, assignment_id: int) -> Assignment:
    """Close a sitting in which everything is answered. Completing again changes nothing.

    Raises AssignmentGone, or CandidatesMissing with what is still to rate.
    """
    with transaction.atomic():
        assignment = locked_assignment(annotator_id, assignment_id)
        if assignment.state == Assignment.State.COMPLETE:
            return assignment
        refuse_unless_open(
            state=assignment.state, in_time=assignment.expires_at > timezone.now()
        )
        missing = missing_candidates(assignment)
        if missing:
            raise CandidatesMissing(missing)
        assignment.state = Assignment.State.COMPLETE
        assignment.completed_at = timezone.now()
        assignment.rated, assignment.median_ms = sitting_sum(assignment)
        assignment.save(update_fields=["state", "completed_at", "rated", "median_ms"])
        return assignment


def expire_assignments() -> int:
    """Give back the seats of sittings that were left alone. Returns how many."""
    return _expire()


def _expire(campaign_id: int | None = None) -> int:
    due = Assignment.objects.filter(state=Assignment.State.OPEN, expires_at__lte=timezone.now())
    if campaign_id is not None:
        due = due.filter(subset__campaign_id=campaign_id)
    return due.update(state=Assignment.State.EXPIRED, seat=None)


def locked_assignment(annotator_id: int, assignment_id: int) -> Assignment:
    """Raises AssignmentGone where the annotator has no such sitting."""
    # Locked, so that a seat cannot be given back between the check and the saving.
    assignment = (
        Assignment.objects.select_for_update(no_key=True)
        .filter(id=assignment_id, annotator_id=annotator_id)
        .first()
    )
    if assignment is None:
        raise AssignmentGone("assignment_not_found", "You have no such assignment.")
    return assignment


def refuse_unless_open(*, state: str, in_time: bool) -> None:
    """Raises AssignmentGone where the sitting takes no more ratings."""
    if state == Assignment.State.COMPLETE:
        raise AssignmentGone("assignment_complete", "This assignment is complete already.")
    if state == Assignment.State.RELEASED:
        raise AssignmentGone(
            "assignment_released",
            "This assignment was closed by the people who run the campaign.",
        )
    if state == Assignment.State.EXPIRED or not in_time:
        raise AssignmentGone(
            "assignment_expired",
            "This assignment was left alone too long; its place was given to someone else.",
        )
