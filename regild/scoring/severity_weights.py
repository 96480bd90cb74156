"""Weights of a second gold without how strict those were who happened to rate a candidate.

The mean of its ratings, each less its annotator's effect (`regild.agreement.severity`). No
weight leaves the scale, and none has more decimals than severity is known to: so they are
the same wherever they are computed, and can be written whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from regild.agreement.annotators import RatingColumns
from regild.agreement.crossed_effects import crossed_effects
from regild.agreement.effect_equations import Design
from regild.agreement.severity import (
    NO_RESIDUAL,
    AnnotatorSeverity,
    annotator_severities,
    severity_undefined,
)
from regild.arrays import FloatArray, np
from regild.tolerance import highest_first

DECIMALS = 3


class AdjustedWeights(NamedTuple):
    """`weight` has NaN for candidates that nobody rated, and for all where `reason` says why
    there are none. Of `parts` that share no annotator and no candidate, one cannot be set
    beside the other. Not `converged`: further rounds would change the numbers."""

    weight: FloatArray
    annotators: tuple[AnnotatorSeverity, ...] = ()
    var_candidate: float | None = None
    var_annotator: float | None = None
    var_residual: float | None = None
    parts: int = 0
    converged: bool = True
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """All but the weights; annotators by their numbers, the strictest first."""
        by_number = sorted(self.annotators, key=lambda one: int(one.annotator))
        strictest = highest_first([-one.effect for one in by_number])
        return {
            "reason": self.reason,
            "var_candidate": self.var_candidate,
            "var_annotator": self.var_annotator,
            "var_residual": self.var_residual,
            "parts": self.parts,
            "converged": self.converged,
            "annotators": [
                one._asdict() | {"annotator": int(one.annotator)}
                for one in (by_number[place] for place in strictest.tolist())
            ],
        }


def adjusted_weights(
    ratings: RatingColumns, weights: Sequence[float], *, n_candidates: int
) -> AdjustedWeights:
    """`weights` are those of the scale's places, from the worst. All ratings tell how strict
    somebody is, those of candidates that will have no weight too."""
    value = np.array(weights, dtype=np.float64)[ratings.value]
    rated, item = np.unique(ratings.candidate, return_inverse=True)
    people, person = np.unique(ratings.annotator, return_inverse=True)
    found = np.full(n_candidates, np.nan)
    if reason := severity_undefined(value, item=item, annotator=person):
        return AdjustedWeights(found, reason=reason)
    parts = Design.of(item, person).parts
    fit = crossed_effects(value, item=item, annotator=person)
    if fit is None:
        return AdjustedWeights(found, parts=parts, reason=NO_RESIDUAL)
    sums = np.bincount(item, weights=value - fit.annotator[person])
    found[rated] = on_scale(sums / np.bincount(item), weights)
    names = [str(number) for number in people.tolist()]
    return AdjustedWeights(
        found,
        annotator_severities(fit, annotator=person, names=names),
        fit.var_item,
        fit.var_annotator,
        fit.var_residual,
        parts,
        fit.converged,
    )


def on_scale(adjusted: FloatArray, weights: Sequence[float] | FloatArray) -> FloatArray:
    # Half way between two weights only the last digits say to which to round: without them
    # first. Added 0: to no reader is -0 a weight.
    near = np.round(np.clip(adjusted, min(weights), max(weights)), 2 * DECIMALS + 3)
    return np.asarray(np.round(near, DECIMALS) + 0.0)
