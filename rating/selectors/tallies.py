"""The ratings that the candidates of uneven subsets have, as stored or counted anew."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import QuerySet

from campaigns.models import Campaign
from pooling.models import Candidate, Placement
from rating.models import Rating
from rating.selectors.counting import counting
from rating.selectors.sittings import placements_given
from regild.rating.tally import tally_of

# So that SQLite's statements hold their ids, and memory their candidates.
SUBSETS_AT_A_TIME = 500


class Tallied(NamedTuple):
    """`seats`: the number that is the subset's own, as pooling.selectors.seats takes it;
    `calibration`: whether it is of a calibration round."""

    uneven: bool
    seats: int | None
    calibration: bool


class Tallies(NamedTuple):
    """Every subset in the order of its number; of the uneven ones the candidates with no
    rating, with one, and so on; and those of which nothing is stored."""

    subsets: dict[int, Tallied]
    counts: dict[int, list[int]]
    fresh: frozenset[int]


def tallies_of(campaign: Campaign) -> Tallies:
    holds = campaign.tallied_version == campaign.ratings_version
    rows = campaign.subsets.order_by("number").values_list(
        "id", "uneven", "seats", "calibration", "tally__counts"
    )
    subsets: dict[int, Tallied] = {}
    stored: dict[int, list[int]] = {}
    for id, uneven, seats, calibration, counts in rows:
        subsets[id] = Tallied(uneven, seats, calibration)
        if uneven and holds and counts is not None:
            stored[id] = counts
    fresh = frozenset(id for id, one in subsets.items() if one.uneven) - stored.keys()
    return Tallies(subsets, stored | count_ratings(campaign, fresh), fresh)


def count_ratings(campaign: Campaign, subsets: Collection[int]) -> dict[int, list[int]]:
    """Subset → its pooled candidates in play by their ratings that count. 'I cannot judge this'
    is one too: it used up a seat. Of a subset without such candidates an empty list."""
    given: dict[int, list[int]] = {}
    wanted = sorted(subsets)
    for start in range(0, len(wanted), SUBSETS_AT_A_TIME):
        some = wanted[start : start + SUBSETS_AT_A_TIME]
        rated: defaultdict[int, int] = defaultdict(int)
        answers = Rating.objects.filter(counting(), candidate__placement__subset__in=some)
        for candidate in answers.order_by().values_list("candidate", flat=True).iterator():
            rated[candidate] += 1
        found: defaultdict[int, list[int]] = defaultdict(list)
        places = pooled_places(campaign).filter(subset__in=some).order_by()
        for subset, candidate in places.values_list("subset_id", "candidate_id").iterator():
            found[subset].append(rated.get(candidate, 0))
        given |= {subset: tally_of(found[subset]) for subset in some}
    return given


def pooled_places(campaign: Campaign) -> QuerySet[Placement]:
    """What a subset is rated for: foils and repeats only go along."""
    pooled = placements_given(campaign).filter(candidate__role=Candidate.Role.POOLED)
    if campaign.excluded_targets:
        pooled = pooled.exclude(candidate__item__group__in=campaign.excluded_targets)
    return pooled
