"""What the ratings of one candidate come to, and those of all candidates of one item.

Kept for every candidate, so that a list of a million can be sorted and filtered by it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, sqrt
from typing import NamedTuple


class SumOfCandidate(NamedTuple):
    """`mean` and `sd` are of the weights of a scale that has an order, `top` and `share` the
    value most often given and its share where values are names. `differ` is the share of pairs
    of annotators who gave different values. None: too few ratings for it."""

    n: int
    mean: float | None = None
    sd: float | None = None
    differ: float | None = None
    top: int | None = None
    share: float | None = None


class SumOfItem(NamedTuple):
    """`mean` and `sd` are means over the candidates that have one; `differ` is over all pairs
    of ratings of one candidate."""

    candidates: int
    rated: int
    ratings: int
    mean: float | None
    sd: float | None
    differ: float | None


def sum_up(values: Sequence[int], weights: Mapping[int, float] | None) -> SumOfCandidate:
    """`values` are the codes that were given; `weights` what each is worth, None where they are
    names. Of several values given equally often `top` is none of them."""
    n = len(values)
    if not n:
        return SumOfCandidate(0)
    counts = Counter(values).most_common()
    differ = pairs_differing(values) / pairs(n) if n > 1 else None
    if weights is None:
        (top, most), *others = counts
        tied = bool(others) and others[0][1] == most
        return SumOfCandidate(n, differ=differ, top=None if tied else top, share=most / n)
    worth = [weights[value] for value in values]
    mean = fsum(worth) / n
    if n == 1:
        return SumOfCandidate(n, mean)
    squares = fsum((one - mean) ** 2 for one in worth)
    return SumOfCandidate(n, mean, sqrt(squares / (n - 1)), differ)


def sum_of_item(candidates: Iterable[tuple[SumOfCandidate, Sequence[int]]]) -> SumOfItem:
    """Each with the values that it was given."""
    found = list(candidates)
    sums = [one for one, _values in found]
    all_pairs = sum(pairs(one.n) for one in sums)
    differing = sum(pairs_differing(values) for _one, values in found)
    return SumOfItem(
        candidates=len(sums),
        rated=sum(one.n > 0 for one in sums),
        ratings=sum(one.n for one in sums),
        mean=_mean(one.mean for one in sums),
        sd=_mean(one.sd for one in sums),
        differ=differing / all_pairs if all_pairs else None,
    )


def pairs(n: int) -> int:
    return n * (n - 1) // 2


def pairs_differing(values: Sequence[int]) -> int:
    return pairs(len(values)) - sum(pairs(count) for count in Counter(values).values())


def _mean(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return fsum(known) / len(known) if known else None
