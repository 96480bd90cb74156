"""The baseline of n-grams: a lexicon's synonyms, by how likely they are in the sentence.

As Jabbari's lm, with the models of `regild ngrams`: the n-grams that have the substitute among
their words. One of several words is the mean of its words. A substitute is put in the form that
the lexicon has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from statistics import fmean

from regild.formats.records import SentenceRecord
from regild.tasks.substitution.lexicon_answers import LexiconAnswers
from regild.tasks.utterances.ngrams import Counts, ModelOptions, Ngram
from regild.tasks.utterances.sets import Utterance

_TOKEN = re.compile(r"\w+(?:[-'’.,]\w+)*|[^\w\s]+")


class NgramAnswers:
    """`text` is read once, for all sentences."""

    def __init__(
        self,
        sentences: Sequence[SentenceRecord],
        *,
        candidates: LexiconAnswers,
        text: Iterable[Ngram],
        order: int = 3,
    ) -> None:
        options = ModelOptions(order=order, context="window", likelihood="per-word")
        placed = {
            one.key: [
                (word, _placed(one, word, order))
                for word in candidates.ranked(one)
                if _TOKEN.search(word)
            ]
            for one in sentences
        }
        utterances = [
            utterance
            for words in placed.values()
            for _word, ours in words
            for utterance in ours
        ]
        self._ranked: dict[str, tuple[str, ...]] = {}
        counts = Counts(utterances, orders=[order], text=text)
        for key, words in placed.items():
            scores = {word: fmean(counts.scores(ours, options)) for word, ours in words}
            self._ranked[key] = tuple(sorted(scores, key=lambda word: -scores[word]))

    def ranked(self, sentence: SentenceRecord) -> tuple[str, ...]:
        return self._ranked[sentence.key]


def _placed(sentence: SentenceRecord, word: str, order: int) -> list[Utterance]:
    """For each word of a substitute, the words round it that n-grams with it can have."""
    left, inside, right = (
        tuple(_TOKEN.findall(text)) for text in (sentence.left, word, sentence.right)
    )
    words = left[-order + 1 :] + inside + right[: order - 1] if order > 1 else inside
    before = min(len(left), order - 1)
    return [Utterance(words, before + at, False) for at in range(len(inside))]
