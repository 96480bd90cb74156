"""Dawid & Skene (1979): what a candidate is worth, weighing annotators by their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from regild.agreement.annotators import RatingColumns
from regild.arrays import FloatArray, np

if TYPE_CHECKING:
    from scipy import sparse  # type: ignore[import-untyped]

# What an annotator did not give so far stays possible for them. Where none of their
# candidates has a true value, their errors on it are even over the declared scale.
_LEAST_COUNT = 1e-10


class DawidSkene(NamedTuple):
    posterior: FloatArray  # candidates × true values; NaN where nobody rated
    prior: FloatArray  # true values
    confusion: FloatArray  # annotators × given values × true values, summing to 1 over given
    log_likelihood: float
    iterations: int


def dawid_skene(
    ratings: RatingColumns,
    *,
    n_candidates: int,
    n_annotators: int,
    n_values: int,
    tolerance: float = 1e-6,
) -> DawidSkene | None:
    """Expectation–maximisation from the vote shares, until the log-likelihood's relative
    change falls to the tolerance. None when nobody rated anything.
    """
    # Here, not above: scipy is heavy, and whoever imports a table's type must not pay for it.
    from scipy import sparse
    from scipy.special import logsumexp  # type: ignore[import-untyped]

    rated, row = np.unique(ratings.candidate, return_inverse=True)
    if not len(rated):
        return None
    column = ratings.annotator * n_values + ratings.value
    gave = sparse.csr_array(
        (np.ones(len(row)), (row, column)), shape=(len(rated), n_annotators * n_values)
    )
    votes = np.bincount(row * n_values + ratings.value, minlength=len(rated) * n_values)
    votes = votes.reshape(len(rated), n_values)
    posterior = votes / votes.sum(axis=1, keepdims=True)

    previous, log_likelihood, iterations = -np.inf, -np.inf, 0
    while not iterations or log_likelihood - previous > tolerance * abs(log_likelihood):
        prior, confusion = _maximise(gave, posterior, n_annotators)
        joint = gave @ np.log(confusion).reshape(-1, n_values) + np.log(prior)
        evidence = logsumexp(joint, axis=1, keepdims=True)
        posterior = np.exp(joint - evidence)
        previous, log_likelihood, iterations = (
            log_likelihood,
            float(evidence.sum()),
            iterations + 1,
        )
    prior, confusion = _maximise(gave, posterior, n_annotators)
    everyone = np.full((n_candidates, n_values), np.nan)
    everyone[rated] = posterior
    return DawidSkene(everyone, prior, confusion, log_likelihood, iterations)


def _maximise(
    gave: sparse.csr_array, posterior: FloatArray, n_annotators: int
) -> tuple[FloatArray, FloatArray]:
    n_values = posterior.shape[1]
    counts = (gave.T @ posterior).reshape(n_annotators, n_values, n_values)
    counts = np.maximum(counts, _LEAST_COUNT)
    prior = np.maximum(posterior.mean(axis=0), _LEAST_COUNT)
    return prior, counts / counts.sum(axis=1, keepdims=True)
