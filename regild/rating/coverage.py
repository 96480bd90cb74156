"""How far the subsets have come: what is missing, how it is spread, and a map of it all."""

from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import NamedTuple, TypeVar

T = TypeVar("T")

CELLS_A_ROW = 10
MOST_CELLS = 200


class SubsetCoverage(NamedTuple):
    """`complete` ratings that count has every candidate of it, of `wanted` ones; `open`
    sittings may give more.

    `counts`: where candidates differ, those with no rating, with one, and so on.
    """

    number: int
    size: int
    complete: int
    open: int
    wanted: int
    counts: tuple[int, ...] | None = None

    @property
    def missing(self) -> int:
        return max(self.wanted - self.complete, 0)

    def by_ratings(self) -> list[tuple[int, int]]:
        """(ratings, candidates that have so many)."""
        if self.counts is None:
            return [(self.complete, self.size)]
        return [(n, many) for n, many in enumerate(self.counts) if many]


class Share(NamedTuple):
    """The candidates with so many ratings, and the subsets of which none has fewer; `short`:
    the candidates that want more."""

    complete: int
    subsets: int
    candidates: int
    short: int


class Cell(NamedTuple):
    """One subset, or as many as a map of thousands puts together.

    `done` are sittings of the `wanted` ones; those beyond a subset's minimum are only among
    the `complete`.
    """

    first: int
    last: int
    complete: int
    open: int
    done: int
    wanted: int

    @property
    def percent(self) -> int:
        """Rounded down: only what is complete may say 100."""
        return 100 * self.done // self.wanted

    @property
    def level(self) -> int:
        """0 where nothing is done, 4 where everything is, 1 to 3 in between."""
        if self.done >= self.wanted:
            return 4
        return 0 if not self.done else 1 + 3 * self.done // self.wanted


def share_rated(subsets: Iterable[SubsetCoverage]) -> float | None:
    """Of the ratings that are wanted, those that are there; None where none are wanted."""
    done = wanted = 0
    for subset in subsets:
        for ratings, candidates in subset.by_ratings():
            done += min(ratings, subset.wanted) * candidates
            wanted += subset.wanted * candidates
    return done / wanted if wanted else None


def missing_sittings(subsets: Iterable[SubsetCoverage]) -> int:
    return sum(subset.missing for subset in subsets)


def lagging(subsets: Iterable[SubsetCoverage], *, most: int) -> list[SubsetCoverage]:
    """Those that are furthest from what they want, the furthest first."""
    short = (subset for subset in subsets if subset.missing)
    return nsmallest(
        most, short, key=lambda one: (one.complete / one.wanted, one.open, one.number)
    )


def spread(subsets: Sequence[SubsetCoverage]) -> list[Share]:
    """From the fewest ratings up."""
    counts = Counter(subset.complete for subset in subsets)
    candidates: Counter[int] = Counter()
    short: Counter[int] = Counter()
    for subset in subsets:
        by_ratings = dict(subset.by_ratings())
        candidates.update(by_ratings)
        short.update({n: many for n, many in by_ratings.items() if n < subset.wanted})
    found = sorted(counts | candidates)
    return [Share(n, counts[n], candidates[n], short[n]) for n in found]


def heat_map(subsets: Sequence[SubsetCoverage]) -> list[list[Cell]]:
    """Rows of ten cells. A cell holds one subset, or the power of ten that keeps the map
    within MOST_CELLS."""
    bucket = 1
    while len(subsets) > bucket * MOST_CELLS:
        bucket *= 10
    cells = [_cell(part) for part in _cut(subsets, bucket)]
    return _cut(cells, CELLS_A_ROW)


def _cell(subsets: Sequence[SubsetCoverage]) -> Cell:
    return Cell(
        first=subsets[0].number,
        last=subsets[-1].number,
        complete=sum(subset.complete for subset in subsets),
        open=sum(subset.open for subset in subsets),
        done=sum(min(subset.complete, subset.wanted) for subset in subsets),
        wanted=sum(subset.wanted for subset in subsets),
    )


def _cut(items: Sequence[T], size: int) -> list[list[T]]:
    return [list(items[start : start + size]) for start in range(0, len(items), size)]
