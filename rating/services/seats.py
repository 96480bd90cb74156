"""Which seat a sitting may have again, and what is part of it. Under the campaign's lock."""

from collections.abc import Collection

from campaigns.models import Campaign
from pooling.models import Candidate, Placement, Subset
from pooling.selectors.seats import most_seats, own_seats
from rating.models import Assignment, Omission, Rating
from rating.selectors.loads import candidate_loads, loads_in
from rating.selectors.most import most_of
from rating.selectors.sittings import (
    current_answers,
    missing_candidates,
    placements_in_play,
    taken_along,
)
from regild.rating.allocation import lowest_free


def free_seat(sitting: Assignment, campaign: Campaign) -> int | None:
    """For a sitting that has none: None where its ratings would be more than a candidate may
    have. Up to the maximum even where the campaign stops at the minimum: the work was done."""
    taken = {
        seat
        for seat in Assignment.objects.filter(
            subset=sitting.subset_id, seat__isnull=False
        ).values_list("seat", flat=True)
        if seat is not None
    }
    seat = lowest_free(taken)
    if is_uneven(sitting):
        return seat if has_room(sitting, campaign) else None
    return seat if seat <= most_seats(campaign, own_seats(sitting.subset_id)) else None


def has_room(sitting: Assignment, campaign: Campaign) -> bool:
    """Whether everything rated in a sitting that does not count could count."""
    answered = Rating.objects.filter(assignment=sitting, superseded_at__isnull=True)
    if sitting.subset_id is None:
        # What was taken back with its import stays so.
        answered = answered.filter(counts=True)
    rated = Candidate.objects.filter(id__in=answered.values("candidate"))
    most = most_of(rated, campaign)
    return all(load < most[candidate] for candidate, load in candidate_loads(rated).items())


def omit_full(sitting: Assignment, *, seats: int) -> None:
    """Leave out of an uneven subset's sitting what has ratings enough without it, what its
    annotator has an answer for already, from where it stood before. Of what it answered itself
    and a round has taken along, the same."""
    if sitting.subset_id is None or not is_uneven(sitting):
        return
    Omission.objects.filter(assignment=sitting).delete()
    full = _full(sitting, seats=seats)
    there = _with_checks(sitting, full | _answered_before(sitting))
    _omit(sitting, there | _full_elsewhere(sitting))


def omit_filled(sitting: Assignment, campaign: Campaign) -> None:
    """Leave out of a sitting that ended what it answered, does not count, and others have
    given ratings enough since, or are asked for in its place: by a round that took it along."""
    answered = Rating.objects.filter(assignment=sitting, superseded_at=None, counts=False)
    fresh = answered.exclude(candidate__omissions__assignment=sitting)
    if waiting := set(fresh.values_list("candidate", flat=True)):
        most = most_seats(campaign, own_seats(sitting.subset_id))
        _omit(sitting, waiting & (_full(sitting, seats=most) | _gone(sitting)))


def _gone(sitting: Assignment) -> set[int]:
    return set(taken_along(sitting).values_list("candidate_id", flat=True))


def _full_elsewhere(sitting: Assignment) -> set[int]:
    if not (gone := _gone(sitting)):
        return set()
    candidates = Candidate.objects.filter(id__in=gone)
    loads = candidate_loads(candidates, but_of=sitting)
    most = most_of(candidates, sitting.annotator.campaign)
    return {candidate for candidate in gone if loads[candidate] >= most[candidate]}


def would_be_left(sitting: Assignment, campaign: Campaign) -> int:
    """How much its annotator would have to answer, had they an ended sitting again."""
    if not is_uneven(sitting):
        return len(missing_candidates(sitting))
    answered = current_answers(sitting).values("candidate")
    in_play = placements_in_play().filter(subset=sitting.subset_id)
    missing = in_play.exclude(candidate__in=answered).values_list("candidate_id", flat=True)
    full = _full(sitting, seats=most_seats(campaign, own_seats(sitting.subset_id)))
    return len(set(missing) - _with_checks(sitting, full | _answered_before(sitting)))


def _full(sitting: Assignment, *, seats: int) -> set[int]:
    """The candidates of its subset that have ratings enough without it."""
    if sitting.subset_id is None:
        return set()
    loads = loads_in([sitting.subset_id], but_of=sitting).get(sitting.subset_id, {})
    return {candidate for candidate, load in loads.items() if load >= seats}


def _with_checks(sitting: Assignment, omitted: set[int]) -> set[int]:
    """With what stands beside them in the same sentences alone: an anchor shown once more, a
    foil or a repeat has nothing to be beside where no candidate of its sentence is left."""
    if not omitted:
        return omitted
    places = Placement.objects.filter(subset=sitting.subset_id).order_by()
    rows = list(places.values_list("candidate_id", "candidate__item_id", "candidate__role"))
    left = {
        item
        for candidate, item, role in rows
        if role == Candidate.Role.POOLED and candidate not in omitted
    }
    return omitted | {
        candidate
        for candidate, item, role in rows
        if role != Candidate.Role.POOLED and item not in left
    }


def _answered_before(sitting: Assignment) -> set[int]:
    """Candidates of its subset: an annotator never rates one twice at a time."""
    answers = Rating.objects.filter(
        annotator=sitting.annotator_id,
        superseded_at__isnull=True,
        candidate__placement__subset=sitting.subset_id,
    )
    return set(answers.exclude(assignment=sitting).values_list("candidate", flat=True))


def _omit(sitting: Assignment, candidates: Collection[int]) -> None:
    Omission.objects.bulk_create(
        Omission(assignment=sitting, candidate_id=candidate) for candidate in sorted(candidates)
    )


def is_uneven(sitting: Assignment) -> bool:
    uneven = Subset.objects.filter(uneven=True)
    return sitting.subset_id is not None and uneven.filter(id=sitting.subset_id).exists()
