"""How sure a mean score is: by drawing units with replacement.

All work on a matrix of scores, one row a sentence and one column a system, NaN where the
sentence is not in the system's mean. A unit is a sentence, or where `units` says so, all the
sentences of a target. All systems see the same resampled units, so that differences between
them can be taken replicate by replicate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, partial
from statistics import NormalDist

from regild.arrays import FloatArray, IntArray, np
from regild.resampling import (
    NO_INTERVAL,
    Interval,
    bootstrap_weights,
    on_all_cores,
    percentile_interval,
    student_quantile,
)
from regild.scoring.matrices import values_and_counted
from regild.scoring.units import by_unit

# 1 - 0.95 in binary is a little more than 0.05. It stays so: intervals that are published keep
# their last digit.
TAIL = (1 - 0.95) / 2


def mean_interval(means: FloatArray, *, units: int | None = None) -> Interval:
    """Of one system's means over the replicates, 95 %.

    Percentiles of few `units` fall short: a bootstrap's spread is that of n, not of n - 1, and
    its ends those of the normal distribution, not of Student's t. Where their number is said,
    the quantiles lie as much further out as makes up for both (Hesterberg 2015, "expanded
    percentiles"). One unit has no spread to draw, and so no interval.
    """
    if units is None:
        return percentile_interval(means, tail=TAIL)
    if units < 2:
        return NO_INTERVAL
    return percentile_interval(means, tail=expanded_tail(units))


@lru_cache(maxsize=1_024)
def expanded_tail(units: int) -> float:
    """What is left out at each end, of so many units: 2.5 % of a great many, less of few."""
    reach = math.sqrt(units / (units - 1)) * student_quantile(1 - TAIL, freedom=units - 1)
    return NormalDist().cdf(-reach)


def bootstrap_means(
    matrix: FloatArray, *, replicates: int, rng: np.random.Generator
) -> FloatArray:
    """The systems' means, a replicate a row, NaN where no sentence of a system was drawn."""
    [means] = bootstrap_each([matrix], replicates=replicates, rng=rng)
    return means


def bootstrap_each(
    matrices: Sequence[FloatArray],
    *,
    replicates: int,
    rng: np.random.Generator,
    units: IntArray | None = None,
) -> list[FloatArray]:
    """The same for several measures of the same sentences, which all see the same draws;
    `units` has each sentence's place among what is drawn."""
    found = [np.full((replicates, matrix.shape[1]), np.nan) for matrix in matrices]
    if not len(matrices[0]):
        return found
    columns = [
        _Summed(matrix, means, units) for matrix, means in zip(matrices, found, strict=True)
    ]
    n = columns[0].n_units
    start = 0
    for weights in bootstrap_weights(np.ones(n, dtype=int), replicates=replicates, rng=rng):
        on_all_cores(partial(_Summed.draw, weights=weights, start=start), columns)
        start += len(weights)
    return found


class _Summed:
    """A measure's scores, and where its means go."""

    def __init__(
        self, matrix: FloatArray, means: FloatArray, units: IntArray | None = None
    ) -> None:
        values, counted = (by_unit(rows, units) for rows in values_and_counted(matrix))
        self._values = values
        self.n_units = len(values)
        # Where every unit is a sentence that counts, there are as many as were drawn.
        self._counted = None if (counted == 1).all() else counted
        self._means = means

    def draw(self, weights: FloatArray, start: int) -> None:
        if self._counted is None:
            drawn = weights.sum(axis=1, keepdims=True)
        else:
            drawn = weights @ self._counted
        out = self._means[start : start + len(weights)]
        np.divide(weights @ self._values, drawn, out=out, where=drawn > 0)
