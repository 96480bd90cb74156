"""Two releases of one campaign side by side: their policies, weights and rankings.

Millions of candidates have few different pairs of weights, for a weight is made of few ratings.
So the weights come as pairs with how many candidates have them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from regild.arrays import FloatArray, np
from regild.scoring.consensus import CONSTANT, TOO_FEW
from regild.scoring.two_golds import TwoRankings, two_rankings


class Pair(NamedTuple):
    """`n` candidates with these weights; None is undecided."""

    first: float | None
    second: float | None
    n: int

    @property
    def distance(self) -> float:
        """0 where one is undecided: nothing changed that could be measured."""
        if self.first is None or self.second is None:
            return 0.0
        return abs(self.second - self.first)


class WeightsCompared(NamedTuple):
    """Of candidates that both releases hold. The last three are over those with a weight in
    both; `reason` says why there is no correlation."""

    decided: int
    same: int
    only_first: int
    only_second: int
    undecided: int
    spearman: float | None
    pearson: float | None
    reason: str | None
    mean_difference: float | None
    mean_absolute: float | None


class Difference(NamedTuple):
    """A choice of policy that is not the same. Of a list, what the other release lacks."""

    key: str
    first: Any
    second: Any


def compare_weights(pairs: Iterable[Pair]) -> WeightsCompared:
    pairs = list(pairs)
    both = [pair for pair in pairs if pair.first is not None and pair.second is not None]
    first, second, n = np.array(both, dtype=np.float64).reshape(-1, 3).T
    decided = int(n.sum())
    reason = None
    if decided < 2:
        reason = TOO_FEW
    elif np.ptp(first) == 0 or np.ptp(second) == 0:
        reason = CONSTANT
    return WeightsCompared(
        decided=decided,
        same=int(n[first == second].sum()),
        only_first=_count(pairs, first=True, second=False),
        only_second=_count(pairs, first=False, second=True),
        undecided=_count(pairs, first=False, second=False),
        spearman=None if reason else _correlation(_ranks(first, n), _ranks(second, n), n),
        pearson=None if reason else _correlation(first, second, n),
        reason=reason,
        mean_difference=float((second - first) @ n) / decided if decided else None,
        mean_absolute=float(np.abs(second - first) @ n) / decided if decided else None,
    )


def furthest_apart(pairs: Iterable[Pair], most: int) -> list[Pair]:
    """The pairs among which the `most` candidates with the most changed weights are, whichever
    of equally changed ones are taken."""
    found: list[Pair] = []
    n = 0
    changed = (pair for pair in pairs if pair.distance)
    for pair in sorted(changed, key=lambda pair: pair.distance, reverse=True):
        if n >= most and pair.distance < found[-1].distance:
            break
        found.append(pair)
        n += pair.n
    return found


def policy_differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[Difference]:
    """What only the second policy has comes last."""
    found = []
    for key in dict.fromkeys([*first, *second]):
        one, other = first.get(key), second.get(key)
        if isinstance(one, list) and isinstance(other, list):
            one, other = _without(one, other), _without(other, one)
        if one != other:
            found.append(Difference(key, one, other))
    return found


def compare_rankings(
    first: TwoRankings, second: TwoRankings, *, lower: bool = False
) -> TwoRankings:
    """A measure on the second gold of two releases, of the systems scored on both. All that is
    said of a system's second gold is said of the second release."""
    before = {line.id: line.second for line in first.lines}
    lines = [
        line._replace(first=before[line.id], judged=None)
        for line in second.lines
        if line.id in before
    ]
    return two_rankings(first.measure, lines, lower=lower)


def _count(pairs: Iterable[Pair], *, first: bool, second: bool) -> int:
    return sum(
        pair.n
        for pair in pairs
        if (pair.first is not None, pair.second is not None) == (first, second)
    )


def _ranks(values: FloatArray, n: FloatArray) -> FloatArray:
    """Equal values share the mean of their ranks."""
    distinct, places = np.unique(values, return_inverse=True)
    counts = np.bincount(places, weights=n, minlength=len(distinct))
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[places])


def _correlation(one: FloatArray, other: FloatArray, n: FloatArray) -> float:
    total = n.sum()
    x, y = one - (one @ n) / total, other - (other @ n) / total
    return float((x * y) @ n) / math.sqrt(float((x**2) @ n) * float((y**2) @ n))


def _without(entries: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    known = {json.dumps(entry, sort_keys=True) for entry in others}
    return [entry for entry in entries if json.dumps(entry, sort_keys=True) not in known]
