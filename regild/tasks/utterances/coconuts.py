"""Coconuts: natural sentences, and others made of natural ones by swapping a noun.

A word coconut shows one word in sentences that had it and in others that had another noun; a
sentence coconut shows one sentence with its own noun and with others in its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Literal, NamedTuple

from regild.formats.tagged import TaggedSentence
from regild.tasks.utterances.sets import Coconuts, Kind, Utterance, UtteranceSet

Draw = Literal["token", "type"]
Determiners = Literal["en", "none"]

# Drawing a word by its tokens comes upon the same ones again and again.
MOST_DRAWS = 10_000


@dataclass(frozen=True)
class Options:
    """How the sets are made. `draw` is how a word to swap is drawn: as often as it stands in
    the corpus, or as often as any other. In a sentence coconut that is the word put in, in a
    word coconut the one taken out; a probe is always as likely as any other. `determiners` says
    whether `a` and `an` follow the new word, `min_sentences` in how many a word has to occur.
    """

    kind: Kind
    size: int = 8
    count: int = 46
    tag: str = "NN"
    natural: int = 1
    draw: Draw = "token"
    determiners: Determiners = "en"
    min_sentences: int = 2
    seed: int = 0

    def __post_init__(self) -> None:
        if self.size < 2:
            raise ValueError("a set needs two utterances or more")
        if self.count < 1:
            raise ValueError("make one set at least")
        if not 0 < self.natural < self.size:
            raise ValueError("natural utterances are one at least, and fewer than the set's")
        if self.kind == "sentence" and self.natural > 1:
            raise ValueError("a sentence has one natural word: --natural is for word coconuts")


class _Occurrence(NamedTuple):
    """Where a word of the tag stands, and which it is."""

    sentence: int
    token: int
    word: str


def make_coconuts(
    sentences: Sequence[TaggedSentence], options: Options, *, nouns: Nouns | None = None
) -> Coconuts:
    """The same sentences, options and seed make the same sets. Who makes many of one corpus
    looks through it once, for `nouns`. Raises ValueError where the corpus has too little of the
    tag."""
    nouns = nouns or Nouns(sentences, tag=options.tag, min_sentences=options.min_sentences)
    making = _Making(nouns, options)
    sets = making.of_words() if options.kind == "word" else making.of_sentences()
    return Coconuts({"made_by": "regild coconuts", **asdict(options)}, tuple(sets))


class Nouns:
    """What can be swapped, and for what: the words of the tag that occur in enough sentences,
    without regard to capitals."""

    def __init__(
        self, sentences: Sequence[TaggedSentence], *, tag: str, min_sentences: int
    ) -> None:
        self.sentences = sentences
        tag = tag.casefold()
        places = [
            _Occurrence(at, place, token.word.lower())
            for at, sentence in enumerate(sentences)
            for place, token in enumerate(sentence)
            if token.tag.casefold() == tag
        ]
        within: defaultdict[str, set[int]] = defaultdict(set)
        for place in places:
            within[place.word].add(place.sentence)
        least = max(min_sentences, 1)
        self.within = {word: at for word, at in within.items() if len(at) >= least}
        self.places = [place for place in places if place.word in self.within]
        self.words = [*self.within]
        self.of_word: defaultdict[str, list[_Occurrence]] = defaultdict(list)
        self.of_sentence: defaultdict[int, list[_Occurrence]] = defaultdict(list)
        for place in self.places:
            self.of_word[place.word].append(place)
            self.of_sentence[place.sentence].append(place)


class _Making:
    def __init__(self, nouns: Nouns, options: Options) -> None:
        self.nouns, self.options = nouns, options
        self.random = Random(options.seed)  # noqa: S311  # nosec B311 # drawn anew by its seed

    def of_words(self) -> Iterator[UtteranceSet]:
        """A probe has a set of its own."""
        natural, size, count = self.options.natural, self.options.size, self.options.count
        found = [word for word, at in self.nouns.within.items() if len(at) >= natural]
        if len(found) < count:
            least = max(natural, self.options.min_sentences)
            raise ValueError(self._too_few(f"words that occur in {least} sentences or more"))
        for number, probe in enumerate(self.random.sample(found, count), start=1):
            real = self._some(probe, natural)
            taken = set(self.nouns.within[probe])
            others: list[_Occurrence] = []
            while len(others) < size - natural:
                others.append(self._drawn(without_sentences=taken))
                taken.add(others[-1].sentence)
            yield self._set(
                number,
                probe,
                [self._natural(place) for place in real],
                [self._swapped(place, probe) for place in others],
            )

    def of_sentences(self) -> Iterator[UtteranceSet]:
        """A sentence has a set of its own, and a word is in a set once."""
        count, size = self.options.count, self.options.size
        if len(self.nouns.of_sentence) < count:
            raise ValueError(self._too_few("sentences with a word that others have too"))
        if len(self.nouns.words) < size:
            raise ValueError(self._too_few("different words"))
        for number, at in enumerate(
            self.random.sample([*self.nouns.of_sentence], count), start=1
        ):
            place = self.random.choice(self.nouns.of_sentence[at])
            words: list[str] = []
            while len(words) < size - 1:
                taken = {place.word, *words}
                words.append(self._drawn(without_words=taken).word)
            yield self._set(
                number,
                place.word,
                [self._natural(place)],
                [self._swapped(place, word) for word in words],
            )

    def _drawn(
        self,
        *,
        without_sentences: Collection[int] = (),
        without_words: Collection[str] = (),
    ) -> _Occurrence:
        for _draw in range(MOST_DRAWS):
            place = self.random.choice(self.nouns.places)
            if self.options.draw == "type":
                place = self.random.choice(
                    self.nouns.of_word[self.random.choice(self.nouns.words)]
                )
            if place.sentence not in without_sentences and place.word not in without_words:
                return place
        raise ValueError(self._too_few("different sentences or words"))

    def _some(self, word: str, n: int) -> list[_Occurrence]:
        """In `n` different sentences; where one has the word twice, either."""
        chosen = self.random.sample(sorted(self.nouns.within[word]), n)
        return [
            self.random.choice(
                [one for one in self.nouns.of_word[word] if one.sentence == sentence]
            )
            for sentence in chosen
        ]

    def _natural(self, place: _Occurrence) -> Utterance:
        words = tuple(token.word for token in self.nouns.sentences[place.sentence])
        return Utterance(words, place.token, natural=True)

    def _swapped(self, place: _Occurrence, word: str) -> Utterance:
        words = [token.word for token in self.nouns.sentences[place.sentence]]
        words[place.token] = _written_as(words[place.token], word)
        if self.options.determiners == "en" and place.token:
            words[place.token - 1] = mended(words[place.token - 1], word)
        return Utterance(tuple(words), place.token, natural=False)

    def _set(
        self, number: int, probe: str, real: list[Utterance], made: list[Utterance]
    ) -> UtteranceSet:
        utterances = [*real, *made]
        self.random.shuffle(utterances)
        return UtteranceSet(str(number), probe, tuple(utterances))

    def _too_few(self, what: str) -> str:
        return f"too few {what} of the tag {self.options.tag}"


def mended(determiner: str, word: str) -> str:
    """`a` or `an` by the first letter of the word behind it; any other word as it is."""
    if determiner.lower() not in {"a", "an"}:
        return determiner
    return determiner[0] + ("n" if word[:1].lower() in {*"aeiou"} else "")


def _written_as(old: str, new: str) -> str:
    """With the capitals of the word whose place it takes."""
    if len(old) > 1 and old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
