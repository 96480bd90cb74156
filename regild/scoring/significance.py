"""Whether two systems differ: by permuting which of them earned a sentence's score.

The scores are a matrix, one row a sentence and one column a system, NaN where the sentence is
not in the system's mean. Where `units` says which sentences share a target, all of a target's
are swapped together: to swap them one by one would take them for independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.resampling import batches, on_all_cores
from regild.scoring.matrices import values_and_counted
from regild.scoring.ranking import SAME
from regild.scoring.units import by_unit

# Of which one product is made: wide enough to pay, and enough of them for every core.
MEASURES_AT_ONCE = 6


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
    [pairs] = compare_each([matrix], permutations=permutations, rng=rng)
    return pairs


def compare_each(
    matrices: Sequence[FloatArray],
    *,
    permutations: int,
    rng: np.random.Generator,
    units: IntArray | None = None,
) -> list[list[SystemPair]]:
    """The same for several measures of the same sentences, which all see the same swaps.

    What a pair gains by a swap is what the one's swapped scores add up to, less the other's.
    So a product for all systems and measures is enough, and none for each pair.
    """
    if not matrices:
        return []
    blocks = [
        _Block(matrices[start : start + MEASURES_AT_ONCE], units)
        for start in range(0, len(matrices), MEASURES_AT_ONCE)
    ]
    n_units = blocks[0].n_units
    for size in batches(permutations, row=n_units):
        swapped = rng.integers(0, 2, size=(size, n_units), dtype=np.int8)
        weights = swapped.astype(np.float64)
        on_all_cores(partial(_Block.swap, weights=weights), blocks)
    return [pairs for block in blocks for pairs in block.pairs(permutations)]


class _Block:
    """Some measures side by side, and how often each pair of systems was as far apart."""

    def __init__(self, matrices: Sequence[FloatArray], units: IntArray | None) -> None:
        parts = [
            (by_unit(values, units), by_unit(counted, units))
            for values, counted in map(values_and_counted, matrices)
        ]
        self.n_units = len(parts[0][0])
        n_systems = matrices[0].shape[1]
        pairs = list(combinations(range(n_systems), 2))
        self._one, self._two = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        self._values = np.hstack([values for values, _counted in parts])
        # Where all sentences count for all systems, swapping them changes no count.
        self._counted = [
            counted if np.isnan(matrix).any() else None
            for matrix, (_values, counted) in zip(matrices, parts, strict=True)
        ]
        self._sums = [values.sum(axis=0) for values, _counted in parts]
        self._counts = [counted.sum(axis=0) for _values, counted in parts]
        self._observed = [
            self._gaps(sums, counts, 0, 0)
            for sums, counts in zip(self._sums, self._counts, strict=True)
        ]
        self._as_far = np.zeros((len(matrices), len(pairs)))

    def swap(self, weights: FloatArray) -> None:
        """Count some more permutations, a row each, with 1 where scores are swapped."""
        one, two = self._one, self._two
        swapped = np.split(weights @ self._values, len(self._counted), axis=1)
        for measure, (scores, counted) in enumerate(zip(swapped, self._counted, strict=True)):
            moved_count: FloatArray | int = 0
            if counted is not None:
                n = weights @ counted
                moved_count = n[:, two] - n[:, one]
            gaps = self._gaps(
                self._sums[measure],
                self._counts[measure],
                scores[:, two] - scores[:, one],
                moved_count,
            )
            # Not `>=`: a permutation that leaves a system without a sentence must not speak for
            # a difference, and comparing with its NaN is always false.
            nearer = np.abs(gaps) < np.abs(self._observed[measure]) - SAME
            self._as_far[measure] += (~nearer).sum(axis=0)

    def _gaps(
        self,
        sums: FloatArray,
        counts: FloatArray,
        moved: FloatArray | int,
        moved_count: FloatArray | int,
    ) -> FloatArray:
        """Each pair's difference, when so much has moved from its second to its first."""
        one, two = self._one, self._two
        with np.errstate(divide="ignore", invalid="ignore"):
            found: FloatArray = (sums[one] + moved) / (counts[one] + moved_count) - (
                sums[two] - moved
            ) / (counts[two] - moved_count)
        return found

    def pairs(self, permutations: int) -> Iterator[list[SystemPair]]:
        """Of each measure."""
        for observed, as_far in zip(self._observed, self._as_far, strict=True):
            defined = ~np.isnan(observed)
            ps = (1 + as_far) / (1 + permutations)
            corrected = iter(holm(ps[defined].tolist()))
            yield [
                SystemPair(i, j, difference, p, next(corrected))
                if known
                else SystemPair(i, j, None, None, None)
                for i, j, difference, p, known in zip(
                    self._one.tolist(),
                    self._two.tolist(),
                    observed.tolist(),
                    ps.tolist(),
                    defined.tolist(),
                    strict=True,
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
