"""Dawid & Skene (1979): what a candidate is worth, weighing annotators by their errors.

Candidates rated alike have one posterior: they are one row, which counts as often as there are
such candidates. This is exact.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from regild.agreement.alike import merge_alike
from regild.agreement.annotators import RatingColumns
from regild.arrays import FloatArray, np
from regild.tolerance import SAME

if TYPE_CHECKING:
    from scipy import sparse  # type: ignore[import-untyped]

# What an annotator did not give so far stays possible for them. Where none of their
# candidates has a true value, their errors on it are even over the declared scale.
_LEAST_COUNT = 1e-10

# Ratings that mean something converge in tens of rounds; those that are all chance took 271.
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
    # Here, not above: scipy is heavy, and whoever imports a table's type must not pay for it.
    from scipy import sparse

    row = np.searchsorted(rated, ratings.candidate)
    cell = ratings.annotator * n_values + ratings.value
    n_cells = n_annotators * n_values
    alike = merge_alike(row=row, cell=cell, n_rows=len(rated), n_cells=n_cells)
    one = alike.first[alike.of_row[row]] == row
    gave = sparse.csr_array(
        (np.ones(np.count_nonzero(one)), (alike.of_row[row[one]], cell[one])),
        shape=(len(alike.first), n_cells),
    )
    del row, cell, one
    votes = gave @ np.tile(np.eye(n_values), (n_annotators, 1))
    posterior = votes / votes.sum(axis=1, keepdims=True)

    previous, log_likelihood, iterations, converged = -np.inf, -np.inf, 0, False
    while not converged and iterations < most_rounds:
        prior, confusion = _maximise(gave, alike.counts, posterior)
        joint = gave @ np.log(confusion).reshape(-1, n_values)
        joint += np.log(prior)
        evidence, posterior = _normalised(joint)
        previous, log_likelihood = log_likelihood, float(alike.counts @ evidence)
        iterations += 1
        converged = iterations > 1 and not (
            log_likelihood - previous > tolerance * abs(log_likelihood) + SAME
        )
    prior, confusion = _maximise(gave, alike.counts, posterior)
    everyone = np.full((n_candidates, n_values), np.nan)
    everyone[rated] = posterior[alike.of_row]
    return DawidSkene(everyone, prior, confusion, log_likelihood, iterations, converged)


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
    gave: sparse.csr_array, times: FloatArray, posterior: FloatArray
) -> tuple[FloatArray, FloatArray]:
    n_values = posterior.shape[1]
    expected = posterior * times[:, np.newaxis]
    counts = (gave.T @ expected).reshape(-1, n_values, n_values)
    counts = np.maximum(counts, _LEAST_COUNT)
    prior = np.maximum(expected.sum(axis=0) / times.sum(), _LEAST_COUNT)
    return prior, counts / counts.sum(axis=1, keepdims=True)
