"""SemEval-2007's multiword subtask: is the target part of a multiword, and of which one?

The gold has the multiwords the annotators saw, with their votes. A sentence has a gold
multiword when one of them has more votes than any other, and two at least.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from regild.scoring.matrices import FloatArray, K

KEYS = ("mw.detect_P", "mw.detect_R", "mw.identify_P", "mw.identify_R")


def gold_multiwords(gold: Mapping[K, Mapping[str, float]]) -> dict[K, str]:
    found = {}
    for sentence, votes in gold.items():
        highest = max(votes.values(), default=0.0)
        leading = [multiword for multiword, n in votes.items() if n == highest]
        if highest >= 2 and len(leading) == 1:
            found[sentence] = leading[0]
    return found


def columns(
    *,
    sentences: Collection[K],
    multiwords: Mapping[K, str],
    answers: Mapping[K, Sequence[str]],
) -> dict[str, FloatArray]:
    """Precision is over sentences where the system names a multiword (its first answer),
    recall over those that have one."""
    gold = [multiwords.get(sentence) for sentence in sentences]
    named = [next(iter(answers.get(sentence, ())), None) for sentence in sentences]
    in_gold = np.array([multiword is not None for multiword in gold], dtype=bool)
    answered = np.array([multiword is not None for multiword in named], dtype=bool)
    detected = in_gold & answered
    identified = detected & np.array(
        [ours == theirs for ours, theirs in zip(gold, named, strict=True)], dtype=bool
    )
    return {
        "mw.detect_P": np.where(answered, detected, np.nan),
        "mw.detect_R": np.where(in_gold, detected, np.nan),
        "mw.identify_P": np.where(answered, identified, np.nan),
        "mw.identify_R": np.where(in_gold, identified, np.nan),
    }
