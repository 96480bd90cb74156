"""SemEval-2007's best and oot, with their mode variants (McCarthy & Navigli 2007, section 3).

Scored are sentences with two different substitutes or more, or with one of weight above 1:
`score.pl`'s rule for votes, which holds as it stands for decimal weights. The mode is the only
substitute of the highest weight; a sentence where several share it has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regild.problems import N_
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.measures.rows import are_highest, as_numbers, equal, summed

if TYPE_CHECKING:
    from regild.arrays import BoolArray, FloatArray
    from regild.scoring.matrices import AnswerTable, GoldTable

GUESSES = 10

_BEST = N_(
    "SemEval-2007 best: the weights of all answers over the number of answers and the"
    " sentence's total weight. P is over answered sentences, R over all."
)
_OOT = N_(
    "SemEval-2007 out of ten: the weights of the first ten answers over the sentence's"
    " total weight. P is over answered sentences, R over all."
)
_BEST_MODE = N_("Share of sentences whose single best substitute is the first answer.")
_OOT_MODE = N_("Share of sentences whose single best substitute is in the first ten answers.")


def _best(answers: AnswerTable) -> FloatArray:
    return summed(answers.weights) / (answers.gold.total * answers.divisor())


def _oot(answers: AnswerTable) -> FloatArray:
    return summed(answers.weights[:, :GUESSES]) / answers.gold.total


def _best_mode(answers: AnswerTable) -> FloatArray:
    return as_numbers(answers.once(are_highest)[:, 0])


def _oot_mode(answers: AnswerTable) -> FloatArray:
    # One answer at most, where there is one mode; the other sentences are in no mean.
    return summed(answers.once(are_highest)[:, :GUESSES])


def _scored_gold(gold: GoldTable[Any]) -> BoolArray:
    return (gold.size >= 2) | (gold.highest > 1)


def _gold_with_mode(gold: GoldTable[Any]) -> BoolArray:
    sharing = summed(equal(gold.weights, gold.highest))
    return gold.once(_scored_gold) & (sharing < 2)


def _scored(answers: AnswerTable) -> BoolArray:
    return answers.gold.once(_scored_gold)


def _with_mode(answers: AnswerTable) -> BoolArray:
    return answers.gold.once(_gold_with_mode)


def _scored_and_answered(answers: AnswerTable) -> BoolArray:
    return _scored(answers) & answers.attempted


def _with_mode_and_answered(answers: AnswerTable) -> BoolArray:
    return _with_mode(answers) & answers.attempted


MEASURES: tuple[SystemMeasure[AnswerTable], ...] = (
    SystemMeasure(
        key="best.P",
        title=N_("Best: precision"),
        definition=_BEST,
        formula="Σ G(a) / (|A| · ΣG)",
        value=_best,
        over=_scored_and_answered,
    ),
    SystemMeasure(
        key="best.R",
        title=N_("Best: recall"),
        definition=_BEST,
        formula="Σ G(a) / (|A| · ΣG)",
        value=_best,
        over=_scored,
    ),
    SystemMeasure(
        key="best.mode_P",
        title=N_("Best: precision on the mode"),
        definition=_BEST_MODE,
        formula="1 if the first answer is the mode",
        value=_best_mode,
        over=_with_mode_and_answered,
    ),
    SystemMeasure(
        key="best.mode_R",
        title=N_("Best: recall on the mode"),
        definition=_BEST_MODE,
        formula="1 if the first answer is the mode",
        value=_best_mode,
        over=_with_mode,
    ),
    SystemMeasure(
        key="oot.P",
        title=N_("Out of ten: precision"),
        definition=_OOT,
        formula="Σ G(a) / ΣG over the first ten answers",
        value=_oot,
        over=_scored_and_answered,
    ),
    SystemMeasure(
        key="oot.R",
        title=N_("Out of ten: recall"),
        definition=_OOT,
        formula="Σ G(a) / ΣG over the first ten answers",
        value=_oot,
        over=_scored,
    ),
    SystemMeasure(
        key="oot.mode_P",
        title=N_("Out of ten: precision on the mode"),
        definition=_OOT_MODE,
        formula="1 if the mode is among the first ten answers",
        value=_oot_mode,
        over=_with_mode_and_answered,
    ),
    SystemMeasure(
        key="oot.mode_R",
        title=N_("Out of ten: recall on the mode"),
        definition=_OOT_MODE,
        formula="1 if the mode is among the first ten answers",
        value=_oot_mode,
        over=_with_mode,
    ),
)
