"""What a measure of agreement says of itself, and what a measurement by it holds.

A measure is declared once, in a module of `measures/`, and `registry.py` puts all in their
order. Reports, pages, files, the API and the tests read the declaration and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from regild.agreement.conventions import Convention
from regild.agreement.scale import Scale
from regild.agreement.sums import Sum, Sums, compared, rated, ratings, ratings_compared
from regild.arrays import FloatArray
from regild.problems import N_

Level = Literal["nominal", "ordinal"]

NOTHING_COMPARED = N_("no candidate has two ratings")
ONE_CANDIDATE = N_("only one candidate is rated")
ONE_VALUE = N_("all ratings compared are equal")


class Measurement(NamedTuple):
    """A number, what it rests on, and why it is undefined where it is."""

    value: float | None
    n: int  # candidates; sentences in the first gold
    n_ratings: int  # ratings; responses in the first gold
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    p: float | None = None  # two-sided, of a correlation


@dataclass(frozen=True, kw_only=True)
class AgreementMeasure:
    """What every measure has; each family of them adds what its formula is given.

    `key` names it in files, in the API and in docs/measures-agreement.md. The texts are
    for people: English, marked for the catalogue. `level` is what values must at least have:
    names are nominal, and whatever asks which of two is higher is ordinal. `convention` says
    how its values are commonly read, where there is one.
    """

    key: str
    title: str
    definition: str
    heading: str = ""
    level: Level = "ordinal"
    convention: Convention | None = None

    @property
    def column(self) -> str:
        """What stands over a column of it, where there is little room."""
        return self.heading or self.title


class Basis(NamedTuple):
    """The sums that count what a measure on ratings rests on."""

    candidates: Sum
    ratings: Sum


COMPARED = Basis(compared, ratings_compared)
# Chance and the spread between candidates are estimated from every rated candidate, as
# Gwet does; the other measures know only candidates with two ratings or more.
ALL_RATED = Basis(rated, ratings)


@dataclass(frozen=True, kw_only=True)
class RatingMeasure(AgreementMeasure):
    """On ratings: of the campaign, of any group of candidates, of a bootstrap replicate.

    `formula` gives a value for each row of the sums in `needs`, NaN where it is undefined.
    `half_width` is half of an interval of its own, for a measure that has one without any
    bootstrap.
    """

    needs: tuple[Sum, ...]
    formula: Callable[[Sums, Scale], FloatArray]
    basis: Basis = COMPARED
    half_width: Callable[[Sums], FloatArray] | None = None
    least_candidates: int = 1

    def reason(self, *, rated: int, compared: int) -> str:
        """Why it is undefined on so many candidates."""
        if not compared:
            return NOTHING_COMPARED
        return ONE_CANDIDATE if rated < self.least_candidates else ONE_VALUE
