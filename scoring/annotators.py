"""How much a ranking hangs on who happened to rate: a bootstrap over annotators.

Each round gives every annotator a weight drawn from the exponential distribution (Rubin's
Bayesian bootstrap, 1981) and averages the ratings with it. Drawing annotators with replacement
would leave candidates without a rating; this never does.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, NamedTuple

import numpy as np

from scoring.tables import Gold, K

ROUNDS = 200


class Rated(NamedTuple, Generic[K]):
    """`weight` is the number that the campaign gives to the chosen option."""

    sentence: K
    substitute: str
    annotator: Hashable
    weight: float


def annotator_rounds(
    gold: Gold[K],
    ratings: Iterable[Rated[K]],
    *,
    rng: np.random.Generator,
    rounds: int = ROUNDS,
) -> Iterator[Gold[K]]:
    """The gold of mean ratings as it would be with other annotators; score with `Answers.on`.

    Ratings of what is not in the gold are left out; a substitute without ratings keeps its
    weight.
    """
    rows = {sentence: row for row, sentence in enumerate(gold.sentences)}
    width = gold.weights.shape[1]
    annotators: dict[Hashable, int] = {}
    cells: list[int] = []
    raters: list[int] = []
    weights: list[float] = []
    for rated in ratings:
        row = rows.get(rated.sentence)
        place = None if row is None else gold.places[row].get(rated.substitute)
        if row is not None and place is not None:
            cells.append(row * width + place)
            raters.append(annotators.setdefault(rated.annotator, len(annotators)))
            weights.append(rated.weight)
    cell = np.array(cells, dtype=np.intp)
    rater = np.array(raters, dtype=np.intp)
    weight = np.array(weights, dtype=np.float64)
    for _ in range(rounds):
        say = rng.exponential(size=len(annotators))[rater]
        means = gold.weights.ravel().copy()
        said = np.bincount(cell, say, minlength=means.size)
        summed = np.bincount(cell, say * weight, minlength=means.size)
        np.divide(summed, said, out=means, where=said > 0)
        yield gold.reweighted(means.reshape(gold.weights.shape))
