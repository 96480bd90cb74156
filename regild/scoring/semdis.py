"""SemDis's BEST and OOT, raw and normalised (the post hoc paper, section 5.1).

Normalised means that each sentence's value is divided by the best achievable there, and then
averaged: the ratio of the two averages gives .137 for the campaign's baseline, where the paper
prints .13.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regild.scoring.matrices import Answers, FloatArray, Gold

GUESSES = 10

KEYS = ("semdis.best", "semdis.oot", "semdis.best_norm", "semdis.oot_norm")


def columns(answers: Answers) -> dict[str, FloatArray]:
    gold, weights = answers.gold, answers.weights
    first, ten = weights[:, 0], weights[:, :GUESSES].sum(axis=1)
    return {
        "semdis.best": first / gold.total,
        "semdis.oot": ten / gold.total,
        "semdis.best_norm": first / gold.highest,
        "semdis.oot_norm": ten / gold.once(_highest_ten),
    }


def _highest_ten(gold: Gold[Any]) -> FloatArray:
    return np.asarray(gold.ranked[:, :GUESSES].sum(axis=1))
