"""How sure a mean score is, and whether two systems differ: by resampling sentences.

All work on a matrix of scores, one row a sentence and one column a system, NaN where the
sentence is not in the system's mean. All systems see the same resampled sentences, so that
differences between them can be taken round by round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from regild.scoring.matrices import FloatArray
from regild.scoring.ranking import SAME

# How many weights are held at a time, whatever the number of rounds: 32 MB.
_HELD = 4_000_000


class Interval(NamedTuple):
    low: float
    high: float


class Comparison(NamedTuple):
    """Systems by column. `p_holm` is `p` corrected for the number of comparisons made; all
    three numbers are None when one of the two systems has no mean."""

    first: int
    second: int
    difference: float | None
    p: float | None
    p_holm: float | None


def bootstrap_means(matrix: FloatArray, *, rounds: int, rng: np.random.Generator) -> FloatArray:
    """The systems' means in each round, NaN where none of a system's sentences was drawn."""
    [means] = bootstrap_each([matrix], rounds=rounds, rng=rng)
    return means


def bootstrap_each(
    matrices: Sequence[FloatArray], *, rounds: int, rng: np.random.Generator
) -> list[FloatArray]:
    """The same for several measures of the same sentences, which all see the same draws."""
    found = [np.full((rounds, matrix.shape[1]), np.nan) for matrix in matrices]
    n = len(matrices[0])
    if not n:
        return found
    for start, stop in _batches(rounds, row=n):
        weights = _multinomial(n, rounds=stop - start, rng=rng)
        for matrix, means in zip(matrices, found, strict=True):
            values, counted = _values_and_counted(matrix)
            drawn = weights @ counted
            np.divide(weights @ values, drawn, out=means[start:stop], where=drawn > 0)
    return found


def percentile_interval(samples: FloatArray, *, level: float = 0.95) -> Interval | None:
    """None when a round has no value: the interval would leave out the worst ones."""
    if not len(samples) or np.isnan(samples).any():
        return None
    tail = (1 - level) / 2
    low, high = np.quantile(samples, [tail, 1 - tail]).tolist()
    return Interval(low, high)


def compare_systems(
    matrix: FloatArray, *, rounds: int, rng: np.random.Generator
) -> list[Comparison]:
    """Every pair by paired approximate randomisation, two-sided (Noreen 1989), with Holm.

    In each round the two systems exchange their scores on a random half of the sentences;
    p = (1 + rounds at least as far apart as observed) / (1 + rounds).
    """
    values, counted = _values_and_counted(matrix)
    pairs = list(combinations(range(matrix.shape[1]), 2))
    one, two = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    sums, counts = values.sum(axis=0), counted.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = sums[one] / counts[one] - sums[two] / counts[two]
    value_gaps = values[:, two] - values[:, one]
    count_gaps = counted[:, two] - counted[:, one]
    as_far = np.zeros(len(pairs))
    for start, stop in _batches(rounds, row=len(matrix)):
        swapped = rng.integers(0, 2, size=(stop - start, len(matrix)), dtype=np.int8)
        exchanged = swapped.astype(np.float64)
        moved, moved_count = exchanged @ value_gaps, exchanged @ count_gaps
        with np.errstate(divide="ignore", invalid="ignore"):
            gap = (sums[one] + moved) / (counts[one] + moved_count) - (sums[two] - moved) / (
                counts[two] - moved_count
            )
        # Not `>=`: a round that leaves a system without a sentence must not speak for a
        # difference, and comparing with its NaN is always false.
        as_far += (~(np.abs(gap) < np.abs(observed) - SAME)).sum(axis=0)
    defined = ~np.isnan(observed)
    ps = (1 + as_far) / (1 + rounds)
    corrected = iter(holm(ps[defined].tolist()))
    return [
        Comparison(i, j, difference, p, next(corrected))
        if known
        else Comparison(i, j, None, None, None)
        for (i, j), difference, p, known in zip(
            pairs, observed.tolist(), ps.tolist(), defined.tolist(), strict=True
        )
    ]


def holm(ps: Sequence[float]) -> list[float]:
    """Step-down corrected p-values (Holm 1979), in the order given."""
    corrected = [0.0] * len(ps)
    largest = 0.0
    for step, i in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        largest = max(largest, min(1.0, (len(ps) - step) * ps[i]))
        corrected[i] = largest
    return corrected


def _values_and_counted(matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Scores with 0 for NaN, and 1 where there is a score."""
    return np.nan_to_num(matrix, nan=0.0), (~np.isnan(matrix)).astype(np.float64)


def _batches(rounds: int, *, row: int) -> Iterator[tuple[int, int]]:
    size = max(1, _HELD // max(1, row))
    for start in range(0, rounds, size):
        yield start, min(rounds, start + size)


def _multinomial(n: int, *, rounds: int, rng: np.random.Generator) -> FloatArray:
    """How often each of n sentences is drawn in n draws. Counting draws is faster than numpy's
    own multinomial, which draws a binomial for each sentence."""
    drawn = rng.integers(0, n, size=(rounds, n), dtype=np.int32)
    drawn += np.arange(rounds, dtype=np.int32)[:, np.newaxis] * n
    counts = np.bincount(drawn.ravel(), minlength=rounds * n)
    return counts.reshape(rounds, n).astype(np.float64)
