"""TSAR-2022's measures of lexical simplification, by our own rules (Saggion et al. 2022).

The shared task's program joins files on the letters of a sentence and averages over the lines
that a system wrote; here answers are compared as everywhere, and a sentence that a system
skipped counts 0. What the program prints is `regild score --compat tsar2022`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.problems import N_
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.measures.rows import any_of, are_highest, as_numbers, summed

if TYPE_CHECKING:
    from regild.arrays import FloatArray
    from regild.scoring.matrices import AnswerTable

_TOP = (1, 2, 3)
_DEPTHS = (3, 5, 10)


def _accuracy(answers: AnswerTable) -> FloatArray:
    return as_numbers(answers.right[:, 0])


def _top(k: int) -> SystemMeasure[AnswerTable]:
    return SystemMeasure(
        key=f"tsar.ACC@{k}@Top1",
        title=f"ACC@{k}@Top1",
        definition=N_("Share of sentences with one of the best substitutes among the first k."),
        formula="1 if an answer of the highest weight is among the first k",
        value=lambda answers: as_numbers(any_of(answers.once(are_highest)[:, :k])),
    )


def _average_precision(k: int) -> SystemMeasure[AnswerTable]:
    return SystemMeasure(
        key=f"tsar.MAP@{k}",
        title=f"MAP@{k}",
        definition=N_(
            "Average precision of the first k answers, over k however few are to be found."
        ),
        formula="the share of right answers down to each right one, summed, over k",
        value=lambda answers: summed(answers.precisions[:, :k] * answers.right[:, :k]) / k,
    )


def _potential(k: int) -> SystemMeasure[AnswerTable]:
    return SystemMeasure(
        key=f"tsar.Potential@{k}",
        title=f"Potential@{k}",
        definition=N_("Share of sentences with a right answer among the first k."),
        formula="1 if a right answer is among the first k",
        value=lambda answers: as_numbers(any_of(answers.right[:, :k])),
    )


MEASURES: tuple[SystemMeasure[AnswerTable], ...] = (
    SystemMeasure(
        key="tsar.ACC@1",
        title="ACC@1",
        definition=N_("Share of sentences whose first answer is right."),
        formula="1 if the first answer is right",
        value=_accuracy,
    ),
    *map(_top, _TOP),
    *map(_average_precision, _DEPTHS),
    *map(_potential, _DEPTHS),
)
