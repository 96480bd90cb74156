"""Dawid & Skene (1979): what a candidate is worth, weighing annotators by their errors.

Candidates to which the same annotators gave the same values have one posterior. They are one
row, which counts as often as there are such candidates: this is exact, and of a campaign in
which few people sit at a subset a third is left or less.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from regild.agreement.annotators import RatingColumns
from regild.arrays import FloatArray, IntArray, np

if TYPE_CHECKING:
    from scipy import sparse  # type: ignore[import-untyped]

# What an annotator did not give so far stays possible for them. Where none of their
# candidates has a true value, their errors on it are even over the declared scale.
_LEAST_COUNT = 1e-10

# Ratings that mean something converge in tens of rounds; of ratings that are all chance, a
# million candidates took 300.
MOST_ROUNDS = 500


class DawidSkene(NamedTuple):
    """`converged` is False where the rounds ended it: further ones would change the numbers."""

    posterior: FloatArray  # candidates × true values; NaN where nobody rated
    prior: FloatArray  # true values
    confusion: FloatArray  # annotators × given values × true values, summing to 1 over given
    log_likelihood: float
    iterations: int
    converged: bool


def dawid_skene(
    ratings: RatingColumns,
    *,
    n_candidates: int,
    n_annotators: int,
    n_values: int,
    tolerance: float = 1e-6,
    most_rounds: int = MOST_ROUNDS,
) -> DawidSkene | None:
    """Expectation–maximisation from the vote shares, until the log-likelihood's relative
    change falls to the tolerance. None when nobody rated anything.
    """
    rated = np.flatnonzero(np.bincount(ratings.candidate, minlength=n_candidates))
    if not len(rated):
        return None
    alike = _alike(
        np.searchsorted(rated, ratings.candidate),
        ratings.annotator * n_values + ratings.value,
        n_rows=len(rated),
        n_columns=n_annotators * n_values,
    )
    posterior = _vote_shares(alike, n_values)

    previous, log_likelihood, iterations, converged = -np.inf, -np.inf, 0, False
    while not converged and iterations < most_rounds:
        prior, confusion = _maximise(alike, posterior, n_annotators)
        joint = alike.gave @ np.log(confusion).reshape(-1, n_values)
        joint += np.log(prior)
        evidence, posterior = _normalised(joint)
        previous, log_likelihood = log_likelihood, float(alike.counts @ evidence)
        iterations += 1
        converged = iterations > 1 and not (
            log_likelihood - previous > tolerance * abs(log_likelihood)
        )
    prior, confusion = _maximise(alike, posterior, n_annotators)
    everyone = np.full((n_candidates, n_values), np.nan)
    everyone[rated] = posterior[alike.of_row]
    return DawidSkene(everyone, prior, confusion, log_likelihood, iterations, converged)


class _Alike(NamedTuple):
    """Rows that hold the same cells, once each."""

    gave: sparse.csr_array  # rows × cells: how often
    counts: FloatArray  # how many rows each stands for
    of_row: IntArray  # where each row is among these


def _alike(row: IntArray, column: IntArray, *, n_rows: int, n_columns: int) -> _Alike:
    # Here, not above: scipy is heavy, and whoever imports a table's type must not pay for it.
    from scipy import sparse

    row, column = np.divmod(np.sort(row * n_columns + column), n_columns)
    size = np.bincount(row, minlength=n_rows)
    start = np.cumsum(size) - size
    # Rows with the same beginning have the same code, from one cell to the next.
    code = np.zeros(n_rows, dtype=np.int64)
    for place in range(int(size.max())):
        there = np.flatnonzero(size > place)
        longer = code[there] * n_columns + column[start[there] + place]
        code[there] = np.unique(longer, return_inverse=True)[1]
    _codes, first, of_row, counts = np.unique(
        size * n_rows + code, return_index=True, return_inverse=True, return_counts=True
    )
    kept = size[first]
    end = np.cumsum(kept)
    cells = np.arange(end[-1]) + np.repeat(start[first] - (end - kept), kept)
    gave = sparse.csr_array(
        (np.ones(len(cells)), column[cells], np.concatenate(([0], end))),
        shape=(len(first), n_columns),
    )
    return _Alike(gave, counts.astype(np.float64), of_row)


def _vote_shares(alike: _Alike, n_values: int) -> FloatArray:
    n_columns = alike.gave.shape[1]
    value = np.tile(np.eye(n_values), (n_columns // n_values, 1))
    votes = alike.gave @ value
    return np.asarray(votes / votes.sum(axis=1, keepdims=True))


def _normalised(joint: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The logarithm of each row's sum of exponentials, and its shares of that sum. Column by
    column: there are few, and scipy's logsumexp goes along each of a million rows."""
    columns = [*joint.T]
    highest = reduce(np.maximum, columns)
    shares = np.exp(joint - highest[:, np.newaxis])
    total = reduce(np.add, [*shares.T])
    shares /= total[:, np.newaxis]
    return highest + np.log(total), shares


def _maximise(
    alike: _Alike, posterior: FloatArray, n_annotators: int
) -> tuple[FloatArray, FloatArray]:
    n_values = posterior.shape[1]
    expected = posterior * alike.counts[:, np.newaxis]
    counts = (alike.gave.T @ expected).reshape(n_annotators, n_values, n_values)
    counts = np.maximum(counts, _LEAST_COUNT)
    prior = np.maximum(expected.sum(axis=0) / alike.counts.sum(), _LEAST_COUNT)
    return prior, counts / counts.sum(axis=1, keepdims=True)
