"""Agreement beyond chance: the mean over candidates of their share of equal pairs, corrected
for what chance alone would give."""

from regild.agreement.conventions import LANDIS_KOCH
from regild.agreement.declaration import ALL_RATED, RatingMeasure
from regild.agreement.scale import Scale
from regild.agreement.sums import Histograms, Sums, compared, pairs_equal, rated, shares
from regild.agreement.undefined import ratio
from regild.arrays import FloatArray, np
from regild.problems import N_


def agreement(of: Histograms) -> FloatArray:
    """The candidate's own share of equal pairs."""
    return 2 * pairs_equal(of) * of.per_ordered_pair


def agreement_quadratic(of: Histograms) -> FloatArray:
    """The same, each pair worth its quadratic weight."""
    return of.weighted(of.scale.quadratic_agreement) * of.per_ordered_pair


def fleiss_kappa(sums: Sums, _scale: Scale) -> FloatArray:
    chance = (_prevalence(sums) ** 2).sum(axis=-1)
    return _corrected(ratio(sums[agreement], sums[compared]), chance)


def gwet_ac1(sums: Sums, scale: Scale) -> FloatArray:
    chance = _gwet_chance(_prevalence(sums), np.eye(len(scale.values)))
    return _corrected(ratio(sums[agreement], sums[compared]), chance)


def gwet_ac2(sums: Sums, scale: Scale) -> FloatArray:
    chance = _gwet_chance(_prevalence(sums), scale.quadratic_agreement)
    return _corrected(ratio(sums[agreement_quadratic], sums[compared]), chance)


def _prevalence(sums: Sums) -> FloatArray:
    return ratio(sums[shares], sums[rated][:, np.newaxis])


def _gwet_chance(prevalence: FloatArray, weights: FloatArray) -> FloatArray:
    """Gwet (2014): 0 when one value is in use, largest when all are equally common."""
    q = len(weights)
    largest = float(weights.sum()) / (q * (q - 1))
    return largest * np.asarray((prevalence * (1 - prevalence)).sum(axis=-1))


def _corrected(agreement: FloatArray, chance: FloatArray) -> FloatArray:
    return ratio(agreement - chance, 1 - chance)


MEASURES = (
    RatingMeasure(
        key="fleiss_kappa",
        convention=LANDIS_KOCH,
        level="nominal",
        title=N_("Fleiss' kappa"),
        definition=N_(
            "Equal pairs beyond those expected by chance, where chance is how common each"
            " value is. Candidates may have different numbers of ratings."
        ),
        needs=(agreement, compared, shares, rated),
        formula=fleiss_kappa,
        basis=ALL_RATED,
    ),
    RatingMeasure(
        key="gwet_ac1",
        level="nominal",
        title=N_("Gwet's AC1"),
        definition=N_(
            "Equal pairs beyond chance, where chance is small when one value prevails. All"
            " values of the scale count, used or not."
        ),
        needs=(agreement, compared, shares, rated),
        formula=gwet_ac1,
        basis=ALL_RATED,
    ),
    RatingMeasure(
        key="gwet_ac2",
        title=N_("Gwet's AC2"),
        definition=N_("AC1 in which near values agree in part, by quadratic weights."),
        needs=(agreement_quadratic, compared, shares, rated),
        formula=gwet_ac2,
        basis=ALL_RATED,
    ),
)
