"""Whether a system finds plausible what people do, in one set of utterances."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2, nan, sqrt
from statistics import fmean

from regild.tasks.utterances.ranks import shared_ranks


def spearman(scores: Sequence[float], means: Sequence[float]) -> float:
    """NaN where people found all alike. A system that scores all alike, or skipped the set,
    has 0: it must not gain by saying nothing."""
    if len({*means}) < 2:
        return nan
    one, other = shared_ranks([*scores]), shared_ranks([*means])
    x = [value - fmean(one) for value in one]
    y = [value - fmean(other) for value in other]
    spread = sqrt(sum(a * a for a in x) * sum(b * b for b in y))
    return sum(a * b for a, b in zip(x, y, strict=True)) / spread if spread else 0.0


def ndcg(scores: Sequence[float], means: Sequence[float]) -> float:
    """The gain is the mean itself, the discount 1 / log2(place + 1); equal scores share the
    gains of their places (McSherry & Najork, 2008). NaN where nothing is plausible to anybody.
    """
    ideal = _discounted(sorted(means, reverse=True))
    if not ideal:
        return nan
    gains: list[float] = []
    for score in sorted({*scores}, reverse=True):
        tied = [mean for own, mean in zip(scores, means, strict=True) if own == score]
        gains += [fmean(tied)] * len(tied)
    return _discounted(gains) / ideal


def expected_ndcg(means: Sequence[float]) -> float:
    """Over all orders: each place has the mean gain."""
    return ndcg([0.0] * len(means), means) if means else nan


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, start=1))
