"""The measures that Jabbari, Hepple & Guthrie (2010) put in place of SemEval's.

All answers count, not the first ten, and a sentence without answers counts 0 in every mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from regild.problems import N_
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.measures.rows import as_numbers, highest, summed
from regild.scoring.measures.thresholds import f_by_threshold
from regild.tolerance import SAME

if TYPE_CHECKING:
    from regild.arrays import BoolArray, FloatArray
    from regild.scoring.matrices import AnswerTable

CUT_OFFS = range(1, 11)
NO_SCORES = "not all its answers carry scores"
NO_THRESHOLD = "not all its answers carry scores, or none is right"


def _best(answers: AnswerTable) -> FloatArray:
    return answers.summed[:, -1] / (answers.gold.highest * answers.divisor())


def _best1(answers: AnswerTable) -> FloatArray:
    return answers.weights[:, 0] / answers.gold.highest


def _recall(answers: AnswerTable) -> FloatArray:
    return answers.summed[:, -1] / answers.gold.total


def _precision(answers: AnswerTable) -> FloatArray:
    credit, penalty = answers.summed[:, -1], answers.penalty * answers.wrong[:, -1]
    # Both are 0 without answers, and where wrong ones cost nothing: 0 over 1 is the 0 that this
    # is worth.
    cost = credit + penalty
    precision: FloatArray = credit / (cost + (cost == 0))
    return precision


def _f_so_far(answers: AnswerTable) -> FloatArray:
    """F of the first 1, 2, … answers: 2PR / (P + R) with P = c / (c + p) and R = c / ΣG, which
    is 0 without answers. Like the credit, the penalty stays as it is past the last answer."""
    credit, penalty = answers.summed, answers.penalty * answers.wrong
    return 2 * credit / (credit + penalty + answers.gold.total[:, None])


def _f(answers: AnswerTable) -> FloatArray:
    return answers.once(_f_so_far)[:, -1]


def _optimal_f(answers: AnswerTable) -> FloatArray:
    return highest(answers.once(_f_so_far))


def _optimal_cut(answers: AnswerTable) -> FloatArray:
    """The shortest of those that are equally good, but for the rounding of a last digit."""
    found = answers.once(_f_so_far)
    best = found >= highest(found)[:, None] * (1 - SAME)
    return as_numbers(best.argmax(axis=1)) + 1


def _any_right(answers: AnswerTable) -> BoolArray:
    """Where nothing is right every cut-off has an F of 0, and none is best."""
    return answers.summed[:, -1] > 0


def _threshold(answers: AnswerTable) -> tuple[float, FloatArray] | None:
    """Where one threshold of the system's scores, the same in all sentences, gives the highest
    mean F, the highest of those equally good; and each sentence's F there."""
    scores = answers.scores
    # Of a system that answers with multiwords alone, NMWS leaves no answer.
    if scores is None or not answers.attempted.any():
        return None
    return f_by_threshold(
        scores=scores,
        credit=answers.weights,
        penalty=answers.penalty * (answers.present & ~answers.right),
        total=answers.gold.total,
        rounding=SAME,
    )


def _f_at_threshold(answers: AnswerTable) -> FloatArray:
    found = answers.once(_threshold)
    return answers.gold.total * 0 if found is None else found[1]


def _best_threshold(answers: AnswerTable) -> FloatArray:
    found = answers.once(_threshold)
    return answers.gold.total * 0 + (0 if found is None else found[0])


def _scored(answers: AnswerTable) -> BoolArray:
    return answers.gold.total > (0 if answers.scores is not None else math.inf)


def _scored_and_any_right(answers: AnswerTable) -> BoolArray:
    """Where nothing at all is right every threshold has an F of 0, and none is best."""
    return _scored(answers) & bool(_any_right(answers).any())


def _recall_of_types(answers: AnswerTable) -> FloatArray:
    return summed(answers.right) / answers.gold.size


def _precision_of_types(answers: AnswerTable) -> FloatArray:
    return summed(answers.right) / answers.divisor()


def _f_of_types(answers: AnswerTable) -> FloatArray:
    """2 |A∩G| / (|A| + |G|), the harmonic mean of the two above; 0 without answers."""
    return 2 * summed(answers.right) / (answers.given + answers.gold.size)


