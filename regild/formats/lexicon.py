"""What a lexicon of synonyms says, whichever files it was read from.

Words have blanks where files have underscores, and are found whatever their capitals. A part of
speech is one of four letters, n, v, a or r.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from regild.formats.limits import shown
from regild.problems import N_, Text

PartOfSpeech = Literal["n", "v", "a", "r"]

# As SemEval's files, Universal Dependencies and people write them.
_PARTS_OF_SPEECH: dict[str, PartOfSpeech] = {
    **dict.fromkeys(("n", "noun"), "n"),
    **dict.fromkeys(("v", "verb"), "v"),
    **dict.fromkeys(("a", "s", "adj", "adjective"), "a"),
    **dict.fromkeys(("r", "adv", "adverb"), "r"),
}
REMEDY = N_("Write n, v, a or r: noun, verb, adjective, adverb")

# A dictionary of English inflects by rule beside its list of exceptions (WordNet's morphy).
_ENGLISH_ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "n": (
        *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "v": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", "")),
        *(("ing", "e"), ("ing", "")),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}


class Lexicon(Protocol):
    def about(self) -> str:
        """What was read, for whoever looks at the answers."""

    def tiers(self, word: str, pos: PartOfSpeech) -> Iterator[Iterable[str]]:
        """Synonyms in the order in which a baseline looks for them; within a tier they are
        ranked by frequency. A word may be in several, and may be the word asked for."""

    def base_forms(self, word: str) -> Collection[str]:
        """Words of the lexicon that this may be an inflected form of, itself first."""

    def multiword(self, text: str) -> str | None:
        """The multiword of the lexicon that this is, as it is written there."""

    def count(self, word: str, pos: PartOfSpeech) -> float:
        """How often the lexicon says that a word occurs; 0 where it does not say."""

    def has_counts(self) -> bool: ...


class Synset(NamedTuple):
    """`related` are places of other synsets: the hypernyms of a noun or a verb, the synsets
    similar to an adjective's."""

    words: tuple[str, ...]
    related: tuple[int, ...]


# By part of speech, a word in small letters and its synsets, the first sense first.
Senses = Mapping[PartOfSpeech, Mapping[str, Sequence[int]]]


class SynsetLexicon:
    """A lexicon of synsets: the four criteria of SemEval 2007, section 3.1."""

    def __init__(
        self,
        name: str,
        *,
        synsets: Sequence[Synset],
        senses: Senses,
        counts: Mapping[tuple[PartOfSpeech, str], float],
        forms: Mapping[tuple[PartOfSpeech, str], Sequence[str]],
        english: bool,
    ) -> None:
        self._name = name
        self._synsets = synsets
        self._senses = senses
        self._counts = counts
        self._forms = forms
        self._english = english

    def about(self) -> str:
        words = sum(map(len, self._senses.values()))
        counted = f", {len(self._counts)} words with counts" if self._counts else ""
        return f"{self._name}: {len(self._synsets)} synsets, {words} words{counted}"

    def tiers(self, word: str, pos: PartOfSpeech) -> Iterator[Iterable[str]]:
        places = self._senses.get(pos, {}).get(word.lower(), ())
        yield self._words(places[:1])
        yield self._words(self._related(places[:1]))
        yield self._words(places)
        yield self._words(self._related(places))

    def base_forms(self, word: str) -> Collection[str]:
        lower = word.lower()
        found: dict[str, None] = {}
        for pos, words in self._senses.items():
            candidates = [lower, *self._forms.get((pos, lower), ())]
            if self._english and len(candidates) == 1:
                candidates += [
                    lower.removesuffix(ending) + put
                    for ending, put in _ENGLISH_ENDINGS[pos]
                    if lower.endswith(ending)
                ]
            found.update((one, None) for one in candidates if one in words)
        return sorted(found, key=lambda one: one != lower)

    def multiword(self, text: str) -> str | None:
        lower = text.lower()
        if " " not in lower:
            return None
        for words in self._senses.values():
            for place in words.get(lower, ()):
                for written in self._synsets[place].words:
                    if written.lower() == lower:
                        return written
        return None

    def count(self, word: str, pos: PartOfSpeech) -> float:
        return self._counts.get((pos, word.lower()), 0)

    def has_counts(self) -> bool:
        return bool(self._counts)

    def _words(self, places: Iterable[int]) -> list[str]:
        return [word for place in places for word in self._synsets[place].words]

    def _related(self, places: Iterable[int]) -> list[int]:
        return [other for place in places for other in self._synsets[place].related]


class PairLexicon:
    """A table of words and synonyms: those of the best rank first, and so on."""

    def __init__(
        self,
        name: str,
        *,
        synonyms: Mapping[PartOfSpeech, Mapping[str, Sequence[str]]],
        ranks: Mapping[tuple[PartOfSpeech, str], Sequence[int]],
        multiwords: Mapping[str, str],
        pairs: int,
    ) -> None:
        self._name = name
        self._synonyms = synonyms
        # Of words whose synonyms are not all of one rank.
        self._ranks = ranks
        self._multiwords = multiwords
        self._pairs = pairs

    def about(self) -> str:
        return f"{self._name}: {self._pairs} pairs"

    def tiers(self, word: str, pos: PartOfSpeech) -> Iterator[Iterable[str]]:
        lower = word.lower()
        synonyms = self._synonyms.get(pos, {}).get(lower, ())
        ranks = self._ranks.get((pos, lower), (1,) * len(synonyms))
        for rank in sorted(set(ranks)):
            yield [one for one, its in zip(synonyms, ranks, strict=True) if its == rank]

    def base_forms(self, word: str) -> Collection[str]:
        return (word.lower(),)

    def multiword(self, text: str) -> str | None:
        return self._multiwords.get(text.lower())

    def count(self, word: str, pos: PartOfSpeech) -> float:
        return 0

    def has_counts(self) -> bool:
        return False


def part_of_speech(text: str) -> PartOfSpeech | None:
    return _PARTS_OF_SPEECH.get(text.lower())


def unknown_part_of_speech(text: str) -> Text:
    return N_("%(text)s is not a part of speech", text=shown(text))


def unknown_synset(synset: str) -> Text:
    return N_("there is no synset %(synset)s", synset=shown(synset))
