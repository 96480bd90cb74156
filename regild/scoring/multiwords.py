"""Multiwords that annotators saw and systems name, one row a sentence.

The gold has the multiwords the annotators saw, with their votes. A sentence has a gold
multiword when one of them has more votes than any other, and two at least.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from regild.arrays import BoolArray, np
from regild.problems import N_
from regild.scoring.matrices import K

# Why a system of a campaign has no score.
NOT_SUBMITTED = N_("it submitted no multiwords")
NO_GOLD = N_("nobody has said which multiwords annotators saw")


class MultiwordTable(NamedTuple):
    """Where the system names a multiword (its first answer), where the gold has one, and where
    the two are alike."""

    named: BoolArray
    in_gold: BoolArray
    same: BoolArray


def gold_multiwords(gold: Mapping[K, Mapping[str, float]]) -> dict[K, str]:
    found = {}
    for sentence, votes in gold.items():
        highest = max(votes.values(), default=0.0)
        leading = [multiword for multiword, n in votes.items() if n == highest]
        if highest >= 2 and len(leading) == 1:
            found[sentence] = leading[0]
    return found


def multiword_table(
    *,
    sentences: Collection[K],
    multiwords: Mapping[K, str],
    answers: Mapping[K, Sequence[str]],
) -> MultiwordTable:
    gold = [multiwords.get(sentence) for sentence in sentences]
    named = [next(iter(answers.get(sentence, ())), None) for sentence in sentences]
    return MultiwordTable(
        np.array([multiword is not None for multiword in named], dtype=bool),
        np.array([multiword is not None for multiword in gold], dtype=bool),
        np.array(
            [ours == theirs for ours, theirs in zip(gold, named, strict=True)], dtype=bool
        ),
    )
