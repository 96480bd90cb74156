"""The weight of a candidate in the second gold, from how often each option was chosen.

Options are ordered from worst to best; `weights` are the campaign's numbers for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

WeightRule = Callable[[Sequence[int], Sequence[float]], float]


def mean_weight(counts: Sequence[int], weights: Sequence[float]) -> float:
    """Summed exactly, so that equal ratings give equal weights in whatever order they came."""
    return math.fsum(n * w for n, w in zip(counts, weights, strict=True)) / sum(counts)


def median_weight(counts: Sequence[int], weights: Sequence[float]) -> float:
    """An even number of ratings has two middle ones; their weights are averaged."""
    low, high = _middle(counts)
    return (weights[low] + weights[high]) / 2


def majority_weight(counts: Sequence[int], weights: Sequence[float]) -> float:
    """The verdict: the median option, rounded down between two.

    For three annotators this is the SemEval-2007 rule (a majority, and one good with one
    reasonable make reasonable). A tie goes as measures.md says: good and reasonable give
    reasonable, reasonable and bad give bad, good and bad give reasonable.
    """
    low, high = _middle(counts)
    return weights[(low + high) // 2]


def plurality_weight(counts: Sequence[int], weights: Sequence[float]) -> float:
    """The option chosen more often than any other; where several share that, the verdict of
    `majority_weight`."""
    most = max(counts)
    if list(counts).count(most) == 1:
        return weights[list(counts).index(most)]
    return majority_weight(counts, weights)


RULES: Mapping[str, WeightRule] = {
    "mean": mean_weight,
    "median": median_weight,
    "majority": majority_weight,
    "plurality": plurality_weight,
}


# Not of counts alone: of who gave which rating (`severity_weights`).
SEVERITY = "severity"


def second_gold_weight(
    counts: Sequence[int], *, weights: Sequence[float], rule: str, min_ratings: int
) -> float | None:
    """None when the candidate has too few ratings: unknown is not bad."""
    if sum(counts) < max(1, min_ratings):
        return None
    return RULES[rule](counts, weights)


# Of options without an order: those that more must have chosen than this share of all.
MORE_THAN: Mapping[str, float] = {"plurality": 0, "majority": 1 / 2}


def chosen_option(counts: Sequence[int], *, rule: str, min_ratings: int) -> int | None:
    """Of options without an order, the one that more chose than any other, and by `majority`
    more than half. None for a tie, and where there are too few ratings."""
    n, most = sum(counts), max(counts)
    if n < max(1, min_ratings) or list(counts).count(most) > 1 or most <= MORE_THAN[rule] * n:
        return None
    return list(counts).index(most)


def _middle(counts: Sequence[int]) -> tuple[int, int]:
    """The options of the two middle ratings, which are one and the same for an odd number."""
    n = sum(counts)
    return _option_of(counts, (n - 1) // 2), _option_of(counts, n // 2)


def _option_of(counts: Sequence[int], position: int) -> int:
    """The option of the rating at `position` when ratings stand from worst to best."""
    for option, count in enumerate(counts):
        if position < count:
            return option
        position -= count
    raise IndexError(f"{position} is beyond the {sum(counts)} ratings")
