"""How many ratings the candidates of one subset have: a histogram, and what follows from it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

# Candidates with no rating, with one, with two…
Counts: TypeAlias = Sequence[int]


def tally_of(ratings: Iterable[int]) -> list[int]:
    """Of the numbers of ratings that candidates have."""
    found = Counter(ratings)
    return [found[n] for n in range(max(found, default=-1) + 1)]


def fewest(counts: Counts) -> int | None:
    """Of the candidate that has least; None where there is no candidate."""
    return next((n for n, candidates in enumerate(counts) if candidates), None)


def lack(counts: Counts, *, least: int, coming: int = 0) -> float:
    """The ratings that a candidate lacks on average, where each wants `least` and gets as many
    more as are `coming`."""
    candidates = sum(counts)
    missing = sum(max(least - n - coming, 0) * many for n, many in enumerate(counts))
    return missing / candidates if candidates else 0
