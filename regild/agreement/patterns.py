"""Value histograms of candidates, reduced to the few distinct ones.

With a handful of ratings per candidate, millions of ratings come down to some hundred
distinct histograms (patterns), and every measure is a sum over them.
"""

from typing import Any, NamedTuple

from regild.agreement.alike import merge_alike
from regild.arrays import IntArray, np

# Codes below this are counted in a table that stays in the processor's cache.
_TABLE_SIZE = 2**16
_LARGEST_CODE = 2**62
# Of more, a histogram of each candidate is nearly all zeros.
_DENSE_VALUES = 8


class Patterns(NamedTuple):
    counts: IntArray  # patterns × values
    candidates: IntArray  # how many candidates have each pattern


class Packed(NamedTuple):
    patterns: Patterns
    of_candidate: IntArray  # the index of each candidate's pattern


def pack_ratings(
    *, candidate: IntArray, value: IntArray, n_candidates: int, n_values: int
) -> Packed:
    """Patterns of a flat table; a rating never given is a row that is not there.

    `candidate` and `value` are indices.
    """
    if n_values > _DENSE_VALUES:
        return _pack_by_merging(candidate, value, n_candidates, n_values)
    packed = _pack_in_table(candidate, value, n_candidates, n_values)
    if packed is None:
        cells = candidate * n_values + value
        counts = np.bincount(cells, minlength=n_candidates * n_values)
        packed = pack_counts(counts.reshape(n_candidates, n_values))
    return packed


def pack_counts(counts: IntArray) -> Packed:
    """Patterns of (candidates × values) counts, for any number of values and ratings."""
    n_values = counts.shape[1]
    base = int(counts.max(initial=0)) + 1
    if base**n_values < _LARGEST_CODE:
        powers = base ** np.arange(n_values)
        codes, index, candidates = np.unique(
            counts @ powers, return_inverse=True, return_counts=True
        )
        distinct = _digits(codes, powers)
    else:
        distinct, index, candidates = np.unique(
            counts, axis=0, return_inverse=True, return_counts=True
        )
    return Packed(Patterns(distinct, candidates), index.reshape(-1))


def group_patterns(
    *,
    pattern: IntArray,
    group: IntArray,
    n_patterns: int,
    n_groups: int,
    candidates: IntArray | None = None,
) -> Any:
    """How many candidates of each pattern each group has: a sparse groups × patterns table.

    One row of the input is one candidate, or `candidates` of them where the database has
    already counted those that share group and pattern.
    """
    # Here, not above: scipy is heavy, and packing alone does without.
    from scipy import sparse  # type: ignore[import-untyped]

    if candidates is None:
        candidates = np.ones(len(pattern), dtype=np.int64)
    return sparse.csr_array(
        (candidates.astype(np.float64), (group, pattern)), shape=(n_groups, n_patterns)
    )


def _pack_in_table(
    candidate: IntArray, value: IntArray, n_candidates: int, n_values: int
) -> Packed | None:
    """Write each histogram as one number, a digit per value, in one weighted bincount.

    The base is a guess at how often one value can occur. When it was too small, digits
    carry into their neighbour, their sum falls short of the ratings, and None comes back.
    """
    base = int(_TABLE_SIZE ** (1 / n_values))
    if base < 2:
        return None
    powers = base ** np.arange(n_values)
    # The sums are floats, exact up to 2**53: 2**37 ratings.
    codes = np.bincount(
        candidate, weights=powers.astype(np.float64).take(value), minlength=n_candidates
    ).astype(np.int64)
    # One crowded candidate must not stretch the table below.
    if codes.max(initial=0) >= _TABLE_SIZE:
        return None
    candidates = np.bincount(codes)
    present = np.flatnonzero(candidates > 0)
    patterns = Patterns(_digits(present, powers), candidates[present])
    if patterns.candidates @ patterns.counts.sum(axis=1) != len(value):
        return None
    index = np.zeros(len(candidates), dtype=np.int64)
    index[present] = np.arange(len(present))
    return Packed(patterns, index[codes])


def _pack_by_merging(
    candidate: IntArray, value: IntArray, n_candidates: int, n_values: int
) -> Packed:
    """Histograms only of the first of those that are alike."""
    alike = merge_alike(row=candidate, cell=value, n_rows=n_candidates, n_cells=n_values)
    counts = np.zeros((len(alike.first), n_values), dtype=np.int64)
    pattern = alike.of_row[candidate]
    of_first = alike.first[pattern] == candidate
    np.add.at(counts, (pattern[of_first], value[of_first]), 1)
    return Packed(Patterns(counts, alike.counts.astype(np.int64)), alike.of_row)


def _digits(codes: IntArray, powers: IntArray) -> IntArray:
    digits = codes[:, np.newaxis] // powers
    digits[:, :-1] -= digits[:, 1:] * (powers[1:] // powers[:-1])
    return digits
