"""Mend sittings that an earlier version damaged.

It took an answer that was sent again, together with a new one, for a changed mind: the stored
row was superseded and nothing took its place, while `remaining` was counted down. A superseded
row always has a current one of the same annotator and candidate; by that the damage is known.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q

from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.bulk import update_rows
from rating.models import Assignment, Exclusion, Rating
from rating.selectors.judged import is_unjudged
from rating.selectors.sittings import missing_candidates, sitting_sum
from rating.services.ending import end_sitting
from rating.services.seats import free_seat

State = Assignment.State

# Why an answer that counts again may not have been the annotator's last word. With nothing
# remaining, `remaining` could not be counted down for a later one.
REFUSED = "a later answer would have been refused with an error"
UNEXPLAINED = "nothing else was stored when it was superseded"


class Doubt(NamedTuple):
    """An answer that counts again, though a later one may have been lost."""

    annotator: int
    sitting: int
    sentence: str
    candidate: str
    value: int | None
    why: str


class Repair(NamedTuple):
    """What was mended. `answered` are expired sittings, by id, in which nothing is missing and
    which were left as they are: they could not be completed when they should have been."""

    restored: int  # answers that count again
    recounted: int  # sittings whose `remaining` was wrong
    summed: int  # complete sittings whose kept sums were wrong
    completed: int  # open ones in which everything is answered
    completed_expired: tuple[int, ...]
    answered: tuple[int, ...]
    doubts: tuple[Doubt, ...]

    @property
    def changes(self) -> dict[str, int]:
        return {
            "restored": self.restored,
            "recounted": self.recounted,
            "summed": self.summed,
            "completed": self.completed,
            "completed_expired": len(self.completed_expired),
        }

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        return {**self._asdict(), "doubts": [doubt._asdict() for doubt in self.doubts]}


@transaction.atomic
def repair_sittings(
    *,
    campaign: Campaign,
    complete_expired: bool = False,
    dry_run: bool = False,
    by: User | None = None,
) -> Repair:
    """Safe to run again: it finds nothing more. A dry run takes everything back."""
    locked = lock_campaign(campaign.pk)
    # A rating is stored under the lock of its sitting: none comes before we are done.
    sittings = list(
        Assignment.objects.select_for_update(no_key=True, of=("self",))
        .filter(annotator__campaign=locked)
        .order_by("id")
    )
    repair = _mend(sittings, locked, complete_expired=complete_expired)
    if any(repair.changes.values()):
        ratings_changed(locked.pk)
        audit.record(campaign=locked, by=by, action="repair sittings", **repair.changes)
    if dry_run:
        transaction.set_rollback(True)
    return repair


def _mend(
    sittings: Sequence[Assignment], campaign: Campaign, *, complete_expired: bool
) -> Repair:
    lost = _lost_answers(campaign)
    doubts = _doubts(lost, {sitting.pk: sitting for sitting in sittings})
    if lost:
        update_rows(Rating, ["superseded_at"], [(rating.pk, None) for rating in lost])
    complete = [sitting for sitting in sittings if sitting.state == State.COMPLETE]
    # An expired one may be taken up again.
    unfinished = [s for s in sittings if s.state in (State.OPEN, State.EXPIRED)]
    summed, recounted = sum(map(_sum, complete)), sum(map(_recount, unfinished))
    answered = [s for s in unfinished if s.remaining == 0 and s.ratings.exists()]
    open_ones = [sitting for sitting in answered if sitting.state == State.OPEN]
    expired = [
        s
        for s in answered
        if s.state == State.EXPIRED and not _left_out(s) and not is_unjudged(s, campaign)
    ]
    for sitting in open_ones:
        _complete(sitting)
    seated = {s.pk for s in expired if complete_expired and _seat_again(s, campaign)}
    return Repair(
        restored=len(lost),
        recounted=recounted,
        summed=summed,
        completed=len(open_ones),
        completed_expired=tuple(sorted(seated)),
        answered=tuple(sitting.pk for sitting in expired if sitting.pk not in seated),
        doubts=doubts,
    )


def _doubts(lost: Sequence[Rating], sittings: dict[int, Assignment]) -> tuple[Doubt, ...]:
    """By what is stored before anything is mended."""
    rows = Rating.objects.filter(annotator__in={rating.annotator_id for rating in lost})
    stored = {*rows.values_list("annotator", "rated_at")}

    def why(rating: Rating) -> str:
        # The new answer with which it was sent again has the time at which it was superseded.
        if (rating.annotator_id, rating.superseded_at) not in stored:
            return UNEXPLAINED
        return "" if sittings[rating.assignment_id].remaining else REFUSED

    return tuple(
        Doubt(
            rating.annotator_id,
            rating.assignment_id,
            rating.candidate.item.key,
            rating.candidate.text,
            rating.value,
            reason,
        )
        for rating in lost
        if (reason := why(rating))
    )


def _lost_answers(campaign: Campaign) -> Sequence[Rating]:
    """The newest answer of each annotator for each candidate that has only superseded ones."""
    same = Rating.objects.filter(
        annotator=OuterRef("annotator"), candidate=OuterRef("candidate")
    )
    rows = (
        Rating.objects.filter(
            ~Exists(same.filter(superseded_at__isnull=True)),
            ~Exists(same.filter(id__gt=OuterRef("id"))),
            annotator__campaign=campaign,
            superseded_at__isnull=False,
        )
        .select_related("candidate__item")
        .order_by("id")
    )
    return list(rows)


def _recount(sitting: Assignment) -> bool:
    remaining = len(missing_candidates(sitting))
    if remaining == sitting.remaining:
        return False
    sitting.remaining = remaining
    sitting.save(update_fields=["remaining"])
    return True


def _sum(sitting: Assignment) -> bool:
    found = sitting_sum(sitting)
    if found == (sitting.rated, sitting.median_ms):
        return False
    sitting.rated, sitting.median_ms = found
    sitting.save(update_fields=["rated", "median_ms"])
    return True


def _complete(sitting: Assignment) -> None:
    """As of its last answer, with which it should have ended."""
    end_sitting(sitting, now=sitting.ratings.aggregate(at=Max("rated_at"))["at"])


def _left_out(sitting: Assignment) -> bool:
    """Whether its annotator withdrew, or it is excluded."""
    return (
        sitting.annotator.withdrawn_at is not None
        or Exclusion.objects.filter(
            Q(assignment=None) | Q(assignment=sitting),
            annotator=sitting.annotator,
            undone_at=None,
        ).exists()
    )


def _seat_again(sitting: Assignment, campaign: Campaign) -> bool:
    """Let an expired sitting count, unless one of its candidates got too many ratings by it."""
    seat = free_seat(sitting, campaign)
    if seat is None:
        return False
    sitting.seat = seat
    _complete(sitting)
    return True
