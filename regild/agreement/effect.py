"""What leaving some ratings out, or taking them back, does to the numbers."""

from typing import NamedTuple

from regild.agreement.declaration import Measurement
from regild.agreement.measure_tables import Level, alpha_for
from regild.agreement.measuring import ON_RATINGS, campaign_measures
from regild.agreement.patterns import pack_counts
from regild.agreement.scale import Scale
from regild.arrays import IntArray, np


class Numbers(NamedTuple):
    """`enough` candidates have the ratings wanted of them. `measures` are None where the
    scale's weights cannot order its values."""

    candidates: int
    ratings: int
    enough: int
    measures: dict[str, Measurement] | None


class Effect(NamedTuple):
    before: Numbers
    after: Numbers

    @property
    def measures(self) -> list[tuple[str, tuple[Measurement, Measurement]]]:
        """Each measure before and after."""
        before, after = self.before.measures, self.after.measures
        return [(key, (before[key], after[key])) for key in before] if before and after else []


def effect_of(
    before: IntArray,
    after: IntArray,
    scale: Scale | None,
    *,
    wanted: IntArray,
    level: Level,
) -> Effect:
    """`before` and `after` count each candidate's ratings by value, row for row; `wanted` says
    how many are."""
    return Effect(
        _numbers(before, scale, wanted=wanted, level=level),
        _numbers(after, scale, wanted=wanted, level=level),
    )


def _numbers(
    counts: IntArray, scale: Scale | None, *, wanted: IntArray, level: Level
) -> Numbers:
    ratings = counts.sum(axis=1)
    found = None
    if scale is not None:
        spread = "sd" if level == "ordinal" else "pairwise_exact"
        keys = {"unanimity", spread, alpha_for(level)}
        measures = tuple(measure for measure in ON_RATINGS if measure.key in keys)
        found = campaign_measures(pack_counts(counts).patterns, scale, measures=measures)
    return Numbers(
        candidates=int(np.count_nonzero(ratings)),
        ratings=int(ratings.sum()),
        enough=int(np.count_nonzero(ratings >= wanted)),
        measures=found,
    )
