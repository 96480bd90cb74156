"""Which seat a sitting may have again, and what is part of it. Under the campaign's lock."""

from campaigns.models import Campaign
from pooling.models import Candidate, Subset
from rating.load_selectors import candidate_loads, loads_in
from rating.models import Assignment, Omission, Rating
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
    return seat if seat <= campaign.max_ratings else None


def has_room(sitting: Assignment, campaign: Campaign) -> bool:
    """Whether everything rated in a sitting that does not count could count."""
    answered = Rating.objects.filter(assignment=sitting, superseded_at__isnull=True)
    rated = Candidate.objects.filter(id__in=answered.values("candidate"))
    return max(candidate_loads(rated).values(), default=0) < campaign.max_ratings


def omit_full(sitting: Assignment, *, seats: int) -> None:
    """Leave out of an uneven subset's sitting what has ratings enough without it."""
    if sitting.subset_id is None or not is_uneven(sitting):
        return
    loads = loads_in([sitting.subset_id], but_of=sitting).get(sitting.subset_id, {})
    Omission.objects.filter(assignment=sitting).delete()
    Omission.objects.bulk_create(
        Omission(assignment=sitting, candidate_id=candidate)
        for candidate, load in sorted(loads.items())
        if load >= seats
    )


def is_uneven(sitting: Assignment) -> bool:
    return Subset.objects.filter(assignments=sitting, uneven=True).exists()
