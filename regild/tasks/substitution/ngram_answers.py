"""The baseline of n-grams: a lexicon's synonyms, by how likely they are in the sentence.

As Jabbari's lm, with the models of `regild ngrams`: the n-grams that have the substitute among
their words. A substitute of several words is scored by the mean of its words, and stands in the
form that the lexicon has. One with a word that the model leaves out comes after the others:
without that word its window would look likelier than any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from statistics import fmean

from regild.formats.records import SentenceRecord
from regild.tasks.substitution.lexicon_answers import LexiconAnswers
from regild.tasks.utterances.ngrams import Counts, ModelOptions, Ngram, Smoothing, Unknown
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
        smoothing: Smoothing = "srilm",
        unknown: Unknown = "skip",
    ) -> None:
        options = ModelOptions(
            order=order,
            context="window",
            likelihood="per-word",
            smoothing=smoothing,
            unknown=unknown,
        )
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
            order_of = {
                word: (
                    any(counts.leaves_out(one.words[one.place], options) for one in ours),
                    -fmean(counts.scores(ours, options)),
                )
                for word, ours in words
            }
            self._ranked[key] = tuple(sorted(order_of, key=order_of.__getitem__))

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
