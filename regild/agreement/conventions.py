"""What a value of a measure is commonly taken to mean, and who said so.

Nothing is computed from it: it helps to read a number, and no threshold is a law.
"""

from typing import NamedTuple

from regild.problems import N_, Text


class Band(NamedTuple):
    """From `least` on, until the next better band."""

    least: float
    meaning: Text


class Convention(NamedTuple):
    """`bands` go from the best down; the last has no end. Values are compared as they are
    published: with so many `decimals`."""

    source: str
    decimals: int
    bands: tuple[Band, ...]

    def band(self, value: float) -> Band:
        rounded = round(value, self.decimals)
        return next((band for band in self.bands if rounded >= band.least), self.bands[-1])


_LOWEST = float("-inf")

# Content Analysis, 2nd edition: "rely only on variables with reliabilities above α = .800;
# consider variables with reliabilities between α = .667 and α = .800 only for drawing
# tentative conclusions".
KRIPPENDORFF = Convention(
    "Krippendorff 2004, p. 241",
    3,
    (
        Band(0.8, N_("reliable")),
        Band(0.667, N_("enough for tentative conclusions")),
        Band(_LOWEST, N_("too low to draw conclusions from")),
    ),
)
# Biometrics 33, of kappa; its authors call the bounds arbitrary.
LANDIS_KOCH = Convention(
    "Landis & Koch 1977, p. 165",
    2,
    (
        Band(0.81, N_("almost perfect")),
        Band(0.61, N_("substantial")),
        Band(0.41, N_("moderate")),
        Band(0.21, N_("fair")),
        Band(0.0, N_("slight")),
        Band(_LOWEST, N_("poor: worse than chance")),
    ),
)
# Journal of Chiropractic Medicine 15, of intraclass correlations.
KOO_LI = Convention(
    "Koo & Li 2016, p. 161",
    3,
    (
        Band(0.901, N_("excellent reliability")),
        Band(0.75, N_("good reliability")),
        Band(0.5, N_("moderate reliability")),
        Band(_LOWEST, N_("poor reliability")),
    ),
)
