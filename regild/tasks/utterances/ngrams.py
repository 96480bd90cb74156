"""The baseline: how likely an n-gram model finds each utterance.

Two models, with k added to every count and V words in the vocabulary, of which the end of a
sentence is one. Before a sentence stands one mark, which is no word.

`additive`: the probability of a word after the n - 1 before it is (c(n-gram) + k) / (c(words
before) + kV), whether it was seen there or not.

`srilm`: what `ngram-count -addsmooth k` writes and `ngram -ppl` reads. Only n-grams that were
seen have that probability, those of three words and more if they were seen twice. What they
leave after the same words before goes to the other words, in proportion to their probability
after one word less.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from io import TextIOWrapper
from math import fsum, log
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, cast, get_args

from regild.problems import N_
from regild.tasks.utterances.sets import Coconuts, Utterance

Context = Literal["window", "sentence"]
Likelihood = Literal["sum", "per-word"]
Vocabulary = Literal["training", "both"]
Smoothing = Literal["srilm", "additive"]
Unknown = Literal["skip", "score"]
SMOOTHINGS: tuple[Smoothing, ...] = get_args(Smoothing)
UNKNOWN: tuple[Unknown, ...] = get_args(Unknown)
ADDED = 0.1

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
    """How an utterance is scored.

    `context` is the whole sentence, or the window of 2n - 1 words round the swapped one: the
    n-grams that have it among their words. `likelihood` is the sum of the logarithms, or their
    mean. `vocabulary` counts the words of the training text, or those of the sets too.
    `smoothing` is the model, which has `added` added to every count. A word outside the
    vocabulary is left out (`unknown` skip), or scored as one more word that was never seen.
    """

    order: int = 3
    context: Context = "window"
    likelihood: Likelihood = "sum"
    vocabulary: Vocabulary = "training"
    smoothing: Smoothing = "srilm"
    unknown: Unknown = "skip"
    added: float = ADDED

    def __post_init__(self) -> None:
        if self.order < 1:
            raise ValueError("the order is 1 or more")
        if not self.added > 0:
            raise ValueError("smoothing adds more than 0")

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Counts:
    """How often each word of a text follows the words that stand before those of some sets.

    Only these are counted: of a large text there are more n-grams than memory holds.
    """

    def __init__(
        self, utterances: Sequence[Utterance], *, orders: Iterable[int], text: Iterable[Ngram]
    ) -> None:
        longest = max(orders) - 1
        self._following: dict[Ngram, Counter[str]] = {(): Counter()}
        for one in utterances:
            for _word, before in _places(_known(one.words), longest):
                for length in range(1, len(before) + 1):
                    self._following.setdefault(before[-length:], Counter())
        for sentence in text:
            for word, before in _places(sentence, longest):
                self._following[()][word] += 1
                for length in range(1, len(before) + 1):
                    following = self._following.get(before[-length:])
                    # Whatever is looked for is looked for without its first word too.
                    if following is None:
                        break
                    following[word] += 1
        self._words = self._following[()]
        if self._words.keys() <= {END}:
            raise ValueError(N_("no word in the training text"))
        self._both = self._words.keys() | {
            word for one in utterances for word in _known(one.words)
        }
        self._totals = {before: found.total() for before, found in self._following.items()}
        self._weights: dict[tuple[Ngram, int, float], float] = {}

    def scores(self, utterances: Sequence[Utterance], options: ModelOptions) -> list[float]:
        return [self._likelihood(one, options) for one in utterances]

    def probability(self, word: str, before: Ngram, options: ModelOptions) -> float:
        """Of a word of the text or of an unknown one, after words that stand in the sets."""
        size, k = self._size(options), options.added
        if options.smoothing == "additive":
            found = self._following.get(before, Counter())[word]
            return (found + k) / (self._totals.get(before, 0) + k * size)
        return self._backed_off(word, before, size, k)

    def leaves_out(self, word: str, options: ModelOptions) -> bool:
        """Whether a word of an utterance is in no sum."""
        [known] = _known([word])
        return self._is_out(known, options)

    def _is_out(self, word: str, options: ModelOptions) -> bool:
        skips = options.unknown == "skip" and options.vocabulary == "training"
        return skips and word not in self._words

    def _likelihood(self, utterance: Utterance, options: ModelOptions) -> float:
        places = [*_places(_known(utterance.words), options.order - 1)]
        if options.context == "window":
            # The n-gram of place i is the one that ends there.
            places = places[utterance.place : utterance.place + options.order]
        places = [place for place in places if not self._is_out(place[0], options)]
        found = fsum(log(self.probability(*place, options)) for place in places)
        return found / len(places) if options.likelihood == "per-word" and places else found

    def _size(self, options: ModelOptions) -> int:
        if options.vocabulary == "both":
            return len(self._both)
        return len(self._words) + (options.unknown == "score")

    def _backed_off(self, word: str, before: Ngram, size: int, k: float) -> float:
        following = self._following.get(before)
        if not before or (following and following[word] >= _least(before)):
            return (self._following[before][word] + k) / (self._totals[before] + k * size)
        shorter = self._backed_off(word, before[1:], size, k)
        return self._weight(before, size, k) * shorter if following else shorter

    def _weight(self, before: Ngram, size: int, k: float) -> float:
        """What the n-grams of the model leave after these words, by what their last words have
        after one word less."""
        if (known := self._weights.get((before, size, k))) is not None:
            return known
        counts = self._following[before]
        kept = [word for word, count in counts.items() if count >= _least(before)]
        weight = 1.0
        if kept:
            total = self._totals[before] + k * size
            left = 1 - fsum(counts[word] + k for word in kept) / total
            below = 1 - fsum(self._backed_off(word, before[1:], size, k) for word in kept)
            # Nothing is left to share where every word of the vocabulary was seen here.
            weight = left / below if len(kept) < size else 0.0
        self._weights[before, size, k] = weight
        return weight


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
    except (gzip.BadGzipFile, EOFError, zlib.error) as wrong:
        raise ValueError(N_("it is damaged or cut short")) from wrong
    finally:
        # It is whoever's opened it.
        lines.detach()
    if words:
        yield tuple(words)


def _known(words: Sequence[str]) -> Ngram:
    """As `read_text` writes words."""
    return tuple(_QUOTES.get(word, word.lower()) for word in words)


def _least(before: Ngram) -> int:
    """How often an n-gram of SRILM's was seen: its `-gt3min` and those above it are 2."""
    return 1 if len(before) < 2 else 2


def _places(words: Ngram, longest: int) -> Iterator[tuple[str, Ngram]]:
    """Every word and the end, each with so many words before it."""
    marked = (BEGIN, *words, END)
    return ((marked[at], marked[max(0, at - longest) : at]) for at in range(1, len(marked)))
