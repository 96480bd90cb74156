"""Campaigns drawn from a world whose truth is known: what people would say if all had rated.

A word fits a sentence as well as it does: its worth is drawn for the word in its target, and
strays for the sentence. An annotator sees it through their own severity and a slip of each
rating, on a scale from 0 to 3. Systems answer with the words that they hold for the best, each
with an error of its own size; some of them share a part of it, as systems of one kind do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from regild.scoring.annotators import RatedGold, RatedSubstitute
from regild.scoring.matrices import answer_table, gold_table
from regild.scoring.measures import measure_of
from regild.scoring.sentence_scores import scores_of

SCALE = (0.0, 1.0, 2.0, 3.0)
WORDS = 8
# Of eight words; with all of them every system would be equal by the first ten answers.
DEPTH = 5
# How far a word's worth strays between targets, and between sentences of one.
OF_TARGET = 0.9
OF_SENTENCE = 0.5
SEVERITY = 0.35
SLIP = 0.6
# Of the systems' errors, from the best to the worst; the two next to each other are close.
ERRORS = (0.3, 0.35, 0.6, 0.65, 1.0, 1.6)
# Annotators whose mean is taken for what all would say.
ALL = 400


class Size(NamedTuple):
    name: str
    targets: int
    sentences: int
    annotators: int
    ratings: int


SMALL = Size("small", targets=20, sentences=3, annotators=9, ratings=3)
LARGE = Size("large", targets=80, sentences=5, annotators=40, ratings=3)


class SimulatedCampaign(NamedTuple):
    """`worth` has a row a sentence and a column a word, `answers` of each system the words in
    order, `seen` a rating of each word by each of its annotators, `raters` who they are."""

    worth: np.ndarray
    answers: list[np.ndarray]
    raters: np.ndarray
    seen: np.ndarray

    @property
    def targets(self) -> dict[int, str]:
        return {n: f"t{target}" for n, target in enumerate(self.target_of)}

    @property
    def target_of(self) -> list[int]:
        return [n // self.sentences_each for n in range(len(self.worth))]

    @property
    def sentences_each(self) -> int:
        return self.worth.shape[0] // self.n_targets

    @property
    def n_targets(self) -> int:
        return int(self.raters.shape[1])

    def systems(self) -> list[dict[int, list[str]]]:
        return [
            {n: [f"w{word}" for word in row] for n, row in enumerate(words.tolist())}
            for words in self.answers
        ]

    def rated(self, ratings: int | None = None) -> RatedGold[int]:
        """By the first so many annotators of each word."""
        kept = self.raters[: ratings or len(self.raters)]
        return RatedGold(
            (
                RatedSubstitute(
                    n,
                    f"w{word}",
                    [
                        (int(kept[turn, target]), int(self.seen[turn, n, word]))
                        for turn in range(len(kept))
                    ],
                )
                for n, target in enumerate(self.target_of)
                for word in range(WORDS)
            ),
            weights=SCALE,
            rule="mean",
        )


def draw_worth(targets: int, sentences: int, rng: np.random.Generator) -> np.ndarray:
    """Of each sentence's words, the targets one after the other."""
    of_target = rng.normal(1.2, OF_TARGET, size=(targets, 1, WORDS))
    strayed = of_target + rng.normal(0, OF_SENTENCE, size=(targets, sentences, WORDS))
    return strayed.reshape(targets * sentences, WORDS)


def draw_campaign(size: Size, rng: np.random.Generator) -> SimulatedCampaign:
    worth = draw_worth(size.targets, size.sentences, rng)
    answers = draw_answers(worth, rng)
    # A target's words are one subset: the same few people rate all of them.
    raters = np.stack(
        [
            rng.choice(size.annotators, size=size.ratings, replace=False)
            for _target in range(size.targets)
        ],
        axis=1,
    )
    severity = rng.normal(0, SEVERITY, size=size.annotators)
    of_sentence = severity[raters].repeat(size.sentences, axis=1)
    slips = rng.normal(0, SLIP, size=(size.ratings, *worth.shape))
    return SimulatedCampaign(
        worth, answers, raters, on_scale(worth + of_sentence[..., None] + slips)
    )


def draw_answers(
    worth: np.ndarray, rng: np.random.Generator, *, depth: int = DEPTH
) -> list[np.ndarray]:
    shared = rng.normal(0, 1, size=worth.shape)
    found = []
    for error in ERRORS:
        own = (shared + rng.normal(0, 1, size=worth.shape)) / np.sqrt(2)
        found.append(np.argsort(-(worth + error * own), axis=1)[:, :depth])
    return found


def on_scale(seen: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(seen), 0, 3).astype(np.int64)


def true_weights(worth: np.ndarray) -> np.ndarray:
    """What all would say: the mean of everybody's answers on the scale, by numerical sum."""
    spread = np.hypot(SEVERITY, SLIP)
    grid = (np.arange(ALL) + 0.5) / ALL
    # Quantiles of the normal distribution, by a rational approximation good to 1e-4.
    strays = spread * _normal_quantiles(grid)
    found = np.zeros(worth.shape)
    for stray in strays:
        found += on_scale(worth + stray)
    return found / ALL


def best_norm(weights: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """Of each sentence: the first answer's weight over the highest; NaN where all are 0."""
    highest = weights.max(axis=1)
    first = np.take_along_axis(weights, answers[:, :1], axis=1)[:, 0]
    found = np.full(len(weights), np.nan)
    np.divide(first, highest, out=found, where=highest > 0)
    return found


def truth(rng: np.random.Generator, *, targets: int = 40_000) -> np.ndarray:
    """Each system's score on a great many targets, as all would rate them."""
    worth = draw_worth(targets, 1, rng)
    weights = true_weights(worth)
    return np.array([np.nanmean(best_norm(weights, one)) for one in draw_answers(worth, rng)])


def truths(
    measures: Sequence[str], rng: np.random.Generator, *, targets: int = 20_000
) -> dict[str, np.ndarray]:
    """The same by any measure, as the library scores it."""
    worth = draw_worth(targets, 1, rng)
    gold = gold_table(
        {
            n: {f"w{word}": weight for word, weight in enumerate(row)}
            for n, row in enumerate(true_weights(worth).tolist())
        }
    )
    tables = [
        answer_table(
            gold,
            {n: [f"w{word}" for word in row] for n, row in enumerate(words.tolist())},
        ).on(gold)
        for words in draw_answers(worth, rng)
    ]
    return {
        measure: np.array(
            [np.nanmean(scores_of(measure_of(measure), table)) for table in tables]
        )
        for measure in measures
    }


def _normal_quantiles(shares: np.ndarray) -> np.ndarray:
    from statistics import NormalDist

    return np.array([NormalDist().inv_cdf(share) for share in shares.tolist()])
