"""SemDis's BEST and OOT, raw and normalised (the post hoc paper, section 5.1).

Normalised means that each sentence's value is divided by the best achievable there, and then
averaged: the ratio of the two averages gives .137 for the campaign's baseline, where the paper
prints .13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regild.problems import N_
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.measures.rows import summed

if TYPE_CHECKING:
    from regild.arrays import FloatArray
    from regild.scoring.matrices import AnswerTable, GoldTable

GUESSES = 10


def _best(answers: AnswerTable) -> FloatArray:
    return answers.weights[:, 0] / answers.gold.total


def _oot(answers: AnswerTable) -> FloatArray:
    return summed(answers.weights[:, :GUESSES]) / answers.gold.total


def _best_norm(answers: AnswerTable) -> FloatArray:
    return answers.weights[:, 0] / answers.gold.highest


def _oot_norm(answers: AnswerTable) -> FloatArray:
    return summed(answers.weights[:, :GUESSES]) / answers.gold.once(_highest_ten)


def _highest_ten(gold: GoldTable[Any]) -> FloatArray:
    return summed(gold.ranked[:, :GUESSES])


MEASURES: tuple[SystemMeasure[AnswerTable], ...] = (
    SystemMeasure(
        key="semdis.best",
        title=N_("BEST: the first answer"),
        definition=N_("The first answer's weight over the sentence's total weight."),
        formula="G(a₁) / ΣG",
        value=_best,
    ),
    SystemMeasure(
        key="semdis.oot",
        title=N_("OOT: the first ten answers"),
        definition=N_("The weights of the first ten answers over the sentence's total weight."),
        formula="Σ G(a) / ΣG over the first ten answers",
        value=_oot,
    ),
    SystemMeasure(
        key="semdis.best_norm",
        title=N_("Normalised BEST"),
        definition=N_("The first answer's weight over the highest weight there is."),
        formula="G(a₁) / the highest weight",
        value=_best_norm,
    ),
    SystemMeasure(
        key="semdis.oot_norm",
        title=N_("Normalised OOT"),
        definition=N_(
            "The weights of the first ten answers over the ten highest weights there are."
        ),
        formula="Σ G(a) over the first ten answers / the sum of the ten highest weights",
        value=_oot_norm,
    ),
)
