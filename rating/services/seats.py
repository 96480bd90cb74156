"""Which seat a sitting may have again, and what is part of it. Under the campaign's lock."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from campaigns.models import Campaign
from pooling.models import Candidate, Placement, Subset
from pooling.selectors.seats import most_seats, own_seats
from rating.models import Assignment, Omission, Rating
from rating.selectors.loads import candidate_loads, loads_in
from rating.selectors.most import most_of
from rating.selectors.sittings import missing_candidates, taken_along
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
    rated = Candidate.objects.filter(
        id__in=answered.values("candidate"), role=Candidate.Role.POOLED
    )
    most = most_of(rated, campaign)
    return all(load < most[candidate] for candidate, load in candidate_loads(rated).items())


def omit_full(sitting: Assignment, *, seats: int) -> None:
    """Leave out of an uneven subset's sitting what has ratings enough without it, what its
    annotator has an answer for already, from where it stood before. Of what it answered itself
    and a round has taken along, the same."""
    if sitting.subset_id is None or not is_uneven(sitting):
        return
    Omission.objects.filter(assignment=sitting).delete()
    _omit(sitting, _no_part(sitting, seats=seats) | _full_elsewhere(sitting))


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
    seats = most_seats(campaign, own_seats(sitting.subset_id))
    return len(missing_candidates(sitting, omitted=_no_part(sitting, seats=seats)))


def _no_part(sitting: Assignment, *, seats: int) -> set[int]:
    """The candidates of an uneven subset that are not to be part of its sitting."""
    full = _full(sitting, seats=seats) | _answered_before(sitting)
    places = Placement.objects.filter(subset=sitting.subset_id).order_by("position")
    columns = ("candidate_id", "candidate__item_id", "candidate__role", "anchor")
    more = ("candidate__votes", "candidate__hidden_at")
    rows = [_Placed(*row) for row in places.values_list(*columns, *more)]
    # An anchor that is shown once more is rated beside others only, and as often as they are.
    full -= {row.candidate for row in rows if row.is_copy}
    return full | _checks_alone(rows, full) | _copies_beside_gold(rows, full)


def _full(sitting: Assignment, *, seats: int) -> set[int]:
    """The candidates of its subset that have ratings enough without it."""
    if sitting.subset_id is None:
        return set()
    loads = loads_in([sitting.subset_id], but_of=sitting).get(sitting.subset_id, {})
    return {candidate for candidate, load in loads.items() if load >= seats}


class _Placed(NamedTuple):
    candidate: int
    item: int
    role: str
    anchor: bool
    votes: float | None
    hidden_at: datetime | None

    @property
    def is_pooled(self) -> bool:
        return self.role == Candidate.Role.POOLED

    @property
    def is_copy(self) -> bool:
        """An anchor shown once more."""
        return self.anchor and self.role == Candidate.Role.REPEAT


def _checks_alone(rows: Sequence[_Placed], omitted: Collection[int]) -> set[int]:
    """An anchor shown once more, a foil or a repeat has nothing to be beside where no candidate
    of its sentence is left."""
    left = {row.item for row in rows if row.is_pooled and row.candidate not in omitted}
    return {row.candidate for row in rows if not row.is_pooled and row.item not in left}


def _copies_beside_gold(rows: Sequence[_Placed], omitted: Collection[int]) -> set[int]:
    """Anchors shown once more where a block has another: one is enough."""
    shown = [row for row in rows if row.hidden_at is None and row.candidate not in omitted]
    anchored = {row.item for row in shown if row.is_pooled and row.votes is not None}
    needed = set()
    for row in shown:
        if row.is_copy and row.item not in anchored:
            anchored.add(row.item)
            needed.add(row.candidate)
    return {row.candidate for row in rows if row.is_copy} - needed


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
