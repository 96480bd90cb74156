"""The intraclass correlation."""

from regild.agreement.conventions import KOO_LI
from regild.agreement.declaration import ALL_RATED, RatingMeasure
from regild.agreement.scale import Scale
from regild.agreement.sums import Histograms, Sums, rated, ratings, squares_within, values
from regild.agreement.undefined import ratio
from regild.arrays import FloatArray, np
from regild.problems import N_


def ratings_squared(of: Histograms) -> FloatArray:
    return of.n**2


def icc1(sums: Sums, scale: Scale) -> FloatArray:
    """One-way random effects, single rating (Shrout & Fleiss 1979), unequal group sizes."""
    k, n = sums[rated], sums[ratings]
    given = sums[values]
    total = np.einsum("gk,gl,kl->g", given, given, scale.squared_differences) / 2
    between = ratio(ratio(total, n) - sums[squares_within], k - 1)
    within = ratio(sums[squares_within], n - k)
    size = ratio(n - ratio(sums[ratings_squared], n), k - 1)
    return ratio(between - within, between + (size - 1) * within)


MEASURES = (
    RatingMeasure(
        key="icc1",
        convention=KOO_LI,
        title=N_("Intraclass correlation"),
        definition=N_("ICC(1): the share of all variance that lies between candidates."),
        needs=(rated, ratings, ratings_squared, values, squares_within),
        formula=icc1,
        basis=ALL_RATED,
        least_candidates=2,
    ),
)
