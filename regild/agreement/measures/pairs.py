"""Two annotators at a time. The campaign's number is the mean over its pairs."""

from collections.abc import Callable
from dataclasses import dataclass

from regild.agreement.conventions import LANDIS_KOCH
from regild.agreement.declaration import AgreementMeasure
from regild.agreement.scale import Scale
from regild.agreement.undefined import ratio
from regild.arrays import FloatArray, np
from regild.problems import N_


@dataclass(frozen=True, kw_only=True)
class PairMeasure(AgreementMeasure):
    """`formula` is given pairs × values × values counts of the candidates both rated, and
    gives a value for each pair, NaN where it is undefined."""

    formula: Callable[[FloatArray, Scale], FloatArray]


def cohen_kappa(confusion: FloatArray, distances: FloatArray) -> FloatArray:
    """NaN where both annotators gave one and the same value throughout."""
    by_chance = confusion.sum(axis=2)[:, :, np.newaxis] * confusion.sum(axis=1)[:, np.newaxis]
    expected = (by_chance * distances).sum(axis=(1, 2))
    observed = (confusion * distances).sum(axis=(1, 2)) * confusion.sum(axis=(1, 2))
    return 1 - ratio(observed, expected)


MEASURES = (
    PairMeasure(
        key="cohen_kappa",
        convention=LANDIS_KOCH,
        level="nominal",
        title=N_("Cohen's kappa, mean of pairs"),
        heading=N_("Cohen's kappa"),
        definition=N_(
            "Kappa of every pair of annotators, weighted by how many candidates they share."
            " It rests on so many pairs."
        ),
        formula=lambda confusion, scale: cohen_kappa(confusion, 1 - np.eye(len(scale.values))),
    ),
    PairMeasure(
        key="cohen_kappa_quadratic",
        convention=LANDIS_KOCH,
        title=N_("Quadratic kappa, mean of pairs"),
        heading=N_("quadratic kappa"),
        definition=N_(
            "Cohen's kappa with quadratic weights, mean of pairs: values far apart disagree"
            " more."
        ),
        formula=lambda confusion, scale: cohen_kappa(confusion, scale.squared_differences),
    ),
)
