"""SemEval-2007's best and oot, with their mode variants (McCarthy & Navigli 2007, section 3).

Scored are sentences with two different substitutes or more, or with one of weight above 1:
`score.pl`'s rule for votes, which holds as it stands for decimal weights. The mode is the only
substitute of the highest weight; a sentence where several share it has none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regild.scoring.matrices import Answers, BoolArray, FloatArray, Gold

GUESSES = 10

KEYS = (
    "best.P",
    "best.R",
    "best.mode_P",
    "best.mode_R",
    "oot.P",
    "oot.R",
    "oot.mode_P",
    "oot.mode_R",
)


def columns(answers: Answers) -> dict[str, FloatArray]:
    """One value a sentence, NaN where the sentence is not in the measure's mean."""
    gold, weights = answers.gold, answers.weights
    scored, with_mode = gold.once(_scored), gold.once(_with_mode)
    is_mode = weights == gold.highest[:, np.newaxis]
    # A row without answers has no credit, so dividing by 1 there gives the 0 it is worth.
    best = weights.sum(axis=1) / (gold.total * np.maximum(answers.given, 1))
    oot = weights[:, :GUESSES].sum(axis=1) / gold.total
    found = {
        "best": (best, is_mode[:, 0]),
        "oot": (oot, is_mode[:, :GUESSES].any(axis=1)),
    }
    result: dict[str, FloatArray] = {}
    for task, (credit, hit) in found.items():
        result[f"{task}.P"] = np.where(scored & answers.attempted, credit, np.nan)
        result[f"{task}.R"] = np.where(scored, credit, np.nan)
        result[f"{task}.mode_P"] = np.where(with_mode & answers.attempted, hit, np.nan)
        result[f"{task}.mode_R"] = np.where(with_mode, hit, np.nan)
    return result


def _scored(gold: Gold[Any]) -> BoolArray:
    return np.asarray((gold.size >= 2) | (gold.highest > 1))


def _with_mode(gold: Gold[Any]) -> BoolArray:
    sharing = (gold.weights == gold.highest[:, np.newaxis]).sum(axis=1)
    return np.asarray(gold.once(_scored) & (sharing == 1))
