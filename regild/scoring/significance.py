"""Whether two systems differ: by exchanging which of them earned a sentence's score.

The scores are a matrix, one row a sentence and one column a system, NaN where the sentence is
not in the system's mean. Where `units` says which sentences share a target, all of a target's
are exchanged together: to exchange them one by one would take them for independent.

What is exchanged is drawn as a group: k bits make 2^k sets of units, each unit is in a set or
not by some of the bits, drawn for it, and any two sets make a third of them. With a group, the
identity among it, p is exact (Hemerik & Goeman 2018, Test 27), which it is not of as many sets
drawn one by one; and what each set adds up to is a Walsh-Hadamard transform, a hundredth of the
work. Of k units and fewer these are all the sets there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.resampling import on_all_cores
from regild.scoring.matrices import values_and_counted
from regild.scoring.units import by_unit
from regild.tolerance import SAME

# So that Holm's correction, which begins with p times the pairs, can still find .05.
LEAST_A_PAIR = 40
# Of a transform at a time: what is then added up stays in the processor's cache.
_BITS_AT_ONCE = 5


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

    A permutation exchanges the two systems' scores on a random half of the sentences;
    p = (1 + permutations at least as far apart as observed) / (1 + permutations). There are at
    least as many of them as asked for: one less than a power of two.
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
    """The same for several measures of the same sentences, which all see the same exchanges."""
    if not matrices:
        return []
    systems = matrices[0].shape[1]
    pairs = [*combinations(range(systems), 2)]
    if not pairs:
        return [[] for _matrix in matrices]
    n_units = len(matrices[0]) if units is None else int(units.max(initial=-1)) + 1
    exchanges = Exchanges.drawn(n_units, permutations=permutations, pairs=len(pairs), rng=rng)
    # Measures that are one and the same, as precision and recall of whoever answers all.
    found: dict[bytes, FloatArray] = {matrix.tobytes(): matrix for matrix in matrices}
    compared = on_all_cores(
        partial(_pairs, units=units, exchanges=exchanges, pairs=pairs), [*found.values()]
    )
    of_bytes = dict(zip(found, compared, strict=True))
    return [of_bytes[matrix.tobytes()] for matrix in matrices]


class Exchanges(NamedTuple):
    """2^`bits` sets of units to exchange, the first of them empty: unit u is in set s where
    `columns[u]` and s have an odd number of bits in common."""

    bits: int
    columns: IntArray

    @classmethod
    def drawn(
        cls, n_units: int, *, permutations: int, pairs: int, rng: np.random.Generator
    ) -> Exchanges:
        """At least so many beside the empty one, and enough for so many `pairs`; none where
        none are asked for."""
        bits = max(permutations, LEAST_A_PAIR * pairs).bit_length() if permutations else 0
        if n_units <= bits:
            return cls(n_units, 1 << np.arange(n_units))
        others = (1 << bits) - 1
        if n_units <= others:
            return cls(bits, 1 + rng.choice(others, size=n_units, replace=False))
        # Some are always exchanged together then, as units that one has not told apart.
        return cls(bits, rng.integers(min(1, others), 1 + others, size=n_units))

    def apply(self, columns: FloatArray) -> FloatArray:
        """Of each column of values, one a unit, what they add up to in every set, those in the
        set with the opposite sign: a row a column, and a set an item."""
        given = np.zeros((columns.shape[1], 1 << self.bits))
        if len(np.unique(self.columns)) == len(self.columns):
            given[:, self.columns] = columns.T
        else:
            np.add.at(given.T, self.columns, columns)
        return _transformed(given, self.bits)


def _transformed(rows: FloatArray, bits: int) -> FloatArray:
    """Each row's Walsh-Hadamard transform, by a product for some of the bits at a time."""
    done, shape = 0, rows.shape
    while done < bits:
        now = min(_BITS_AT_ONCE, bits - done)
        if done:
            rows = np.matmul(_hadamard(now), rows.reshape(-1, 1 << now, 1 << done))
        else:
            rows = rows.reshape(-1, 1 << now) @ _hadamard(now)
        done += now
    return rows.reshape(shape)


@lru_cache
def _hadamard(bits: int) -> FloatArray:
    """Sylvester's, which is its own transpose."""
    rows = np.ones((1, 1))
    for _bit in range(bits):
        rows = np.concatenate(
            [np.concatenate([rows, rows], axis=1), np.concatenate([rows, -rows], axis=1)]
        )
    return rows


def _pairs(
    matrix: FloatArray,
    *,
    units: IntArray | None,
    exchanges: Exchanges,
    pairs: Sequence[tuple[int, int]],
) -> list[SystemPair]:
    """By one measure."""
    values, counted = (by_unit(rows, units) for rows in values_and_counted(matrix))
    sums, counts = values.sum(axis=0), counted.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = sums / counts
    # What a pair's exchanged scores are apart by is the one's with signs less the other's.
    signed = exchanges.apply(values)
    # Where all sentences count for all systems, exchanging them changes no count.
    signed_counts = None if (counted == counted[:, :1]).all() else exchanges.apply(counted)
    apart, near = np.empty(signed.shape[1]), np.empty(signed.shape[1], dtype=bool)
    differences: list[float | None] = []
    ps: list[float] = []
    for one, two in pairs:
        observed = float(means[one] - means[two])
        if observed != observed:  # NaN: one of the two has no mean
            differences.append(None)
            continue
        np.subtract(signed[one], signed[two], out=apart)
        if signed_counts is None:
            apart /= counts[one]
        else:
            moved = signed_counts[one] - signed_counts[two]
            both, n_both = sums[one] + sums[two], counts[one] + counts[two]
            with np.errstate(divide="ignore", invalid="ignore"):
                apart = (both + apart) / (n_both + moved) - (both - apart) / (n_both - moved)
        np.abs(apart, out=apart)
        # Not `>=`: a permutation that leaves a system without a sentence must not speak for
        # a difference, and comparing with its NaN is always false.
        np.less(apart, abs(observed) - SAME, out=near)
        differences.append(observed)
        ps.append((len(near) - int(np.count_nonzero(near))) / len(near))
    tested = iter(zip(ps, holm(ps), strict=True))
    return [
        SystemPair(one, two, None, None, None)
        if difference is None
        else SystemPair(one, two, difference, *next(tested))
        for (one, two), difference in zip(pairs, differences, strict=True)
    ]


def holm(ps: Sequence[float]) -> list[float]:
    """Step-down corrected p-values (Holm 1979), in the order given."""
    corrected = [0.0] * len(ps)
    largest = 0.0
    for step, i in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        largest = max(largest, min(1.0, (len(ps) - step) * ps[i]))
        corrected[i] = largest
    return corrected
