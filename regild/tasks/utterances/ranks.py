"""Where a system ranks the natural utterance among those of its set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

from regild.results import Result
from regild.tasks.utterances.sets import Coconuts, UtteranceSet

# The quantile of the normal distribution for 95 %.
Z = 1.959963984540054


class Estimated(NamedTuple):
    """`chance` is what a coin gets: its mean over all orders."""

    value: float
    low: float | None
    high: float | None
    n: int
    chance: float

    def shown(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class Ranks(Result):
    """`ranks` has the natural utterances' ranks of every set, the best first."""

    ranks: Mapping[str, tuple[float, ...]]
    measures: Mapping[str, Estimated]

    def to_dict(self) -> dict[str, Any]:
        return {
            "measures": {key: found._asdict() for key, found in self.measures.items()},
            "ranks": {key: list(found) for key, found in self.ranks.items()},
        }

    def rows(self) -> list[dict[str, Any]]:
        return [{"measure": key, **found._asdict()} for key, found in self.measures.items()]


def rank_sets(coconuts: Coconuts, scores: Mapping[str, Sequence[float]]) -> Ranks:
    """`scores` has a number for every utterance of every set, in their order; the highest is
    the likeliest. Raises ValueError where one is missing."""
    ranks = {one.key: _natural_ranks(one, scores.get(one.key, ())) for one in coconuts.sets}
    found = [*ranks.values()]
    sizes = [(len(one.utterances), len(ranks[one.key])) for one in coconuts.sets]
    return Ranks(
        ranks,
        {
            "mean_rank": estimated_mean(
                [fmean(one) for one in found], [(k + 1) / 2 for k, _n in sizes]
            ),
            "mrr": estimated_mean(
                [1 / one[0] for one in found], [mrr_by_chance(*s) for s in sizes]
            ),
            "p_at_1": estimated_share(
                [one[0] == 1 for one in found], [n / k for k, n in sizes]
            ),
        },
    )


def shared_ranks(scores: Sequence[float]) -> list[float]:
    """The highest has rank 1; equal ones share the mean of their ranks."""
    return [
        1 + sum(other > score for other in scores) + (scores.count(score) - 1) / 2
        for score in scores
    ]


def _natural_ranks(one: UtteranceSet, scores: Sequence[float]) -> tuple[float, ...]:
    if len(scores) != len(one.utterances):
        raise ValueError(
            f"set {one.key} has {len(one.utterances)} utterances and {len(scores)} scores"
        )
    if any(score != score for score in scores):
        raise ValueError(f"set {one.key} has a score that is no number")
    found = zip(shared_ranks([*scores]), one.utterances, strict=True)
    return tuple(sorted(rank for rank, utterance in found if utterance.natural))


def estimated_mean(values: Sequence[float], chances: Sequence[float]) -> Estimated:
    """With the normal interval over sets; one set has none."""
    value, n, chance = fmean(values), len(values), fmean(chances)
    if n < 2:
        return Estimated(value, None, None, n, chance)
    half = Z * sqrt(variance(values) / n)
    return Estimated(value, value - half, value + half, n, chance)


def estimated_share(hits: Sequence[bool], chances: Sequence[float]) -> Estimated:
    """With Wilson's interval (1927), which a share of 0 or 1 has too."""
    n, share = len(hits), fmean(hits)
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * sqrt(share * (1 - share) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    return Estimated(share, max(0.0, middle - half), min(1.0, middle + half), n, fmean(chances))


def mrr_by_chance(size: int, natural: int) -> float:
    """Of the best of the natural ones: 1/r, weighed by how many orders put it on place r."""
    orders = comb(size, natural)
    return sum(
        comb(size - rank, natural - 1) / orders / rank for rank in range(1, size - natural + 2)
    )
