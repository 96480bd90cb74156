"""What leaving some ratings out, or taking them back, does to the numbers."""

from typing import NamedTuple

import numpy as np

from regild.agreement.measures import Measure, campaign_measures
from regild.agreement.patterns import IntArray, pack_counts
from regild.agreement.scale import Scale

KEYS = ("unanimity", "sd", "alpha_ordinal")


class Numbers(NamedTuple):
    """`enough` candidates have the ratings the campaign wants. `measures` are None where the
    scale's weights cannot order its values."""

    candidates: int
    ratings: int
    enough: int
    measures: dict[str, Measure] | None


class Effect(NamedTuple):
    before: Numbers
    after: Numbers

    @property
    def measures(self) -> list[tuple[str, tuple[Measure, Measure]]]:
        """Each measure before and after."""
        before, after = self.before.measures, self.after.measures
        return [(key, (before[key], after[key])) for key in KEYS] if before and after else []


def effect_of(
    before: IntArray, after: IntArray, scale: Scale | None, *, min_ratings: int
) -> Effect:
    """`before` and `after` count each candidate's ratings by value, row for row."""
    return Effect(
        _numbers(before, scale, min_ratings=min_ratings),
        _numbers(after, scale, min_ratings=min_ratings),
    )


def _numbers(counts: IntArray, scale: Scale | None, *, min_ratings: int) -> Numbers:
    ratings = counts.sum(axis=1)
    found = None if scale is None else campaign_measures(pack_counts(counts).patterns, scale)
    return Numbers(
        candidates=int(np.count_nonzero(ratings)),
        ratings=int(ratings.sum()),
        enough=int(np.count_nonzero(ratings >= min_ratings)),
        measures=found and {key: found[key] for key in KEYS},
    )
