"""Whether two systems differ: by permuting which of them earned a sentence's score.

The scores are a matrix, one row a sentence and one column a system, NaN where the sentence is
not in the system's mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from regild.arrays import FloatArray, np
from regild.resampling import batches
from regild.scoring.matrices import values_and_counted
from regild.scoring.ranking import SAME


class SystemPair(NamedTuple):
    """Systems by column. `p_holm` is `p` corrected for the number of comparisons made; all
    three numbers are None when one of the two systems has no mean."""

    first: int
    second: int
    difference: float | None
    p: float | None
    p_holm: float | None


def compare_systems(
    matrix: FloatArray, *, permutations: int, rng: np.random.Generator
) -> list[SystemPair]:
    """Every pair by paired approximate randomisation, two-sided (Noreen 1989), with Holm.

    A permutation swaps the two systems' scores on a random half of the sentences;
    p = (1 + permutations at least as far apart as observed) / (1 + permutations).
    """
    values, counted = values_and_counted(matrix)
    pairs = list(combinations(range(matrix.shape[1]), 2))
    one, two = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    sums, counts = values.sum(axis=0), counted.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = sums[one] / counts[one] - sums[two] / counts[two]
    value_gaps = values[:, two] - values[:, one]
    count_gaps = counted[:, two] - counted[:, one]
    as_far = np.zeros(len(pairs))
    for size in batches(permutations, row=len(matrix)):
        swapped = rng.integers(0, 2, size=(size, len(matrix)), dtype=np.int8)
        weights = swapped.astype(np.float64)
        moved, moved_count = weights @ value_gaps, weights @ count_gaps
        with np.errstate(divide="ignore", invalid="ignore"):
            gap = (sums[one] + moved) / (counts[one] + moved_count) - (sums[two] - moved) / (
                counts[two] - moved_count
            )
        # Not `>=`: a permutation that leaves a system without a sentence must not speak for
        # a difference, and comparing with its NaN is always false.
        as_far += (~(np.abs(gap) < np.abs(observed) - SAME)).sum(axis=0)
    defined = ~np.isnan(observed)
    ps = (1 + as_far) / (1 + permutations)
    corrected = iter(holm(ps[defined].tolist()))
    return [
        SystemPair(i, j, difference, p, next(corrected))
        if known
        else SystemPair(i, j, None, None, None)
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
