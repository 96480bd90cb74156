"""Synthetic annotators of set competence, and the values their candidates might truly have.

Where values have an order, what somebody sees strays from the true one; a category is taken for
another, mostly one of the same branch.

Everything is drawn from the `rng` passed in: the same seed gives the same annotators.
"""

from bisect import bisect
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import accumulate
from math import log
from random import Random
from typing import NamedTuple


class AnnotatorKind(StrEnum):
    CAREFUL = "careful"
    HASTY = "hasty"
    STRAIGHT_LINER = "straight-liner"
    RANDOM = "random"


class Habit(NamedTuple):
    """How a kind rates.

    `noise` is how far what it sees strays from the true value, in steps of the scale; None
    means that it does not look. `confused` is how often it takes a category for another.
    `favourite_share` is how often it gives its favourite value whatever it sees.
    """

    noise: float | None
    confused: float
    favourite_share: float
    median_ms: int


HABITS: Mapping[AnnotatorKind, Habit] = {
    AnnotatorKind.CAREFUL: Habit(noise=0.4, confused=0.12, favourite_share=0, median_ms=2600),
    AnnotatorKind.HASTY: Habit(noise=1.2, confused=0.35, favourite_share=0.1, median_ms=650),
    AnnotatorKind.STRAIGHT_LINER: Habit(
        noise=None, confused=1, favourite_share=0.99, median_ms=500
    ),
    AnnotatorKind.RANDOM: Habit(noise=None, confused=1, favourite_share=0, median_ms=1500),
}
# Of what is confused, the share that is taken for another category of the same branch.
WITHIN_BRANCH = 0.75
USUAL_SHARES: Mapping[AnnotatorKind, float] = {
    AnnotatorKind.CAREFUL: 0.7,
    AnnotatorKind.HASTY: 0.15,
    AnnotatorKind.STRAIGHT_LINER: 0.05,
    AnnotatorKind.RANDOM: 0.1,
}
MEAN_PATIENCE = 9
# Of the logarithm of a rating's time. Times are skewed: most are short, a few very long.
TIME_SPREAD = 0.55
# A thumb needs as long, even without reading.
FASTEST_MS = 120


class Given(NamedTuple):
    value: int
    elapsed_ms: int


class SyntheticAnnotator:
    """Rates on a scale from 0 to `top`; `patience` is how many subsets it would take.

    `branches` has the branch of each place where the scale is made of categories.
    """

    def __init__(
        self,
        kind: AnnotatorKind,
        *,
        top: int,
        rng: Random,
        branches: Sequence[str | None] | None = None,
    ) -> None:
        self.kind = kind
        self.patience = draw_patience(rng)
        self._habit = HABITS[kind]
        self._top = top
        self._branches = branches
        self._rng = rng
        self._favourite = rng.randint(0, top)

    def rate(self, true_value: float) -> Given:
        elapsed = self._rng.lognormvariate(log(self._habit.median_ms), TIME_SPREAD)
        return Given(self._choose(true_value), max(FASTEST_MS, round(elapsed)))

    def _choose(self, true_value: float) -> int:
        if self._rng.random() < self._habit.favourite_share:
            return self._favourite
        if self._habit.noise is None:
            return self._rng.randint(0, self._top)
        if self._branches is not None:
            return self._taken_for(round(true_value), self._branches)
        seen = self._rng.gauss(true_value, self._habit.noise)
        return min(max(round(seen), 0), self._top)

    def _taken_for(self, category: int, branches: Sequence[str | None]) -> int:
        if self._rng.random() >= self._habit.confused:
            return category
        others = [place for place in range(self._top + 1) if place != category]
        near = [place for place in others if branches[place] == branches[category]]
        is_near = near and self._rng.random() < WITHIN_BRANCH
        return self._rng.choice(near if is_near else others)


def draw_annotators(
    count: int,
    *,
    shares: Mapping[AnnotatorKind, float],
    top: int,
    rng: Random,
    branches: Sequence[str | None] | None = None,
) -> list[SyntheticAnnotator]:
    return [
        SyntheticAnnotator(kind, top=top, rng=rng, branches=branches)
        for kind in draw_kinds(count, shares=shares, rng=rng)
    ]


def draw_kinds(
    count: int, *, shares: Mapping[AnnotatorKind, float], rng: Random
) -> list[AnnotatorKind]:
    """In the shares given, as nearly as the count allows, and in random order."""
    kinds, bounds = list(shares), list(accumulate(shares.values()))
    drawn = [
        kinds[bisect(bounds, (place + 0.5) / count * bounds[-1])] for place in range(count)
    ]
    rng.shuffle(drawn)
    return drawn


def draw_patience(rng: Random) -> int:
    """How many subsets somebody takes before they have had enough."""
    return 1 + int(rng.expovariate(1 / (MEAN_PATIENCE - 1)))


def plausible_value(*, votes: float | None, systems: int, top: int, rng: Random) -> float:
    """What a candidate may truly be worth, on a scale from 0 to `top`.

    As in the papers: what annotators proposed mostly fits, the more so the more votes it has
    (None: none); of what only systems gave, most does not, but some is as good.
    """
    if votes is None:
        share = rng.betavariate(0.4 + 0.15 * min(systems, 6), 2)
    else:
        share = rng.betavariate(3 + 2 * min(votes, 6), 2)
    return share * top
