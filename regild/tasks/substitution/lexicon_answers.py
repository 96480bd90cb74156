"""The baseline of a lexicon: SemEval 2007, section 3.1.

The lexicon's tiers say in which order synonyms are looked for; within a tier the more frequent
come first, and equally frequent ones as the lexicon has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from regild.formats.frequencies import Frequencies
from regild.formats.lexicon import Lexicon, PartOfSpeech
from regild.formats.lexicon import part_of_speech as pos_of
from regild.formats.records import SentenceRecord
from regild.tasks.substitution.content import lemma_of, part_of_speech

# A multiword is looked for among this many words before the target and behind it.
WINDOW = 2

_TOKEN = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*|[^\w\s]")


class LexiconAnswers:
    """The target's synonyms; without frequencies, ranked by the lexicon's own counts."""

    def __init__(self, lexicon: Lexicon, frequencies: Frequencies | None = None) -> None:
        self._lexicon = lexicon
        self._frequencies = frequencies
        self._known: dict[str, tuple[str, ...]] = {}

    def ranked(self, sentence: SentenceRecord) -> tuple[str, ...]:
        found = self._known.get(sentence.group)
        if found is None:
            found = self._known[sentence.group] = tuple(
                dict.fromkeys(
                    word
                    for pos in parts_of_speech(sentence.group)
                    for word in self._synonyms(dictionary_form(sentence.group), pos)
                )
            )
        return found

    def _synonyms(self, word: str, pos: PartOfSpeech) -> Iterator[str]:
        for form in (word, *self._lexicon.base_forms(word)):
            tiers = [dict.fromkeys(tier) for tier in self._lexicon.tiers(form, pos)]
            if any(tiers):
                for tier in tiers:
                    yield from sorted(tier, key=lambda one: -self._frequency(one, pos))
                return

    def _frequency(self, word: str, pos: PartOfSpeech) -> float:
        if self._frequencies is None:
            return self._lexicon.count(word, pos)
        return self._frequencies.get(word.lower(), 0)


class MultiwordAnswers:
    """The longest multiword of the lexicon that has the target among its words, each of them as
    it stands in the sentence or in a dictionary; of two, the one that begins first."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def ranked(self, sentence: SentenceRecord) -> tuple[str, ...]:
        before = _nearest(reversed(_TOKEN.findall(sentence.left)))[::-1]
        target = tuple(_TOKEN.findall(sentence.target)) or (sentence.target,)
        after = _nearest(_TOKEN.findall(sentence.right))
        forms = [
            *map(self._forms, before),
            *map(self._forms, target),
            *map(self._forms, after),
        ]
        if len(target) == 1:
            lemma = dictionary_form(sentence.group).lower()
            forms[len(before)] = tuple(dict.fromkeys((*forms[len(before)], lemma)))
        spans = [
            (begin, end)
            for begin in range(len(before) + 1)
            for end in range(len(before) + len(target), len(forms) + 1)
        ]
        for begin, end in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
            for words in product(*forms[begin:end]):
                if multiword := self._lexicon.multiword(" ".join(words)):
                    return (multiword,)
        return ()

    def _forms(self, word: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((word.lower(), *self._lexicon.base_forms(word))))


def dictionary_form(lexelt: str) -> str:
    return lemma_of(lexelt).replace("_", " ")


def parts_of_speech(lexelt: str) -> tuple[PartOfSpeech, ...]:
    """Those of them that are known; two where annotators disagreed, as `bar.n.v`."""
    found = (pos_of(one) for one in part_of_speech(lexelt).split("."))
    return tuple(dict.fromkeys(pos for pos in found if pos))


def _nearest(tokens: Iterator[str] | Sequence[str]) -> list[str]:
    """As many words as the window has; a multiword does not go on past a comma."""
    kept: list[str] = []
    for token in tokens:
        if len(kept) == WINDOW or not token[0].isalnum():
            break
        kept.append(token)
    return kept
