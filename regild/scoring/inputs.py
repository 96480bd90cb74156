"""Records of files as the mappings that measures take.

Gold and answers go through the same normalisation, under the gold's name of the group: a
system may call `bar.n.v` `bar.v`, and a mapping's rule must hold for both or neither.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, compress, zip_longest

from regild.formats.records import AnswerRecord, GoldRecord
from regild.scoring.matrices import scores_given
from regild.words import Wording, is_multiword

Weights = dict[str, dict[str, float]]


class AnswerLists(dict[str, tuple[str, ...]]):
    """A system's answers by sentence; `scores` are its own, one an answer, of the sentences
    whose answers carry them. `only` are the labels that it tells apart, nothing for all."""

    def __init__(
        self, *given: Mapping[str, tuple[str, ...]], only: Collection[str] = ()
    ) -> None:
        super().__init__(*given)
        self.only = frozenset(only)
        self.scores: dict[str, tuple[float, ...]] = {}

    def give(self, sentence: str, answers: Sequence[tuple[str, float | None]]) -> None:
        """Empty ones are left out; of those that are the same the first, the best, counts."""
        score_of = dict(reversed(answers))
        texts = tuple(filter(None, dict.fromkeys(text for text, _score in answers)))
        self[sentence] = texts
        scores = tuple(s for text in texts if (s := score_of[text]) is not None)
        if scores and len(scores) == len(texts):
            self.scores[sentence] = scores


class Spellings(dict[str, "Spelling"]):
    """A campaign's normalisation by group, each text of a group asked for once.

    Ten systems repeat a few thousand texts a hundred thousand times, and a dictionary answers
    faster than `Wording` can be called. `apart` are spellings, each behind its sentence, that
    a lead kept from being made one with others.
    """

    def __init__(self, wording: Wording, *, apart: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__()
        self._wording = wording
        self._kept: set[str] = set()
        self.apart: dict[str, set[str]] = {}
        for sentence, text in apart:
            self.apart.setdefault(sentence, set()).add(text)

    def keep(self, texts: Iterable[str], groups: Iterable[str]) -> bool:
        """Whether all these stay as they are in each of the groups; False says nothing."""
        if self.apart or not self._wording.has_no_rule(groups):
            return False
        new = {*texts} - self._kept
        if all(map(self._wording.is_plain, new)):
            self._kept |= new
            return True
        return False

    def of(self, text: str, *, sentence: str, group: str) -> str:
        """How the pool read it."""
        if text in self.apart.get(sentence, ()):
            return unicodedata.normalize("NFC", text).strip()
        return self[group][text]

    def __missing__(self, group: str) -> Spelling:
        self[group] = spelling = Spelling(self._wording, group)
        return spelling


class AsWritten(Spellings):
    """Of what was normalised before it was written."""

    def __init__(self) -> None:
        super().__init__(Wording())

    def __missing__(self, group: str) -> Spelling:
        self[group] = spelling = _Unchanged(self._wording, group)
        return spelling


class Spelling(dict[str, str]):
    """What each text of a group becomes."""

    def __init__(self, wording: Wording, group: str) -> None:
        super().__init__()
        self._wording = wording
        self._group = group

    def __missing__(self, text: str) -> str:
        normalised = text
        if not self._wording.keeps(text, group=self._group):
            normalised = self._wording.normalise(text, group=self._group).text
        self[text] = normalised
        return normalised


class _Unchanged(Spelling):
    def __missing__(self, text: str) -> str:
        return text


def has_target_in_common(groups: Mapping[str, str], records: Iterable[AnswerRecord]) -> bool:
    """Whether a system can be one for the gold whose `groups` these are.

    There has to be a word that both have as a target, whatever part of speech each says it is;
    where one of them names no targets, a sentence. Ids alone say little, as most tasks number
    their sentences from 1.
    """
    records = [*records]
    words = {*map(_word, {*groups.values()})} - {""}
    named = {*map(_word, {record.group for record in records})} - {""}
    if words and named:
        return not words.isdisjoint(named)
    return not groups.keys().isdisjoint(record.sentence for record in records)


def _word(group: str) -> str:
    return group.partition(".")[0].casefold()


def gold_weights(records: Iterable[GoldRecord], spellings: Spellings) -> Weights:
    """Substitutes that are the same after normalising add up."""
    gold: Weights = {}
    for record in records:
        weights = gold[record.sentence] = {}
        spelling = spellings[record.group]
        for text, weight in record.substitutes:
            normalised = spelling[text]
            if normalised in weights:
                weight += weights[normalised]
            weights[normalised] = weight
    return gold


def answer_lists(
    records: Iterable[AnswerRecord], spellings: Spellings, *, groups: Mapping[str, str]
) -> AnswerLists:
    """Answers that are the same after normalising count once, at their best rank.

    `groups` are the gold's; sentences it lacks are left out.
    """
    lists = AnswerLists()
    records = [record for record in records if record.sentence in groups]
    texts_given = set(chain.from_iterable(record.answers for record in records))
    if spellings.keep(texts_given, {*groups.values()}):
        lists.update((record.sentence, record.answers) for record in records)
        lists.scores.update((r.sentence, r.scores) for r in records if r.scores)
        return lists
    for sentence, _group, answers, _line, scores, _lines in records:
        group = groups.get(sentence)
        if group is not None:
            spelling = spellings[group]
            if sentence in spellings.apart:
                texts = tuple(spellings.of(a, sentence=sentence, group=group) for a in answers)
            else:
                texts = tuple(map(spelling.__getitem__, answers))
            # A record's answers are distinct: they stay so unless normalising changes one.
            if texts != answers:
                lists.give(sentence, [*zip_longest(texts, scores)])
            else:
                lists[sentence] = answers
                if scores:
                    lists.scores[sentence] = scores
    return lists


def single_word_gold(gold: Mapping[str, Mapping[str, float]]) -> Weights:
    return {
        sentence: {text: n for text, n in weights.items() if not is_multiword(text)}
        for sentence, weights in gold.items()
    }


def single_word_answers(answers: Mapping[str, Sequence[str]]) -> AnswerLists:
    """A sentence answered with multiwords alone is one the system did not attempt."""
    kept = AnswerLists()
    scores = scores_given(answers)
    for sentence, texts in answers.items():
        single = tuple(not is_multiword(text) for text in texts)
        kept[sentence] = tuple(compress(texts, single))
        if sentence in scores:
            kept.scores[sentence] = tuple(compress(scores[sentence], single))
    return kept
