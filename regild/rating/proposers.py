"""Synthetic annotators who propose, and the words that they might think of.

The kinds are those that rate (regild.rating.simulation). Everything is drawn from the `rng`
passed in: the same seed gives the same annotators.
"""

from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import NamedTuple

from regild.formats.records import Mark
from regild.rating.simulation import TIME_SPREAD, AnnotatorKind, draw_patience


class ProposingHabit(NamedTuple):
    """How a kind proposes: how often it goes on to another word, gives up on a sentence that
    has one, copies the target, or says any word at all instead of one that fits."""

    another: float
    nil: float
    copies: float
    strays: float
    median_ms: int


PROPOSING: Mapping[AnnotatorKind, ProposingHabit] = {
    AnnotatorKind.CAREFUL: ProposingHabit(0.6, 0.03, 0, 0.05, 12_000),
    AnnotatorKind.HASTY: ProposingHabit(0.15, 0.1, 0.05, 0.2, 3_500),
    AnnotatorKind.STRAIGHT_LINER: ProposingHabit(0, 0.1, 0.85, 0.5, 1_800),
    AnnotatorKind.RANDOM: ProposingHabit(0.5, 0, 0, 1, 4_000),
}
# Of the words that somebody thinks of for a sentence: few are shared by all.
WORDS_OF_A_SENTENCE = 9
# How often annotators see a target as part of a phrase, by sentences in which some do.
PHRASED = 0.06
SEEN_AS_PHRASE = 0.6
# A thumb needs as long, even for one letter.
FASTEST_MS = 700


class ThoughtOf(NamedTuple):
    """What annotators think of in a sentence: words with how likely each is, the text of the
    target, and a phrase that it may be part of; "" where nobody sees one."""

    words: Mapping[str, float]
    target: str
    phrase: str


class MadeProposal(NamedTuple):
    answers: tuple[str, ...]
    mark: Mark
    phrase: str
    elapsed_ms: int


class SyntheticProposer:
    """`patience` is how many subsets it would take; `vocabulary` what it says anyhow."""

    def __init__(self, kind: AnnotatorKind, *, vocabulary: Sequence[str], rng: Random) -> None:
        self.kind = kind
        self.patience = draw_patience(rng)
        self._habit = PROPOSING[kind]
        self._vocabulary = vocabulary
        self._rng = rng

    def propose(self, sentence: ThoughtOf, *, most: int) -> MadeProposal:
        spent = self._rng.lognormvariate(log(self._habit.median_ms), TIME_SPREAD)
        elapsed = max(FASTEST_MS, round(spent))
        answers = self._answers(sentence, most=most)
        if not answers:
            return MadeProposal((), "nil", "", elapsed)
        if sentence.phrase and self._rng.random() < SEEN_AS_PHRASE:
            return MadeProposal(answers, "phrase", sentence.phrase, elapsed)
        return MadeProposal(answers, "", "", elapsed)

    def _answers(self, sentence: ThoughtOf, *, most: int) -> tuple[str, ...]:
        habit, left = self._habit, dict(sentence.words)
        if self._rng.random() < habit.nil:
            return ()
        if self._rng.random() < habit.copies:
            return (sentence.target,)
        answers: dict[str, None] = {}
        while len(answers) < most and left:
            if self._vocabulary and self._rng.random() < habit.strays:
                word = self._rng.choice(self._vocabulary)
            else:
                [word] = self._rng.choices(list(left), weights=list(left.values()))
            left.pop(word, None)
            answers[word] = None
            if self._rng.random() >= habit.another:
                break
        return tuple(answers)


def plausible_words(
    known: Mapping[str, float], *, vocabulary: Sequence[str], rng: Random
) -> dict[str, float]:
    """What annotators might think of: the words `known` for a sentence, with their weights, or
    else some of the vocabulary, each half as likely as the one before."""
    if known:
        return dict(known)
    drawn = rng.sample(list(vocabulary), min(WORDS_OF_A_SENTENCE, len(vocabulary)))
    return {word: 0.5**place for place, word in enumerate(drawn)}


def plausible_phrase(*, target: str, right: str, rng: Random) -> str:
    """Of the target and the word behind it, in few sentences."""
    following = right.split()[:1]
    if rng.random() >= PHRASED or not following or not right[:1].isspace():
        return ""
    word = following[0].strip(".,;:!?")
    return f"{target} {word}" if word else ""
