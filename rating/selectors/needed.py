"""How many ratings candidates want, and how many they need to be compared."""

from collections.abc import Mapping

from campaigns.models import Campaign
from pooling.selectors.seats import own_seats_of_candidates
from regild.arrays import IntArray, np


def wanted_of(campaign: Campaign, candidates: IntArray) -> IntArray:
    """Of each of these: the number of its subset, or what the campaign wants."""
    least = campaign.min_ratings
    return _of_each(candidates, own_seats_of_candidates(campaign), usual=least)


def needed_of(campaign: Campaign, candidates: IntArray, *, least: int) -> IntArray:
    """Of each of these: `least`, or fewer where its subset is for fewer."""
    own = own_seats_of_candidates(campaign)
    fewer = {id: min(seats, least) for id, seats in own.items()}
    return _of_each(candidates, fewer, usual=least)


def _of_each(candidates: IntArray, numbers: Mapping[int, int], *, usual: int) -> IntArray:
    if not numbers:
        return np.full(len(candidates), usual, dtype=np.int64)
    return np.array([numbers.get(id, usual) for id in candidates.tolist()], dtype=np.int64)
