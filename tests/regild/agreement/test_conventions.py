"""How values are commonly read, by the words of those who proposed it."""

import pytest

from regild.agreement.conventions import KOO_LI, KRIPPENDORFF, LANDIS_KOCH
from regild.agreement.registry import BY_KEY, MEASURES


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        # Krippendorff 2004, p. 241: α ≥ .800 to rely on; .667 ≤ α < .800 tentatively.
        (1.0, "reliable"),
        (0.8, "reliable"),
        (0.79949, "enough for tentative conclusions"),
        (0.667, "enough for tentative conclusions"),
        # Printed as .667, and read as it is printed.
        (2 / 3, "enough for tentative conclusions"),
        (0.6664, "too low to draw conclusions from"),
        (-0.2, "too low to draw conclusions from"),
    ],
)
def test_alpha_is_read_as_krippendorff_reads_it(value, meaning):
    assert KRIPPENDORFF.band(value).meaning == meaning


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        # Landis & Koch 1977, p. 165: < 0 poor, .00–.20 slight, .21–.40 fair, .41–.60 moderate,
        # .61–.80 substantial, .81–1.00 almost perfect; in two decimals.
        (-0.01, "poor: worse than chance"),
        (0.0, "slight"),
        (0.20, "slight"),
        (0.204, "slight"),
        (0.21, "fair"),
        (0.40, "fair"),
        (0.5, "moderate"),
        (0.63, "substantial"),
        (0.80, "substantial"),
        (0.81, "almost perfect"),
        (1.0, "almost perfect"),
    ],
)
def test_kappa_is_read_as_landis_and_koch_read_it(value, meaning):
    assert LANDIS_KOCH.band(value).meaning == meaning


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        # Koo & Li 2016, p. 161: < .5 poor, .5 to .75 moderate, .75 to .9 good, > .90 excellent.
        (0.499, "poor reliability"),
        (0.5, "moderate reliability"),
        (0.75, "good reliability"),
        (0.9, "good reliability"),
        (0.901, "excellent reliability"),
    ],
)
def test_an_intraclass_correlation_is_read_as_koo_and_li_read_it(value, meaning):
    assert KOO_LI.band(value).meaning == meaning


def test_only_measures_for_which_somebody_proposed_thresholds_have_any():
    assert {one.key for one in MEASURES if one.convention} == {
        *("alpha_nominal", "alpha_ordinal", "alpha_interval", "fleiss_kappa", "icc1"),
        *("cohen_kappa", "cohen_kappa_quadratic"),
    }
    assert BY_KEY["alpha_ordinal"].convention is KRIPPENDORFF
    assert BY_KEY["icc1"].convention is KOO_LI
