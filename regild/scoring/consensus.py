"""Other ways to aggregate the same ratings, beside the one a release follows.

The other rules, weights without annotators' severity, and the model of Dawid & Skene (1979),
which weighs annotators by their errors. They are a comparison: a release keeps its own rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regild.agreement.annotators import RatingColumns
from regild.agreement.dawid_skene import DawidSkene, dawid_skene
from regild.agreement.patterns import pack_counts
from regild.arrays import FloatArray, IntArray, np
from regild.scoring.aggregate import RULES, SEVERITY
from regild.scoring.frozen_table import FrozenTable
from regild.tolerance import highest_first, levels

TOO_FEW = "fewer than two candidates"
CONSTANT = "all weights are equal"
MODEL = "dawid_skene"

# The candidates on which the model is furthest from the release.
LISTED = 20


def compare_rules(frozen: FrozenTable) -> dict[str, Any]:
    """For each other way: Spearman's correlation with the release's weights, and the mean
    absolute difference from them. The model's weight is the expectation over its posterior;
    `model` says how many rounds it took, and whether it converged in them; `severity` how
    strict each annotator is, which adjusted weights leave out."""
    weights = [option.weight for option in frozen.scale]
    decided = frozen.decided
    released = frozen.weight[decided]
    packed = pack_counts(frozen.counts[decided])
    ways = {
        name: np.array([rule(row, weights) for row in packed.patterns.counts.tolist()])[
            packed.of_candidate
        ]
        for name, rule in RULES.items()
    }
    fit = fit_model(frozen, decided)
    ways[MODEL] = model = np.asarray(fit.posterior @ np.array(weights))
    compared = {name: _compared(found, released) for name, found in ways.items()}
    severity = frozen.severity
    compared[SEVERITY] = (
        {"spearman": None, "mean_difference": None, "reason": severity.reason}
        if severity.reason
        else _compared(severity.weight[decided], released)
    )
    furthest = highest_first(np.abs(model - released))[:LISTED]
    return {
        "n": len(decided),
        "rules": compared,
        SEVERITY: severity.to_dict() | {"moved": _moved(frozen, ways["mean"])},
        "model": {"rounds": fit.iterations, "converged": fit.converged},
        "furthest": [
            {
                "sentence": frozen.records[frozen.sentence[row]].key,
                "substitute": frozen.text[row],
                "weight": float(frozen.weight[row]),
                MODEL: float(model[index]),
            }
            for index in furthest.tolist()
            for row in [int(decided[index])]
        ],
    }


def _moved(frozen: FrozenTable, mean: FloatArray) -> list[dict[str, Any]]:
    """The candidates that severity moves furthest from the mean of their ratings."""
    if frozen.severity.reason:
        return []
    adjusted = frozen.severity.weight[frozen.decided]
    furthest = highest_first(np.abs(adjusted - mean))[:LISTED]
    return [
        {
            "sentence": frozen.records[frozen.sentence[row]].key,
            "substitute": frozen.text[row],
            "mean": float(mean[index]),
            SEVERITY: float(adjusted[index]),
        }
        for index in furthest.tolist()
        for row in [int(frozen.decided[index])]
    ]


def _compared(found: FloatArray, released: FloatArray) -> Mapping[str, Any]:
    # Here, not above: it takes half a second to load, and nothing else of a release needs it.
    from scipy import stats  # type: ignore[import-untyped]

    reason = None
    ranked = levels(found), levels(released)
    if len(released) < 2:
        reason = TOO_FEW
    elif not all(ranks.any() for ranks in ranked):
        reason = CONSTANT
    return {
        "spearman": None if reason else float(stats.spearmanr(*ranked).statistic),
        "mean_difference": float(np.abs(found - released).mean()) if len(released) else None,
        "reason": reason,
    }


def fit_model(frozen: FrozenTable, decided: IntArray) -> DawidSkene:
    place = np.full(len(frozen.text), -1)
    place[decided] = np.arange(len(decided))
    candidate = place[frozen.ratings.candidate]
    # From 1 in a release.
    ratings = RatingColumns(candidate, frozen.ratings.annotator - 1, frozen.ratings.value)
    if len(decided) < len(frozen.text):
        kept = candidate >= 0
        ratings = RatingColumns(*(column[kept] for column in ratings))
    found = dawid_skene(
        ratings,
        n_candidates=len(decided),
        n_annotators=int(frozen.ratings.annotator.max(initial=0)),
        n_values=len(frozen.scale),
    )
    if found is None:
        raise ValueError("nothing is decided without a rating")
    return found
