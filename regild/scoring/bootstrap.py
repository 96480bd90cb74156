"""How sure a mean score is: by drawing sentences with replacement.

All work on a matrix of scores, one row a sentence and one column a system, NaN where the
sentence is not in the system's mean. All systems see the same resampled sentences, so that
differences between them can be taken replicate by replicate.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from regild.arrays import FloatArray, np
from regild.resampling import (
    Interval,
    bootstrap_weights,
    on_all_cores,
    percentile_interval,
)
from regild.scoring.matrices import values_and_counted

# 1 - 0.95 in binary is a little more than 0.05. It stays so: intervals that are published keep
# their last digit.
TAIL = (1 - 0.95) / 2


def mean_interval(means: FloatArray) -> Interval:
    """Of one system's means over the replicates, 95 %."""
    return percentile_interval(means, tail=TAIL)


def bootstrap_means(
    matrix: FloatArray, *, replicates: int, rng: np.random.Generator
) -> FloatArray:
    """The systems' means, a replicate a row, NaN where no sentence of a system was drawn."""
    [means] = bootstrap_each([matrix], replicates=replicates, rng=rng)
    return means


def bootstrap_each(
    matrices: Sequence[FloatArray], *, replicates: int, rng: np.random.Generator
) -> list[FloatArray]:
    """The same for several measures of the same sentences, which all see the same draws."""
    found = [np.full((replicates, matrix.shape[1]), np.nan) for matrix in matrices]
    n = len(matrices[0])
    if not n:
        return found
    columns = [_Summed(matrix, means) for matrix, means in zip(matrices, found, strict=True)]
    start = 0
    for weights in bootstrap_weights(np.ones(n, dtype=int), replicates=replicates, rng=rng):
        on_all_cores(partial(_Summed.draw, weights=weights, start=start), columns)
        start += len(weights)
    return found


class _Summed:
    """A measure's scores, and where its means go."""

    def __init__(self, matrix: FloatArray, means: FloatArray) -> None:
        self._values, counted = values_and_counted(matrix)
        # Where every sentence counts, there are as many as were drawn.
        self._counted = None if counted.all() else counted
        self._means = means

    def draw(self, weights: FloatArray, start: int) -> None:
        if self._counted is None:
            drawn = weights.sum(axis=1, keepdims=True)
        else:
            drawn = weights @ self._counted
        out = self._means[start : start + len(weights)]
        np.divide(weights @ self._values, drawn, out=out, where=drawn > 0)
