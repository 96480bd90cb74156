"""Records of files as the mappings that measures take.

Gold and answers go through the same normalisation, under the gold's spelling of the target: a
system may call `bar.n.v` `bar.v`, and a mapping's rule must hold for both or neither.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from campaigns.formats.records import AnswerRecord, GoldRecord
from campaigns.wording import Wording

Weights = dict[str, dict[str, float]]
AnswerLists = dict[str, tuple[str, ...]]


class Spellings:
    """A campaign's normalisation, each text of a target asked for once.

    Ten systems repeat a few thousand texts a hundred thousand times, and a dictionary answers
    faster than `Wording` can be called.
    """

    def __init__(self, wording: Wording) -> None:
        self._wording = wording
        self._known: dict[str, _Known] = {}

    def of(self, lexelt: str) -> Mapping[str, str]:
        if lexelt not in self._known:
            self._known[lexelt] = _Known(self._wording, lexelt)
        return self._known[lexelt]


class _Known(dict[str, str]):
    def __init__(self, wording: Wording, lexelt: str) -> None:
        super().__init__()
        self._wording = wording
        self._lexelt = lexelt

    def __missing__(self, text: str) -> str:
        self[text] = normalised = self._wording.normalise(text, lexelt=self._lexelt).text
        return normalised


def gold_weights(records: Iterable[GoldRecord], spellings: Spellings) -> Weights:
    """Substitutes that are the same after normalising add up."""
    gold: Weights = {}
    for record in records:
        weights = gold[record.sentence] = {}
        spelling = spellings.of(record.lexelt)
        for text, weight in record.substitutes:
            weights[spelling[text]] = weights.get(spelling[text], 0.0) + weight
    return gold


def answer_lists(
    records: Iterable[AnswerRecord], spellings: Spellings, *, lexelts: Mapping[str, str]
) -> AnswerLists:
    """Answers that are the same after normalising count once, at their best rank.

    `lexelts` are the gold's; sentences it lacks are left out.
    """
    lists: AnswerLists = {}
    for record in records:
        lexelt = lexelts.get(record.sentence)
        if lexelt is not None:
            spelling = spellings.of(lexelt)
            texts = tuple(map(spelling.__getitem__, record.answers))
            # A record's answers are distinct: they stay so unless normalising changes one.
            if texts != record.answers:
                texts = tuple(filter(None, dict.fromkeys(texts)))
            lists[record.sentence] = texts
    return lists


def is_multiword(text: str) -> bool:
    return " " in text


def single_word_gold(gold: Mapping[str, Mapping[str, float]]) -> Weights:
    return {
        sentence: {text: n for text, n in weights.items() if not is_multiword(text)}
        for sentence, weights in gold.items()
    }


def single_word_answers(answers: Mapping[str, Collection[str]]) -> AnswerLists:
    """A sentence answered with multiwords alone is one the system did not attempt."""
    return {
        sentence: tuple(text for text in texts if not is_multiword(text))
        for sentence, texts in answers.items()
    }
