"""Spearman's rho with what it is known to."""

from math import atanh, sqrt, tanh

from regild.agreement.declaration import Measurement
from regild.arrays import Array, np
from regild.problems import N_

TOO_FEW = N_("fewer than two candidates")
CONSTANT = N_("all votes or all scores are equal")

# 97.5 % of the normal distribution lie below.
_Z = 1.959963984540054


def rank_correlation(x: Array, y: Array, *, n_ratings: int) -> Measurement:
    """With mid-ranks. p is two-sided, of the t distribution; the interval is Fisher's, with the
    standard error of Bonett & Wright (2000). Both take the rows for independent."""
    n = len(x)
    if n < 2:
        return Measurement(None, n, n_ratings, reason=TOO_FEW)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return Measurement(None, n, n_ratings, reason=CONSTANT)
    # Here, not above: it takes half a second to load, and no other measure needs it.
    from scipy import stats  # type: ignore[import-untyped]

    found = stats.spearmanr(x, y)
    rho = float(found.statistic)
    if n < 4 or abs(rho) >= 1:
        return Measurement(rho, n, n_ratings)
    half = _Z * sqrt((1 + rho**2 / 2) / (n - 3))
    return Measurement(
        rho,
        n,
        n_ratings,
        low=tanh(atanh(rho) - half),
        high=tanh(atanh(rho) + half),
        p=float(found.pvalue),
    )
