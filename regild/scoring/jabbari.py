"""The measures that Jabbari, Hepple & Guthrie (2010) put in place of SemEval's.

All answers count, not the first ten, and a sentence without answers counts 0 in every mean.
"""

from __future__ import annotations

import numpy as np

from regild.scoring.matrices import Answers, FloatArray, running_sums

# The paper's k: what a wrong answer costs, in votes.
PENALTY = 1.0
CUT_OFFS = range(1, 11)

KEYS = (
    "jabbari.best",
    "jabbari.best1",
    "jabbari.R",
    "jabbari.P",
    "jabbari.F",
    "jabbari.optimal_F",
    *(f"jabbari.top_{n}" for n in CUT_OFFS),
)


def columns(answers: Answers) -> dict[str, FloatArray]:
    gold, weights = answers.gold, answers.weights
    # The penalty, like the credit, stays as it is past the last answer.
    credit = answers.summed
    penalty = running_sums(np.where(answers.present & ~answers.right, PENALTY, 0.0))
    # 2PR / (P + R) with P = c / (c + p) and R = c / T: 0 without answers.
    f = 2 * credit / (credit + penalty + gold.total[:, np.newaxis])
    whole, lost = credit[:, -1], penalty[:, -1]
    last = f.shape[1]
    return {
        "jabbari.best": whole / (gold.highest * np.maximum(answers.given, 1)),
        "jabbari.best1": weights[:, 0] / gold.highest,
        "jabbari.R": whole / gold.total,
        "jabbari.P": whole / np.where(answers.attempted, whole + lost, 1.0),
        "jabbari.F": f[:, -1],
        "jabbari.optimal_F": f.max(axis=1),
        **{f"jabbari.top_{n}": f[:, min(n, last) - 1] for n in CUT_OFFS},
    }
