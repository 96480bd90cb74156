"""How sure a mean score is: by drawing sentences with replacement.

All work on a matrix of scores, one row a sentence and one column a system, NaN where the
sentence is not in the system's mean. All systems see the same resampled sentences, so that
differences between them can be taken replicate by replicate.
"""

from __future__ import annotations

from collections.abc import Sequence

from regild.arrays import FloatArray, np
from regild.resampling import Interval, bootstrap_weights, percentile_interval
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
    start = 0
    for weights in bootstrap_weights(np.ones(n, dtype=int), replicates=replicates, rng=rng):
        stop = start + len(weights)
        for matrix, means in zip(matrices, found, strict=True):
            values, counted = values_and_counted(matrix)
            drawn = weights @ counted
            np.divide(weights @ values, drawn, out=means[start:stop], where=drawn > 0)
        start = stop
    return found
