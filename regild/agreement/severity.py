"""How strict each annotator is, and what each item is worth without it.

Different people rate different items: who met strict ones has a lower mean than it deserves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.agreement.crossed_effects import CrossedEffects, crossed_effects
from regild.agreement.effect_equations import Design
from regild.agreement.rank_correlation import rank_correlation
from regild.agreement.undefined import defined
from regild.arrays import FloatArray, IntArray, np
from regild.formats.values import Values, ValuesGiven
from regild.problems import N_, Text
from regild.results import Result

# 97.5 % of the normal distribution lie below.
_Z = 1.959963984540054

ONE_ANNOTATOR = N_("only one annotator rated")
ONE_ITEM = N_("only one item is rated")
NOTHING_SHARED = N_("no item is rated by two annotators")
NOTHING_REPEATED = N_("no annotator rated two items")
ONE_VALUE = N_("all ratings are equal")
NO_RESIDUAL = N_("items and annotators explain every rating: there is nothing to measure by")

APART = N_(
    "the ratings fall into %(parts)s parts that share no annotator and no item: effects of"
    " different parts are compared by nothing but the mean"
)
ALL_ALIKE = N_("annotators differ by no more than chance: nothing is adjusted")
NOT_SETTLED = N_("further rounds would change the numbers: too few ratings meet one another")


class AnnotatorSeverity(NamedTuple):
    """`effect` is by how much the annotator rates higher than others rate the same: negative
    for whoever is strict. The interval is of 95 %."""

    annotator: str
    effect: float
    low: float
    high: float
    n: int


class AdjustedItem(NamedTuple):
    """`effect` is drawn towards 0 the more, the fewer rated the item; `adjusted` is not: the
    mean of its ratings, each less its annotator's effect."""

    item: str
    effect: float
    mean: float
    adjusted: float
    n: int


@dataclass(frozen=True)
class Severity(Result):
    """Where `reason` says why there is no such model, no number is there."""

    n_ratings: int
    intercept: float | None
    var_item: float | None
    var_annotator: float | None
    var_residual: float | None
    annotators: tuple[AnnotatorSeverity, ...]
    items: tuple[AdjustedItem, ...]
    parts: int
    reason: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def spearman(self) -> float | None:
        """How far items keep their order when means are adjusted."""
        columns = self._means
        return rank_correlation(*columns, n_ratings=self.n_ratings).value

    @property
    def mean_change(self) -> float | None:
        """By how much an item's mean is moved, up or down."""
        plain, adjusted = self._means
        return float(np.abs(adjusted - plain).mean()) if self.items else None

    @property
    def _means(self) -> tuple[FloatArray, FloatArray]:
        return (
            np.array([one.mean for one in self.items]),
            np.array([one.adjusted for one in self.items]),
        )

    def to_dict(self) -> dict[str, Any]:
        """`{"intercept", "var_item", …, "annotators": {name: effect}, "items": {name: effect},
        "intervals": {annotator: [low, high]}, "means": {item: {"mean", "adjusted", "n"}}}`."""
        return {
            "n_ratings": self.n_ratings,
            "intercept": self.intercept,
            "var_item": self.var_item,
            "var_annotator": self.var_annotator,
            "var_residual": self.var_residual,
            "annotators": {one.annotator: one.effect for one in self.annotators},
            "items": {one.item: one.effect for one in self.items},
            "intervals": {one.annotator: [one.low, one.high] for one in self.annotators},
            "means": {
                one.item: {"mean": one.mean, "adjusted": one.adjusted, "n": one.n}
                for one in self.items
            },
            "spearman": self.spearman,
            "mean_change": self.mean_change,
            "parts": self.parts,
            "reason": self.reason,
            "warnings": list(self.warnings),
        }

    def rows(self) -> list[dict[str, Any]]:
        """Of each annotator."""
        return [one._asdict() for one in self.annotators]


def measure_severity(ratings: ValuesGiven) -> Severity:
    """How strict each annotator is, and each item's mean without it.

    `ratings` are a path, or rows of annotator, item and value, which are numbers. The model has
    an effect for each item and each annotator, its variances by restricted maximum likelihood.

    >>> rows = [("ann", "1", 3), ("ann", "2", 1), ("ann", "3", 3), ("ann", "4", 1),
    ...         ("bob", "1", 2), ("bob", "2", 0), ("bob", "3", 1), ("bob", "4", 0)]
    >>> found = regild.measure_severity(rows)
    >>> [(one.annotator, round(one.effect, 2)) for one in found.annotators]
    [('ann', 0.6), ('bob', -0.6)]
    """
    given = Values.of(ratings)
    value = given.numbers[given.value]
    reason = severity_undefined(value, item=given.item, annotator=given.person)
    parts = Design.of(given.item, given.person).parts
    fit = None if reason else crossed_effects(value, item=given.item, annotator=given.person)
    if fit is None:
        nothing = (None, None, None, None)
        return Severity(len(value), *nothing, (), (), parts, reason or NO_RESIDUAL)
    warnings = []
    if parts > 1:
        warnings.append(APART.filled(parts=parts))
    if not fit.var_annotator:
        warnings.append(ALL_ALIKE)
    if not fit.converged:
        warnings.append(NOT_SETTLED)
    return Severity(
        len(value),
        fit.intercept,
        fit.var_item,
        fit.var_annotator,
        fit.var_residual,
        annotator_severities(fit, annotator=given.person, names=given.people),
        adjusted_items(fit, value, item=given.item, annotator=given.person, names=given.items),
        parts,
        warnings=tuple(warnings),
    )


def severity_undefined(
    value: FloatArray, *, item: IntArray, annotator: IntArray
) -> Text | None:
    """Why there is no such model of these ratings; items and annotators count from 0, each with
    a rating."""
    n_items = int(item.max(initial=-1)) + 1
    n_annotators = int(annotator.max(initial=-1)) + 1
    if n_annotators < 2:
        return ONE_ANNOTATOR
    if n_items < 2:
        return ONE_ITEM
    if n_items == len(value):
        return NOTHING_SHARED
    if n_annotators == len(value):
        return NOTHING_REPEATED
    return ONE_VALUE if np.ptp(value) == 0 else None


def annotator_severities(
    fit: CrossedEffects, *, annotator: IntArray, names: Sequence[str]
) -> tuple[AnnotatorSeverity, ...]:
    """In the order of `names`."""
    half = _Z * fit.annotator_spread
    columns = (fit.annotator, fit.annotator - half, fit.annotator + half)
    counts = np.bincount(annotator).tolist()
    plain = (column.tolist() for column in columns)
    return tuple(map(AnnotatorSeverity, names, *plain, counts))


def adjusted_items(
    fit: CrossedEffects,
    value: FloatArray,
    *,
    item: IntArray,
    annotator: IntArray,
    names: Sequence[str],
) -> tuple[AdjustedItem, ...]:
    """In the order of `names`."""
    n = np.bincount(item)
    mean = np.bincount(item, weights=value) / n
    adjusted = np.bincount(item, weights=value - fit.annotator[annotator]) / n
    columns = (defined(column) for column in (fit.item, mean, adjusted))
    return tuple(map(AdjustedItem, names, *columns, n.tolist()))
