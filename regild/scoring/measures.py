"""Every measure by its key: one value a sentence and system, and their means.

`docs/measures-scoring.md` defines each. A family is a module with KEYS and `columns`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

import numpy as np

from regild.scoring import jabbari, multiwords, retrieval, semdis, semeval
from regild.scoring.matrices import Answers, FloatArray, K, answer_table, gold_table


class Family(NamedTuple):
    keys: tuple[str, ...]
    columns: Callable[[Answers], dict[str, FloatArray]]


FAMILIES = {
    "semeval": Family(semeval.KEYS, semeval.columns),
    "semdis": Family(semdis.KEYS, semdis.columns),
    "jabbari": Family(jabbari.KEYS, jabbari.columns),
    "retrieval": Family(retrieval.KEYS, retrieval.columns),
}
KEYS = tuple(key for family in FAMILIES.values() for key in family.keys)

NO_SENTENCE = "no sentence counts for this measure"


class Mean(NamedTuple):
    """`n` is the number of sentences in the mean; without any, `reason` says so."""

    value: float | None
    n: int
    reason: str | None = None


@dataclass(frozen=True)
class Scores(Generic[K]):
    """`matrices[key][i, j]` is the value of sentence i for system j, NaN where that sentence
    is not in the measure's mean (a precision, where the system did not answer)."""

    sentences: tuple[K, ...]
    matrices: Mapping[str, FloatArray]

    def means(self, key: str) -> list[Mean]:
        """One mean a system."""
        matrix = self.matrices[key]
        counts = (~np.isnan(matrix)).sum(axis=0).tolist()
        sums = np.nansum(matrix, axis=0).tolist()
        return [
            Mean(total / n, n) if n else Mean(None, 0, NO_SENTENCE)
            for total, n in zip(sums, counts, strict=True)
        ]

    def only(self, sentences: Collection[K]) -> Scores[K]:
        """The same scores on some of the sentences: a part of speech, or NMWT."""
        kept = [sentence in sentences for sentence in self.sentences]
        return Scores(
            tuple(s for s, keep in zip(self.sentences, kept, strict=True) if keep),
            {key: matrix[np.array(kept, dtype=bool)] for key, matrix in self.matrices.items()},
        )


def score_systems(
    *,
    gold: Mapping[K, Mapping[str, float]],
    systems: Sequence[Mapping[K, Sequence[str]]],
    keys: Collection[str] = KEYS,
) -> Scores[K]:
    """Answers are distinct and best first. A system's sentences without gold are ignored."""
    table = gold_table(gold)
    return score_tables(
        [answer_table(table, answers) for answers in systems],
        sentences=table.sentences,
        keys=keys,
    )


def score_tables(
    systems: Sequence[Answers], *, sentences: tuple[K, ...], keys: Collection[str] = KEYS
) -> Scores[K]:
    wanted = [family for family in FAMILIES.values() if not set(keys).isdisjoint(family.keys)]
    scored = (
        {key: column for family in wanted for key, column in family.columns(answers).items()}
        for answers in systems
    )
    kept = [key for key in KEYS if key in keys]
    return _scores(scored, n_systems=len(systems), sentences=sentences, keys=kept)


def score_multiwords(
    *,
    gold: Mapping[K, Mapping[str, float]],
    systems: Sequence[Mapping[K, Sequence[str]]],
) -> Scores[K]:
    """Over all sentences that the gold or a system has: naming a multiword where annotators saw
    none costs precision."""
    sentences = tuple(dict.fromkeys(s for part in (gold, *systems) for s in part))
    found = multiwords.gold_multiwords(gold)
    scored = (
        multiwords.columns(sentences=sentences, multiwords=found, answers=answers)
        for answers in systems
    )
    return _scores(scored, n_systems=len(systems), sentences=sentences, keys=multiwords.KEYS)


def _scores(
    scored: Iterable[Mapping[str, FloatArray]],
    *,
    n_systems: int,
    sentences: tuple[K, ...],
    keys: Sequence[str],
) -> Scores[K]:
    stored = np.empty((len(keys), n_systems, len(sentences)))
    for system, columns in enumerate(scored):
        for measure, key in enumerate(keys):
            stored[measure, system] = columns[key]
    return Scores(sentences, dict(zip(keys, stored.transpose(0, 2, 1), strict=True)))
