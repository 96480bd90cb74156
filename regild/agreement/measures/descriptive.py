"""Agreement as it is, with no thought of chance."""

from regild.agreement.declaration import RatingMeasure
from regild.agreement.sums import Histograms, Sum, Sums, compared, pairs, pairs_equal
from regild.agreement.undefined import ratio
from regild.arrays import FloatArray, np
from regild.problems import N_

NORMAL_975 = 1.959963984540054


def unanimous(of: Histograms) -> FloatArray:
    return np.where(pairs_equal(of) == pairs(of), compared(of), 0.0)


def pairs_within_1(of: Histograms) -> FloatArray:
    """At most one step apart on the scale."""
    places = np.arange(of.counts.shape[1])
    near = np.abs(np.subtract.outer(places, places)) <= 1
    return of.weighted(near) / 2


def variance(of: Histograms) -> FloatArray:
    return of.within / of.others


def deviation(of: Histograms) -> FloatArray:
    return np.sqrt(variance(of))


def variance_population(of: Histograms) -> FloatArray:
    return of.within / of.at_least_1


def deviation_population(of: Histograms) -> FloatArray:
    return np.sqrt(variance_population(of))


def half_width(sums: Sums, mean_of: Sum, square: Sum) -> FloatArray:
    """Half of the 95% normal interval of a mean over candidates."""
    n = sums[compared]
    variance = ratio(sums[square] - ratio(sums[mean_of] ** 2, n), n - 1)
    # Equal deviations may leave a rounding error below 0.
    return NORMAL_975 * np.sqrt(ratio(np.maximum(variance, 0), n))


MEASURES = (
    RatingMeasure(
        key="unanimity",
        level="nominal",
        title=N_("Unanimity"),
        definition=N_("Share of candidates to which all annotators gave the same value."),
        needs=(unanimous, compared),
        formula=lambda sums, _scale: ratio(sums[unanimous], sums[compared]),
    ),
    RatingMeasure(
        key="sd",
        title=N_("Standard deviation"),
        definition=N_(
            "Mean over candidates of the sample standard deviation of their ratings; the"
            " interval is the mean ± 1.96 standard errors. 0 is full agreement."
        ),
        needs=(deviation, variance, compared),
        formula=lambda sums, _scale: ratio(sums[deviation], sums[compared]),
        half_width=lambda sums: half_width(sums, deviation, variance),
    ),
    RatingMeasure(
        key="sd_population",
        title=N_("Standard deviation, population"),
        definition=N_("The standard deviation with n instead of n − 1 in the denominator."),
        needs=(deviation_population, variance_population, compared),
        formula=lambda sums, _scale: ratio(sums[deviation_population], sums[compared]),
        half_width=lambda sums: half_width(sums, deviation_population, variance_population),
    ),
    RatingMeasure(
        key="pairwise_exact",
        level="nominal",
        title=N_("Equal pairs"),
        definition=N_(
            "Share of pairs of annotators of one candidate who gave it the same value."
        ),
        needs=(pairs_equal, pairs),
        formula=lambda sums, _scale: ratio(sums[pairs_equal], sums[pairs]),
    ),
    RatingMeasure(
        key="pairwise_within_1",
        title=N_("Pairs within one step"),
        definition=N_(
            "Share of pairs of annotators of one candidate whose values are equal or"
            " neighbours on the scale."
        ),
        needs=(pairs_within_1, pairs),
        formula=lambda sums, _scale: ratio(sums[pairs_within_1], sums[pairs]),
    ),
)