def _f_of_first(n: int) -> Callable[[AnswerTable], FloatArray]:
    def value(answers: AnswerTable) -> FloatArray:
        found = answers.once(_f_so_far)
        return found[:, min(n, found.shape[1]) - 1]

    return value


MEASURES: tuple[SystemMeasure[AnswerTable], ...] = (
    SystemMeasure(
        key="jabbari.best",
        title=N_("Best: all answers"),
        definition=N_(
            "Jabbari: the weights of all answers over their number and the highest weight."
        ),
        formula="Σ G(a) / (max G · |A|)",
        value=_best,
    ),
    SystemMeasure(
        key="jabbari.best1",
        title=N_("Best: the first answer"),
        definition=N_("Jabbari: the first answer's weight over the highest weight."),
        formula="G(a₁) / max G",
        value=_best1,
    ),
    SystemMeasure(
        key="jabbari.R",
        title=N_("Recall, weighted"),
        definition=N_("Jabbari: the weights of all answers over the sentence's total weight."),
        formula="Σ G(a) / ΣG",
        value=_recall,
    ),
    SystemMeasure(
        key="jabbari.P",
        title=N_("Precision, weighted, with penalty"),
        definition=N_(
            "Jabbari: the weights of all answers over these plus k for each wrong one. k is 1"
            " unless it was chosen otherwise."
        ),
        formula="Σ G(a) / (Σ G(a) + k · wrong answers)",
        value=_precision,
    ),
    SystemMeasure(
        key="jabbari.F",
        title=N_("F, weighted"),
        definition=N_("Jabbari: harmonic mean of the sentence's P and R."),
        formula="harmonic mean of the sentence's P and R",
        value=_f,
    ),
    SystemMeasure(
        key="jabbari.optimal_F",
        title=N_("F where each sentence is best cut"),
        definition=N_("Jabbari: the highest F of any cut-off of the answers."),
        formula="the highest F of any cut-off of A",
        value=_optimal_f,
    ),
    SystemMeasure(
        key="jabbari.optimal_cut",
        title=N_("Answers kept by the best cut"),
        definition=N_(
            "Jabbari: how many answers the cut-off with the highest F keeps, the fewest if"
            " several do. It says where to cut, not how good a system is, and is over the"
            " sentences with a right answer."
        ),
        formula="how many answers that cut-off keeps",
        value=_optimal_cut,
        over=_any_right,
    ),
    SystemMeasure(
        key="jabbari.threshold_F",
        title=N_("F at the best threshold"),
        definition=N_(
            "Jabbari: F of the answers whose own score reaches one threshold, the same in all"
            " sentences, where the mean F over all sentences is highest."
        ),
        formula="F of the answers scored at least t, the t with the highest mean F",
        value=_f_at_threshold,
        over=_scored,
        undefined=NO_SCORES,
    ),
    SystemMeasure(
        key="jabbari.threshold",
        title=N_("The best threshold"),
        definition=N_(
            "Jabbari: that threshold, the highest if several are as good. It says where to cut,"
            " not how good a system is."
        ),
        formula="that t",
        value=_best_threshold,
        over=_scored_and_any_right,
        undefined=NO_THRESHOLD,
        of_system=True,
    ),
    SystemMeasure(
        key="jabbari.R_types",
        title=N_("Recall, unweighted"),
        definition=N_("Jabbari: right answers over the number of substitutes, unweighted."),
        formula="|A∩G| / |G|",
        value=_recall_of_types,
    ),
    SystemMeasure(
        key="jabbari.P_types",
        title=N_("Precision, unweighted"),
        definition=N_("Jabbari: right answers over the number of answers, unweighted."),
        formula="|A∩G| / |A|",
        value=_precision_of_types,
    ),
    SystemMeasure(
        key="jabbari.F_types",
        title=N_("F, unweighted"),
        definition=N_("Jabbari: harmonic mean of the sentence's unweighted P and R."),
        formula="harmonic mean of the sentence's P_types and R_types",
        value=_f_of_types,
    ),
    *(
        SystemMeasure(
            key=f"jabbari.top_{n}",
            title=f"F@{n}",
            definition=N_("Jabbari: F of so many first answers."),
            formula="F of the first n answers",
            value=_f_of_first(n),
        )
        for n in CUT_OFFS
    ),
)
