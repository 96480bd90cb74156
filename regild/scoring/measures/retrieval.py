"""Measures of retrieval: answers as a ranked list, gold weights as graded relevance.

GAP is Kishida (2005), in the form Thater et al. (2010) brought to lexical substitution. nDCG
has the weight itself as gain, not 2^weight - 1, and discounts rank r by log2(r + 1). Precision
is over k ranks even where fewer answers were given. An answer is right when its weight is
above 0.

Of integer weights P@k, R@10 and nDCG are trec_eval's, and GAP is its AP where every weight is 0
or 1. A mean here is over the sentences with something right, answered or not, as trec_eval's is
with -c; and judged@10 is over the answers given where they are fewer than ten.

`*_judged` leaves out answers that no one judged before anything is counted (the condensed
lists of Sakai 2007): a system added after the pool closed is not blamed for them.
"""

from __future__ import annotations

from dataclasses import replace
from math import log2
from typing import TYPE_CHECKING, Any

from regild.problems import N_
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.measures.rows import summed
from regild.tolerance import weighted_sum

if TYPE_CHECKING:
    from regild.arrays import BoolArray, FloatArray
    from regild.scoring.matrices import AnswerTable, GoldTable

DEPTH = 10

_DISCOUNTS = [1 / log2(rank + 1) for rank in range(1, DEPTH + 1)]


def _gap(answers: AnswerTable) -> FloatArray:
    reached = summed(answers.means * answers.right)
    return reached / answers.gold.once(_highest_summed_precision)


def _highest_summed_precision(gold: GoldTable[Any]) -> FloatArray:
    return summed(gold.ranked_means * (gold.ranked > 0))


def _precision_at(k: int) -> SystemMeasure[AnswerTable]:
    return SystemMeasure(
        key=f"P@{k}",
        definition=N_("Right answers among so many first ranks."),
        formula="right answers among the first k, over k",
        value=lambda answers: summed(answers.right[:, :k]) / k,
    )


def _recall(answers: AnswerTable) -> FloatArray:
    return summed(answers.right[:, :DEPTH]) / answers.gold.size


def _ndcg(answers: AnswerTable) -> FloatArray:
    return _discounted(answers.weights) / answers.gold.once(_highest_discounted)


def _highest_discounted(gold: GoldTable[Any]) -> FloatArray:
    return _discounted(gold.ranked)


def _discounted(weights: FloatArray) -> FloatArray:
    return weighted_sum(weights.T[:DEPTH], _DISCOUNTS)


def _judged(answers: AnswerTable) -> FloatArray:
    return summed(answers.judged[:, :DEPTH]) / answers.divisor(DEPTH)


def _answered(answers: AnswerTable) -> BoolArray:
    """An empty list has no share of unjudged answers."""
    return answers.attempted


def _judged_only(measure: SystemMeasure[AnswerTable]) -> SystemMeasure[AnswerTable]:
    return replace(
        measure,
        key=f"{measure.key}_judged",
        title="",
        aside=N_("Answers nobody judged are left out first."),
        value=lambda answers: measure.value(answers.judged_only),
    )


GAP: SystemMeasure[AnswerTable] = SystemMeasure(
    key="gap",
    title=N_("GAP: the whole ranking"),
    definition=N_("Generalised average precision: the whole ranking against the ideal one."),
    formula="the mean weight down to each right answer, summed, over the same sum for the gold"
    " in order",
    value=_gap,
)
P_1, P_3 = _precision_at(1), _precision_at(3)
R_10: SystemMeasure[AnswerTable] = SystemMeasure(
    key="R@10",
    title=N_("R@10: found in the first ten"),
    definition=N_("Right answers among the first ten, over the number of substitutes."),
    formula="right answers among the first ten, over the number of substitutes",
    value=_recall,
)
NDCG_10: SystemMeasure[AnswerTable] = SystemMeasure(
    key="ndcg@10",
    title=N_("nDCG@10: gain of the first ten"),
    definition=N_("Discounted gain of the first ten answers, over that of the ideal ones."),
    formula="discounted gain over that of the gold in order",
    value=_ndcg,
)
# How far the others can be trusted for a system whose answers were not pooled.
JUDGED_10: SystemMeasure[AnswerTable] = SystemMeasure(
    key="judged@10",
    title=N_("judged@10: share that is judged"),
    definition=N_("Share of the first ten answers that the gold judges, be it as bad."),
    formula="share of the first ten answers that the gold judges",
    value=_judged,
    over=_answered,
)
# Fair to such a system.
JUDGED_ONLY = tuple(_judged_only(measure) for measure in (GAP, P_1, P_3, R_10, NDCG_10))
MEASURES = (GAP, P_1, P_3, R_10, NDCG_10, JUDGED_10, *JUDGED_ONLY)
