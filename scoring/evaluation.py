"""All measures of all systems on one gold: means with intervals, and ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from scoring.measures import Scores
from scoring.ranking import ranks
from scoring.resampling import bootstrap_means, compare_systems, percentile_interval
from scoring.tables import FloatArray, K

ROUNDS = 1_000
EXCHANGES = 10_000


class Scored(NamedTuple):
    """A system's mean; `reason` says why it has none.

    `p_next` is that of its difference from the system ranked next, corrected for all pairs;
    None for the last one and for those without a mean.
    """

    value: float | None
    n: int
    reason: str
    low: float | None
    high: float | None
    rank: int | None
    p_next: float | None


def evaluate(
    scores: Scores[K],
    *,
    seed: int,
    rounds: int = ROUNDS,
    exchanges: int = EXCHANGES,
    measured: Callable[[], None] = lambda: None,
) -> Mapping[str, list[Scored]]:
    """One list a measure, a system an item. Every measure draws the same sentences.

    `measured` is called after each measure.
    """
    found = {}
    for key, matrix in scores.matrices.items():
        means = scores.means(key)
        samples = bootstrap_means(matrix, rounds=rounds, rng=np.random.default_rng(seed))
        intervals = [percentile_interval(column) for column in samples.T]
        places = ranks([mean.value for mean in means])
        next_ps = _next_ps(matrix, places, seed=seed, exchanges=exchanges)
        found[key] = [
            Scored(
                mean.value,
                mean.n,
                mean.reason or "",
                interval.low if interval else None,
                interval.high if interval else None,
                place,
                p,
            )
            for mean, interval, place, p in zip(means, intervals, places, next_ps, strict=True)
        ]
        measured()
    return found


def _next_ps(
    matrix: FloatArray, places: Sequence[int | None], *, seed: int, exchanges: int
) -> list[float | None]:
    """Systems of equal rank follow each other in the order given."""
    comparisons = compare_systems(matrix, rounds=exchanges, rng=np.random.default_rng(seed))
    p_of = {(pair.first, pair.second): pair.p_holm for pair in comparisons}
    ranked = sorted((place, system) for system, place in enumerate(places) if place is not None)
    ps: list[float | None] = [None] * len(places)
    for (_place, system), (_next_place, other) in pairwise(ranked):
        ps[system] = p_of[min(system, other), max(system, other)]
    return ps
