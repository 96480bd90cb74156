"""Krippendorff's alpha, for values that are names, ranks or numbers."""

from regild.agreement.conventions import KRIPPENDORFF
from regild.agreement.declaration import RatingMeasure
from regild.agreement.scale import Scale
from regild.agreement.sums import Sums, coincidences, equal_pairable, pairable
from regild.agreement.undefined import ratio
from regild.arrays import FloatArray, np
from regild.problems import N_


def nominal(sums: Sums, _scale: Scale) -> FloatArray:
    """By the diagonal alone: all that lies beside it disagrees equally."""
    of_values = sums[pairable]
    n = of_values.sum(axis=-1)
    expected = n**2 - (of_values**2).sum(axis=-1)
    return 1 - ratio((n - 1) * (n - sums[equal_pairable]), expected)


def ordinal(sums: Sums, scale: Scale) -> FloatArray:
    """The distance is the squared distance between mid-ranks."""
    matrices, of_values = _matrices(sums, scale)
    ranks = np.cumsum(of_values, axis=-1) - of_values / 2
    distances = (ranks[:, :, np.newaxis] - ranks[:, np.newaxis, :]) ** 2
    return _alpha(matrices, of_values, distances)


def interval(sums: Sums, scale: Scale) -> FloatArray:
    return _alpha(*_matrices(sums, scale), scale.squared_differences)


def _matrices(sums: Sums, scale: Scale) -> tuple[FloatArray, FloatArray]:
    """The coincidences of each row, and how much of each value can be paired."""
    n_values = len(scale.values)
    matrices = sums[coincidences].reshape(-1, n_values, n_values)
    return matrices, matrices.sum(axis=-1)


def _alpha(matrices: FloatArray, of_values: FloatArray, distances: FloatArray) -> FloatArray:
    by_chance = of_values[:, :, np.newaxis] * of_values[:, np.newaxis, :]
    expected = (by_chance * distances).sum(axis=(-1, -2))
    observed = (matrices * distances).sum(axis=(-1, -2))
    return 1 - ratio((of_values.sum(axis=-1) - 1) * observed, expected)


MEASURES = (
    RatingMeasure(
        key="alpha_nominal",
        convention=KRIPPENDORFF,
        level="nominal",
        title=N_("Krippendorff's alpha, nominal"),
        definition=N_(
            "1 minus observed by expected disagreement, where any two different values"
            " disagree equally. 1 is full agreement, 0 is chance."
        ),
        needs=(pairable, equal_pairable),
        formula=nominal,
    ),
    RatingMeasure(
        key="alpha_ordinal",
        convention=KRIPPENDORFF,
        title=N_("Krippendorff's alpha, ordinal"),
        definition=N_(
            "As nominal alpha, but values disagree more the more ratings lie between them."
        ),
        needs=(coincidences,),
        formula=ordinal,
    ),
    RatingMeasure(
        key="alpha_interval",
        convention=KRIPPENDORFF,
        title=N_("Krippendorff's alpha, interval"),
        definition=N_(
            "As nominal alpha, but values disagree by the square of their difference."
        ),
        needs=(coincidences,),
        formula=interval,
    ),
)
