"""Measures of retrieval: answers as a ranked list, gold weights as graded relevance.

GAP is Kishida (2005), in the form Thater et al. (2010) brought to lexical substitution. nDCG
has the weight itself as gain, not 2^weight - 1, and discounts rank r by log2(r + 1). Precision
is over k ranks even where fewer answers were given. An answer is right when its weight is
above 0.

`*_judged` leaves out answers that no one judged before anything is counted (the condensed
lists of Sakai 2007): a system added after the pool closed is not blamed for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regild.scoring.matrices import Answers, FloatArray, Gold, running_sums

DEPTH = 10

_KEYS = ("gap", "P@1", "P@3", "R@10", "ndcg@10")
KEYS = (*_KEYS, "judged@10", *(f"{key}_judged" for key in _KEYS))


def columns(answers: Answers) -> dict[str, FloatArray]:
    first_ten = answers.judged[:, :DEPTH].sum(axis=1)
    shown = np.minimum(answers.given, DEPTH)
    judged = answers.judged_only()
    return {
        **_ranked_columns(answers),
        # Undefined without answers: an empty list has no share of unjudged ones.
        "judged@10": np.where(answers.attempted, first_ten / np.maximum(shown, 1), np.nan),
        **{f"{key}_judged": column for key, column in _ranked_columns(judged).items()},
    }


def _ranked_columns(answers: Answers) -> dict[str, FloatArray]:
    gold, right = answers.gold, answers.right
    return {
        "gap": _summed_precision(answers.weights, answers.summed)
        / gold.once(_highest_summed_precision),
        "P@1": right[:, :1].sum(axis=1) / 1,
        "P@3": right[:, :3].sum(axis=1) / 3,
        "R@10": right[:, :DEPTH].sum(axis=1) / gold.size,
        "ndcg@10": _discounted(answers.weights) / gold.once(_highest_discounted),
    }


def _highest_summed_precision(gold: Gold[Any]) -> FloatArray:
    return _summed_precision(gold.ranked, running_sums(gold.ranked))


def _highest_discounted(gold: Gold[Any]) -> FloatArray:
    return _discounted(gold.ranked)


def _summed_precision(weights: FloatArray, summed: FloatArray) -> FloatArray:
    """The mean weight down to each right answer, summed."""
    means = summed / np.arange(1.0, weights.shape[1] + 1)
    return np.asarray((means * (weights > 0)).sum(axis=1))


def _discounted(weights: FloatArray) -> FloatArray:
    top = weights[:, :DEPTH]
    return np.asarray(top @ (1 / np.log2(np.arange(2, top.shape[1] + 2))))
