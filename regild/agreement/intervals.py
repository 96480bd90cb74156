"""Bootstrap intervals: what the measures would be with other candidates or sentences."""

from typing import Any, NamedTuple

import numpy as np

from regild.agreement.measures import Measure, measure_values
from regild.agreement.patterns import IntArray, Patterns
from regild.agreement.scale import Scale
from regild.agreement.sums import Sums, add_up, pattern_sums
from regild.agreement.undefined import FloatArray, defined

ROUNDS = 1000

# Weights of one batch of rounds, so that memory does not grow with the rounds.
_BATCH = 100

_PERCENTILES = (2.5, 97.5)


class Interval(NamedTuple):
    """95%, by percentiles of the rounds in which the measure is defined."""

    low: float | None
    high: float | None


def bootstrap_candidates(
    patterns: Patterns, scale: Scale, *, seed: int, rounds: int = ROUNDS
) -> dict[str, Interval]:
    """Draw candidates with replacement.

    Candidates with equal histograms are interchangeable, so a draw of all of them is one
    multinomial over the patterns.
    """
    sums = pattern_sums(patterns.counts, scale)
    return _bootstrap(
        sums, patterns.candidates * (sums.rated > 0), scale, seed=seed, rounds=rounds
    )


def bootstrap_sentences(
    patterns: Patterns, scale: Scale, *, members: Any, seed: int, rounds: int = ROUNDS
) -> dict[str, Interval]:
    """Draw whole sentences: candidates of one sentence are judged together.

    `members` comes from `group_patterns`, grouped by sentence.
    """
    sums = add_up(pattern_sums(patterns.counts, scale), members)
    return _bootstrap(sums, (sums.rated > 0).astype(np.int64), scale, seed=seed, rounds=rounds)


def with_intervals(
    measures: dict[str, Measure], intervals: dict[str, Interval]
) -> dict[str, Measure]:
    """A measure defined with an interval of its own (`sd`) keeps it."""
    return {
        key: measure
        if measure.value is None or measure.low is not None
        else measure._replace(low=intervals[key].low, high=intervals[key].high)
        for key, measure in measures.items()
    }


def _bootstrap(
    sums: Sums, units: IntArray, scale: Scale, *, seed: int, rounds: int
) -> dict[str, Interval]:
    """`units` says how many units share each row of the sums."""
    drawn = np.flatnonzero(units)
    units = units[drawn]
    sums = Sums(*(part[drawn] for part in sums))
    n_units = int(units.sum())
    if n_units < 2:  # drawing one unit again and again shows no spread
        return dict.fromkeys(measure_values(sums, scale), Interval(None, None))
    rng = np.random.default_rng(seed)
    batches = [
        measure_values(
            add_up(sums, _weights(rng, units, n_units, min(_BATCH, rounds - start))), scale
        )
        for start in range(0, rounds, _BATCH)
    ]
    return {
        key: _interval(np.concatenate([batch[key] for batch in batches])) for key in batches[0]
    }


def _weights(
    rng: np.random.Generator, units: IntArray, n_units: int, rounds: int
) -> FloatArray:
    if len(units) < n_units:
        return rng.multinomial(n_units, units / n_units, size=rounds).astype(np.float64)
    # Every row is one unit: counting the draws takes a tenth of a multinomial's time.
    drawn = rng.integers(n_units, size=(rounds, n_units))
    cells = drawn + n_units * np.arange(rounds)[:, np.newaxis]
    weights = np.bincount(cells.reshape(-1), minlength=rounds * n_units)
    return weights.reshape(rounds, n_units).astype(np.float64)


def _interval(values: FloatArray) -> Interval:
    values = values[~np.isnan(values)]
    if not len(values):
        return Interval(None, None)
    low, high = defined(np.percentile(values, _PERCENTILES))
    return Interval(low, high)
