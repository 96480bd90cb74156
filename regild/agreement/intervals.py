"""Bootstrap intervals: what the measures would be with other candidates or sentences."""

from collections.abc import Sequence
from typing import Any

from regild.agreement.declaration import Measurement, RatingMeasure
from regild.agreement.measuring import ON_RATINGS, measure_values, sums_of
from regild.agreement.patterns import Patterns
from regild.agreement.scale import Scale
from regild.agreement.sums import Sums, add_up, pattern_sums, rated
from regild.arrays import IntArray, np
from regild.resampling import NO_INTERVAL, Interval, bootstrap_weights, percentile_interval

REPLICATES = 1000

# Replicates made at a time, so that memory does not grow with their number.
_BATCH = 100


def bootstrap_candidates(
    patterns: Patterns,
    scale: Scale,
    *,
    seed: int,
    replicates: int = REPLICATES,
    measures: Sequence[RatingMeasure] = ON_RATINGS,
) -> dict[str, Interval]:
    """Draw candidates with replacement.

    Candidates with equal histograms are interchangeable, so a draw of all of them is one
    multinomial over the patterns.
    """
    sums = pattern_sums(patterns.counts, scale, sums_of(measures))
    units = patterns.candidates * (sums[rated] > 0)
    return _bootstrap(sums, units, scale, measures=measures, seed=seed, replicates=replicates)


def bootstrap_sentences(
    patterns: Patterns, scale: Scale, *, members: Any, seed: int, replicates: int = REPLICATES
) -> dict[str, Interval]:
    """Draw whole sentences: candidates of one sentence are judged together.

    `members` comes from `group_patterns`, grouped by sentence.
    """
    sums = add_up(pattern_sums(patterns.counts, scale, sums_of(ON_RATINGS)), members)
    units = (sums[rated] > 0).astype(np.int64)
    return _bootstrap(sums, units, scale, measures=ON_RATINGS, seed=seed, replicates=replicates)


def with_intervals(
    measures: dict[str, Measurement], intervals: dict[str, Interval]
) -> dict[str, Measurement]:
    """A measure defined with an interval of its own (`sd`) keeps it."""
    return {
        key: measure
        if measure.value is None or measure.low is not None
        else measure._replace(low=intervals[key].low, high=intervals[key].high)
        for key, measure in measures.items()
    }


def _bootstrap(
    sums: Sums,
    units: IntArray,
    scale: Scale,
    *,
    measures: Sequence[RatingMeasure],
    seed: int,
    replicates: int,
) -> dict[str, Interval]:
    """`units` says how many units share each row of the sums."""
    present = np.flatnonzero(units)
    units = units[present]
    sums = {made: part[present] for made, part in sums.items()}
    n_units = int(units.sum())
    if n_units < 2:  # drawing one unit again and again shows no spread
        return dict.fromkeys(measure_values(sums, scale, measures), NO_INTERVAL)
    rng = np.random.default_rng(seed)
    drawn = bootstrap_weights(units, replicates=replicates, rng=rng, at_a_time=_BATCH)
    batches = [measure_values(add_up(sums, weights), scale, measures) for weights in drawn]
    return {
        key: percentile_interval(np.concatenate([batch[key] for batch in batches]))
        for key in batches[0]
    }
