"""The baseline: how likely an n-gram model finds each utterance.

The probability of a word after the n - 1 words before it is (c(n-gram) + k) / (c(words before)
+ kV), with k added to every count and V words in the vocabulary. A sentence begins with n - 1
marks and ends with one, which are words of the model too.
"""

from __future__ import annotations

import gzip
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from io import TextIOWrapper
from math import log
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, cast

from regild.problems import N_
from regild.tasks.utterances.sets import Coconuts, Utterance

Context = Literal["window", "sentence"]
Likelihood = Literal["sum", "per-word"]
Vocabulary = Literal["training", "both"]

BEGIN, END = "<s>", "</s>"
_WORDS = re.compile(r"(?:[^\W\d_]\.){2,}|\w+(?:[-'’.,]\w+)*|[^\w\s]+")
_LAST = re.compile(r"[.?!]+")
# As Brown's corpus writes quotation marks, and as running text does.
_QUOTES = {"``": '"', "''": '"', "“": '"', "”": '"'}

_LONGEST_LINE = 1 << 20
_LONGEST_SENTENCE = 100_000

Ngram = tuple[str, ...]


@dataclass(frozen=True)
class ModelOptions:
    """`context` is the whole sentence, or the window of 2n - 1 words round the swapped one: the
    n-grams that have it among their words. `likelihood` is the sum of the logarithms, or their
    mean. `vocabulary` counts the words of the training text and one for all others, or those
    of the sets too."""

    order: int = 3
    context: Context = "window"
    likelihood: Likelihood = "sum"
    vocabulary: Vocabulary = "training"
    smoothing: float = 0.1

    def __post_init__(self) -> None:
        if self.order < 1:
            raise ValueError("the order is 1 or more")
        if not self.smoothing > 0:
            raise ValueError("smoothing adds more than 0")

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Counts:
    """How often the n-grams of some sets occur in a text, for every order asked for.

    Only these are counted: of a large text there are more n-grams than memory holds.
    """

    def __init__(
        self, utterances: Sequence[Utterance], *, orders: Iterable[int], text: Iterable[Ngram]
    ) -> None:
        wanted: dict[int, set[Ngram]] = {}
        for order in orders:
            grams = {gram for one in utterances for gram in _ngrams(_known(one.words), order)}
            wanted[order] = grams | {gram[:-1] for gram in grams}
        self._counts: dict[int, Counter[Ngram]] = {order: Counter() for order in wanted}
        words: set[str] = set()
        for sentence in text:
            words.update(sentence)
            for order, grams in wanted.items():
                found = self._counts[order]
                for gram in _ngrams(sentence, order):
                    if gram[:-1] in grams:
                        found[gram[:-1]] += 1
                        if gram in grams:
                            found[gram] += 1
        if not words:
            raise ValueError(N_("no word in the training text"))
        # The end of a sentence is a word too; its beginning comes after nothing.
        self._training = len(words) + 1
        self._both = len(words.union(*(_known(one.words) for one in utterances))) + 1

    def scores(self, utterances: Sequence[Utterance], options: ModelOptions) -> list[float]:
        return [self._likelihood(one, options) for one in utterances]

    def _likelihood(self, utterance: Utterance, options: ModelOptions) -> float:
        order, k = options.order, options.smoothing
        counts = self._counts[order]
        size = self._both if options.vocabulary == "both" else self._training + 1
        grams = [*_ngrams(_known(utterance.words), order)]
        if options.context == "window":
            # The n-gram of place i is the one that ends there.
            grams = grams[utterance.place : utterance.place + order]
        found = sum(log((counts[gram] + k) / (counts[gram[:-1]] + k * size)) for gram in grams)
        return found / len(grams) if options.likelihood == "per-word" else found


def score_sets(
    coconuts: Coconuts, text: Iterable[Ngram], options: Sequence[ModelOptions]
) -> list[dict[str, list[float]]]:
    """For each of the options, every set's scores; the text is read once for all."""
    utterances = [one for found in coconuts.sets for one in found.utterances]
    counts = Counts(utterances, orders={one.order for one in options}, text=text)
    return [
        {found.key: counts.scores(found.utterances, one) for found in coconuts.sets}
        for one in options
    ]


def read_text(path: str | os.PathLike[str]) -> Iterator[Ngram]:
    """Its sentences in small letters. An empty line ends one, as do . ? and !; a single end of
    line does not. Text may be compressed (.gz). Raises ValueError for what is not UTF-8."""
    with open(path, "rb") as stream:
        yield from read_stream(stream, name=str(path))


def read_stream(stream: IO[bytes], *, name: str) -> Iterator[Ngram]:
    """As `read_text`, of a file that is open; by its name it is known to be compressed."""
    compressed = Path(name).suffix.lower() == ".gz"
    plain = gzip.GzipFile(fileobj=stream) if compressed else stream
    lines = TextIOWrapper(cast(BinaryIO, plain), encoding="utf-8")
    words: list[str] = []
    try:
        # So much at most: whoever sends one endless line must not fill the memory.
        while line := lines.readline(_LONGEST_LINE):
            if not line.strip() and words:
                yield tuple(words)
                words = []
            for word in _WORDS.findall(line.lower()):
                words.append(_QUOTES.get(word, word))
                if _LAST.fullmatch(word) or len(words) == _LONGEST_SENTENCE:
                    yield tuple(words)
                    words = []
    except UnicodeDecodeError as wrong:
        raise ValueError(N_("not UTF-8")) from wrong
    finally:
        # It is whoever's opened it.
        lines.detach()
    if words:
        yield tuple(words)


def _known(words: Sequence[str]) -> Ngram:
    """As `read_text` writes words."""
    return tuple(_QUOTES.get(word, word.lower()) for word in words)


def _ngrams(words: Ngram, order: int) -> Iterator[Ngram]:
    """One for every word, which is its last, and one for the end."""
    marked = (BEGIN,) * (order - 1) + words + (END,)
    return (marked[at : at + order] for at in range(len(words) + 1))
