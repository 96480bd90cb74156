"""Other ways to aggregate the same ratings, beside the one a release follows.

The three rules and the model of Dawid & Skene (1979), which weighs annotators by their errors.
They are a comparison: a release keeps its own rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from regild.agreement.annotators import RatingColumns
from regild.agreement.dawid_skene import dawid_skene
from regild.arrays import FloatArray, np
from regild.scoring.aggregate import RULES
from regild.scoring.frozen import FrozenOption, FrozenRating, FrozenSentence, value_counts

TOO_FEW = "fewer than two candidates"
CONSTANT = "all weights are equal"
MODEL = "dawid_skene"

# The candidates on which the model is furthest from the release.
LISTED = 20


def compare_rules(
    sentences: Iterable[FrozenSentence], scale: Sequence[FrozenOption]
) -> dict[str, Any]:
    """For each other way: Spearman's correlation with the release's weights, and the mean
    absolute difference from them. The model's weight is the expectation over its posterior."""
    weights = [option.weight for option in scale]
    decided = [
        (sentence.record.key, entry)
        for sentence in sentences
        for entry in sentence.entries
        if entry.weight is not None
    ]
    released = np.array([entry.weight for _key, entry in decided], dtype=np.float64)
    counts = [value_counts(entry.ratings, scale) for _key, entry in decided]
    ways = {
        name: np.array([rule(row, weights) for row in counts]) for name, rule in RULES.items()
    }
    model = _dawid_skene([entry.ratings for _key, entry in decided], scale)
    ways[MODEL] = model
    furthest = np.argsort(-np.abs(model - released), kind="stable")[:LISTED]
    return {
        "n": len(decided),
        "rules": {name: _compared(found, released) for name, found in ways.items()},
        "furthest": [
            {
                "sentence": key,
                "substitute": entry.substitute,
                "weight": entry.weight,
                MODEL: float(model[index]),
            }
            for index in furthest.tolist()
            for key, entry in [decided[index]]
        ],
    }


def _compared(found: FloatArray, released: FloatArray) -> Mapping[str, Any]:
    # Here, not above: it takes half a second to load, and nothing else of a release needs it.
    from scipy import stats  # type: ignore[import-untyped]

    reason = None
    if len(released) < 2:
        reason = TOO_FEW
    elif np.ptp(released) == 0 or np.ptp(found) == 0:
        reason = CONSTANT
    return {
        "spearman": None if reason else float(stats.spearmanr(found, released).statistic),
        "mean_difference": float(np.abs(found - released).mean()) if len(released) else None,
        "reason": reason,
    }


def _dawid_skene(
    rated: Sequence[Sequence[FrozenRating]], scale: Sequence[FrozenOption]
) -> FloatArray:
    place = {option.value: index for index, option in enumerate(scale)}
    rows = np.array(
        [
            (candidate, rating.annotator - 1, place[rating.value])
            for candidate, ratings in enumerate(rated)
            for rating in ratings
        ],
        dtype=np.int64,
    ).reshape(-1, 3)
    found = dawid_skene(
        RatingColumns(candidate=rows[:, 0], annotator=rows[:, 1], value=rows[:, 2]),
        n_candidates=len(rated),
        n_annotators=int(rows[:, 1].max(initial=-1)) + 1,
        n_values=len(scale),
    )
    if found is None:
        return np.empty(0)
    return np.asarray(found.posterior @ np.array([option.weight for option in scale]))
