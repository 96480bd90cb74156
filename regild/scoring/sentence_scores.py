"""One value a sentence and system by every measure asked for, and their means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from regild.arrays import FloatArray, np
from regild.scoring.matrices import (
    PENALTY,
    AnswerTable,
    K,
    answer_table,
    gold_table,
    scores_given,
)
from regild.scoring.measures import KEYS, MEASURES, MULTIWORD_MEASURES
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.multiwords import gold_multiwords, multiword_table

Given = TypeVar("Given")

# So that of a large gold no more than the scores themselves are held.
SENTENCES_AT_ONCE = 5_000
NO_SENTENCE = "no sentence counts for this measure"
_DECLARED = {measure.key: measure for measure in MEASURES}


class Mean(NamedTuple):
    """`n` is the number of sentences in the mean; without any, `reason` says so."""

    value: float | None
    n: int
    reason: str | None = None


@dataclass(frozen=True)
class SentenceScores(Generic[K]):
    """`matrices[key][i, j]` is the value of sentence i for system j, NaN where that sentence
    is not in the measure's mean (a precision, where the system did not answer)."""

    sentences: tuple[K, ...]
    matrices: Mapping[str, FloatArray]

    def means(self, key: str) -> list[Mean]:
        """One mean a system."""
        matrix = self.matrices[key]
        measure = _DECLARED.get(key)
        counts = (~np.isnan(matrix)).sum(axis=0).tolist()
        if measure and measure.of_system:
            # A sum, divided, may miss it by the last digit.
            means = np.where(np.isnan(matrix), -np.inf, matrix).max(axis=0, initial=-np.inf)
        else:
            means = np.nansum(matrix, axis=0) / np.maximum(counts, 1)
        reason = (measure and measure.undefined) or NO_SENTENCE
        return [
            Mean(mean, n) if n else Mean(None, 0, reason)
            for mean, n in zip(means.tolist(), counts, strict=True)
        ]

    def values(self, key: str) -> list[dict[K, float]]:
        """One mapping a system, of the sentences in its mean."""
        return [
            {
                sentence: value
                for sentence, value in zip(self.sentences, column, strict=True)
                if value == value  # NaN does not equal itself
            }
            for column in self.matrices[key].T.tolist()
        ]

    def only(self, sentences: Collection[K]) -> SentenceScores[K]:
        """The same scores on some of the sentences: a part of speech, or NMWT."""
        kept = [sentence in sentences for sentence in self.sentences]
        return SentenceScores(
            tuple(s for s, keep in zip(self.sentences, kept, strict=True) if keep),
            {key: matrix[np.array(kept, dtype=bool)] for key, matrix in self.matrices.items()},
        )


def score_systems(
    *,
    gold: Mapping[K, Mapping[str, float]],
    systems: Sequence[Mapping[K, Sequence[str]]],
    keys: Collection[str] = KEYS,
    penalty: float = PENALTY,
) -> SentenceScores[K]:
    """Answers are distinct and best first. A system's sentences without gold are ignored."""
    table = gold_table(gold)
    parts = [*table.parts(SENTENCES_AT_ONCE)]

    def tables(answers: Mapping[K, Sequence[str]]) -> Iterator[AnswerTable]:
        """One at a time: what measures share on it is kept as long as it is. Whoever asks for
        a threshold of the system's scores has to see all of its sentences."""
        for gold in [table] if scores_given(answers) else parts:
            yield answer_table(gold, answers, penalty=penalty)

    measures = [measure for measure in MEASURES if measure.key in keys]
    return _scores(measures, map(tables, systems), len(systems), table.sentences)


def score_multiwords(
    *,
    gold: Mapping[K, Mapping[str, float]],
    systems: Sequence[Mapping[K, Sequence[str]]],
) -> SentenceScores[K]:
    """Over all sentences that the gold or a system has: naming a multiword where annotators saw
    none costs precision."""
    sentences = tuple(dict.fromkeys(s for part in (gold, *systems) for s in part))
    found = gold_multiwords(gold)
    tables = (
        [multiword_table(sentences=sentences, multiwords=found, answers=answers)]
        for answers in systems
    )
    return _scores(MULTIWORD_MEASURES, tables, len(systems), sentences)


def _scores(
    measures: Sequence[SystemMeasure[Given]],
    systems: Iterable[Iterable[Given]],
    n_systems: int,
    sentences: tuple[K, ...],
) -> SentenceScores[K]:
    """Of each system its tables, which together have all sentences in their order."""
    stored = np.empty((len(measures), n_systems, len(sentences)))
    for system, tables in enumerate(systems):
        start = 0
        for table in tables:
            end = start
            for row, measure in enumerate(measures):
                found = scores_of(measure, table)
                end = start + len(found)
                stored[row, system, start:end] = found
            start = end
    keys = [measure.key for measure in measures]
    return SentenceScores(sentences, dict(zip(keys, stored.transpose(0, 2, 1), strict=True)))


def scores_of(measure: SystemMeasure[Given], table: Given) -> FloatArray:
    """A value a sentence, NaN where it is not in the measure's mean."""
    values = measure.value(table)
    return values if measure.over is None else np.where(measure.over(table), values, np.nan)
