"""A mean with an effect for each item and each annotator, and how far each kind of effect
spreads: variances by restricted maximum likelihood, effects as their best linear predictions.

value = intercept + item's effect + annotator's effect + residual. What lme4 fits as
`value ~ 1 + (1 | item) + (1 | annotator)`.

The average information algorithm (Gilmour, Thompson & Cullis 1995): Newton's steps on the
variances, from the mixed model equations at the present ones (`effect_equations`).
"""

from __future__ import annotations

from typing import NamedTuple

from regild.agreement.effect_equations import Design, Equations, Solution
from regild.arrays import FloatArray, IntArray, np

# Of all variance together: steps smaller than the first change nothing that is shown; what has
# fallen to the second is none.
_SETTLED = 1e-8
_NOTHING = 1e-8
# A step takes a variance to no less, and to no more, than so much of itself: none overshoots to
# below 0, or to where the slope says nothing of the way back.
_LEAST_OF_ITSELF, _MOST_OF_ITSELF = 0.1, 2
# Information that is so little of the most is none but rounding.
_SAME = 1e-10
# Ten or so are usual; dozens where there are few ratings.
MOST_ROUNDS = 200


class CrossedEffects(NamedTuple):
    """`spread` is the standard deviation with which an effect is predicted. `converged` is
    False where the rounds ended it: further ones would change the numbers."""

    intercept: float
    var_item: float
    var_annotator: float
    var_residual: float
    item: FloatArray
    annotator: FloatArray
    annotator_spread: FloatArray
    rounds: int
    converged: bool


def crossed_effects(
    value: FloatArray, *, item: IntArray, annotator: IntArray, most_rounds: int = MOST_ROUNDS
) -> CrossedEffects | None:
    """None where item and annotator leave no residual: it cannot be divided by.

    Some item has two values, and some annotator gave two.
    """
    # What there is more of is eliminated: it costs nothing, and leaves the smaller system.
    swapped = int(annotator.max()) > int(item.max())
    design = Design.of(*((annotator, item) if swapped else (item, annotator)))
    fit = _fit(value - value.mean(), design, most_rounds)
    if fit is None:
        return None
    variances, equations, solved, rounds, converged = fit
    many, few = solved.many[:, 0], solved.few[:, 0]
    of_item, of_annotator = (few, many) if swapped else (many, few)
    var_item, var_annotator = variances[[1, 0]] if swapped else variances[:2]
    spread = equations.many_spread() if swapped else equations.few_spread()
    return CrossedEffects(
        float(value.mean() + solved.intercept[0]),
        float(var_item),
        float(var_annotator),
        float(variances[2]),
        of_item,
        of_annotator,
        np.sqrt(variances[2] * spread) if var_annotator else np.zeros(len(of_annotator)),
        rounds,
        converged,
    )


def _fit(
    value: FloatArray, design: Design, most_rounds: int
) -> tuple[FloatArray, Equations, Solution, int, bool] | None:
    """The variances of the many, of the few and of the residual, and what they give."""
    total = float(value.var())
    if _is_explained(value, design, total):
        return None
    least = _NOTHING * total
    variances = _start(value, design, total)
    converged, rounds = False, 0
    while True:
        if variances[2] <= least:
            return None
        equations = Equations(design, variances[:2] / variances[2])
        solved = equations.solve(value[:, np.newaxis])
        if converged or rounds == most_rounds:
            gone = variances <= least
            variances[gone] = 0
            if gone[0]:
                solved.many[:] = 0
            if gone[1]:
                solved.few[:] = 0
            return variances, equations, solved, rounds, converged
        step = _step(value, design, equations, solved, variances, least)
        lowest, highest = variances * _LEAST_OF_ITSELF, variances * _MOST_OF_ITSELF
        moved = np.maximum(np.clip(variances + step, lowest, highest), least)
        converged = bool(np.abs(moved - variances).max() <= _SETTLED * total)
        variances = moved
        rounds += 1


def _is_explained(value: FloatArray, design: Design, total: float) -> bool:
    """Whether effects that nothing draws to 0 leave no residual."""
    if not design.is_small:
        return False  # a thousand annotators who never differ are none
    solved = Equations(design, np.full(2, 1 / _NOTHING)).solve(value[:, np.newaxis])
    return float((value - design.fitted(solved)[:, 0]).var()) <= _NOTHING * total


def _start(value: FloatArray, design: Design, total: float) -> FloatArray:
    """From the spread of means, which is near enough for Newton's steps to lead on."""
    many = np.bincount(design.many, weights=value) / np.maximum(design.n_many, 1)
    rest = value - many[design.many]
    few = np.bincount(design.few, weights=rest) / np.maximum(design.n_few, 1)
    residual = float((rest - few[design.few]).var())
    return np.maximum([total - float(rest.var()), float(few.var()), residual], 0.05 * total)


def _step(
    value: FloatArray,
    design: Design,
    equations: Equations,
    solved: Solution,
    variances: FloatArray,
    least: float,
) -> FloatArray:
    """The likelihood's slope over its average information, for each variance. What is at the
    least and should be less stays there, and the others go without it."""
    many, few = solved.many[:, 0], solved.few[:, 0]
    residual = value - design.fitted(solved)[:, 0]
    by_values = equations.determined()
    slope = 0.5 * (
        np.array([many @ many, few @ few, residual @ residual]) / variances**2
        - np.array(
            [by_values.many, by_values.few, len(value) - 1 - by_values.many - by_values.few]
        )
        / variances
    )
    moves = np.stack([many[design.many], few[design.few], residual], axis=1) / variances
    left = moves - design.fitted(equations.solve(moves))
    information = 0.5 * (moves.T @ left) / variances[2]
    free = (variances > least) | (slope > 0)
    found = np.zeros(3)
    # Not `solve`: a handful of ratings can say the same of two variances.
    of_free = information[np.ix_(free, free)]
    scale = 1 / np.sqrt(np.maximum(np.diag(of_free), np.finfo(float).tiny))
    of_free *= np.outer(scale, scale)
    found[free] = scale * np.linalg.lstsq(of_free, scale * slope[free], rcond=_SAME)[0]
    return found
