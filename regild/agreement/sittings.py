"""Who gave which rating, and what a report says of every annotator and every pair."""

from collections import defaultdict
from typing import NamedTuple

from regild.agreement.annotators import (
    RatingColumns,
    leave_one_out,
    median_seconds,
    met_by_others,
)
from regild.agreement.declaration import Level
from regild.agreement.pairs import PairAgreement, mean_of_pairs, pair_agreement
from regild.agreement.report import Facts, GroupFacts, facts
from regild.agreement.scale import Scale
from regild.arrays import FloatArray, IntArray

# Of the pairs of annotators, a report lists those with the most candidates in common.
LISTED_PAIRS = 1000


class Sittings(NamedTuple):
    """Who gave which rating: rows as in `ratings`, annotators by their ids."""

    annotators: list[int]
    ratings: RatingColumns
    seconds: FloatArray  # NaN where not timed
    device: IntArray  # of devices.DEVICES, or UNKNOWN


def annotator_facts(
    sittings: Sittings, scale: Scale, *, level: Level = "ordinal"
) -> tuple[dict[str, Facts], GroupFacts, list[Facts]]:
    """The campaign's mean kappas, every annotator, and the pairs with most in common."""
    count = len(sittings.annotators)
    pairs = pair_agreement(sittings.ratings, scale, n_annotators=count, level=level)
    by_annotator: defaultdict[int, list[PairAgreement]] = defaultdict(list)
    for pair in pairs:
        by_annotator[pair.first].append(pair)
        by_annotator[pair.second].append(pair)
    with_others = leave_one_out if level == "ordinal" else met_by_others
    everyone = zip(
        sittings.annotators,
        with_others(sittings.ratings, scale, n_annotators=count),
        median_seconds(
            annotator=sittings.ratings.annotator,
            seconds=sittings.seconds,
            n_annotators=count,
        ),
        strict=True,
    )
    section = {
        str(id): facts(
            agreement
            | mean_of_pairs(by_annotator[index], level=level)
            | {"median_seconds": seconds}
        )
        for index, (id, agreement, seconds) in enumerate(everyone)
    }
    pairs.sort(key=lambda pair: -pair.n)
    listed = [
        {
            "annotators": [sittings.annotators[pair.first], sittings.annotators[pair.second]],
            **facts(pair.measures),
        }
        for pair in pairs[:LISTED_PAIRS]
    ]
    return facts(mean_of_pairs(pairs, level=level)), section, listed
