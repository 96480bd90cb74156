"""The measures on ratings, of a campaign or of groups of its candidates."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from regild.agreement.declaration import ALL_RATED, COMPARED, Measurement, RatingMeasure
from regild.agreement.patterns import Patterns
from regild.agreement.registry import family
from regild.agreement.scale import Scale
from regild.agreement.sums import Sum, Sums, add_up, compared, pattern_sums, rated
from regild.agreement.undefined import defined
from regild.arrays import FloatArray, np

ON_RATINGS = family(RatingMeasure)


def campaign_measures(
    patterns: Patterns, scale: Scale, *, measures: Sequence[RatingMeasure] = ON_RATINGS
) -> dict[str, Measurement]:
    """Each measure over the whole campaign."""
    members = patterns.candidates[np.newaxis]
    return grouped_measures(patterns, scale, members=members, measures=measures)[0]


def grouped_measures(
    patterns: Patterns,
    scale: Scale,
    *,
    members: Any,
    measures: Sequence[RatingMeasure] = ON_RATINGS,
) -> list[dict[str, Measurement]]:
    """Each measure in each group; `members` comes from `group_patterns`."""
    sums = add_up(pattern_sums(patterns.counts, scale, sums_of(measures)), members)
    counts = {
        count: sums[count].astype(int).tolist()
        for count in dict.fromkeys(chain([rated, compared], *(m.basis for m in measures)))
    }
    columns = {measure.key: _column(measure, sums, scale, counts) for measure in measures}
    n_groups = len(sums[rated])
    return [{key: column[g] for key, column in columns.items()} for g in range(n_groups)]


def sums_of(measures: Iterable[RatingMeasure]) -> list[Sum]:
    """What the measures need, and what they rest on."""
    return [*ALL_RATED, *COMPARED, *chain.from_iterable(m.needs for m in measures)]


def measure_values(
    sums: Sums, scale: Scale, measures: Iterable[RatingMeasure] = ON_RATINGS
) -> dict[str, FloatArray]:
    """Each measure's value for each row of the sums, NaN where it is undefined."""
    return {measure.key: measure.formula(sums, scale) for measure in measures}


def _column(
    measure: RatingMeasure, sums: Sums, scale: Scale, counts: Mapping[Sum, list[int]]
) -> list[Measurement]:
    """The measure in every group."""
    value = measure.formula(sums, scale)
    lows: list[float | None] = [None] * len(value)
    highs = lows
    if measure.half_width is not None:
        half = measure.half_width(sums)
        lows, highs = defined(value - half), defined(value + half)
    return [
        Measurement(
            found,
            n,
            n_ratings,
            low,
            high,
            measure.reason(rated=n_rated, compared=n_compared) if found is None else None,
        )
        for found, low, high, n, n_ratings, n_rated, n_compared in zip(
            defined(value),
            lows,
            highs,
            *(counts[count] for count in (*measure.basis, rated, compared)),
            strict=True,
        )
    ]
