"""Spearman's rho with what it is known to."""

from math import atanh, copysign, sqrt, tanh

from regild.agreement.declaration import Measurement
from regild.arrays import Array
from regild.problems import N_
from regild.tolerance import SAME, levels

TOO_FEW = N_("fewer than two candidates")
CONSTANT = N_("all votes or all scores are equal")

# 97.5 % of the normal distribution lie below.
_Z = 1.959963984540054


def rank_correlation(x: Array, y: Array, *, n_ratings: int) -> Measurement:
    """With mid-ranks, of values that are the same but for rounding one. p is two-sided, of the
    t distribution; the interval is Fisher's, with the standard error of Bonett & Wright (2000).
    Both take the rows for independent."""
    n = len(x)
    if n < 2:
        return Measurement(None, n, n_ratings, reason=TOO_FEW)
    of_x, of_y = levels(x), levels(y)
    if not (of_x.any() and of_y.any()):
        return Measurement(None, n, n_ratings, reason=CONSTANT)
    # Here, not above: it takes half a second to load, and no other measure needs it.
    from scipy import stats  # type: ignore[import-untyped]

    found = stats.spearmanr(of_x, of_y)
    rho = float(found.statistic)
    if 1 - abs(rho) <= SAME:
        rho = copysign(1.0, rho)
    if n < 4 or abs(rho) == 1:
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
