"""Where an axis begins and ends, and what is marked on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from math import ceil, floor, isclose, log10
from typing import NamedTuple

# Steps that people count in; what lies between two marks is read off easily.
_STEPS = (1, 2, 2.5, 5, 10)
_WEEK = timedelta(days=7)


class AxisScale(NamedTuple):
    """`ticks` are evenly spaced; the first is where the axis begins, the last where it ends."""

    ticks: tuple[float, ...]
    decimals: int

    @property
    def low(self) -> float:
        return self.ticks[0]

    @property
    def high(self) -> float:
        return self.ticks[-1]

    def share(self, value: float) -> float:
        """How far along the axis, from 0 to 1; what lies beyond an end is at the end."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def nice_scale(
    values: Iterable[float | None],
    *,
    zero: bool = False,
    whole: bool = False,
    highest: float | None = None,
    most: int = 5,
) -> AxisScale:
    """An axis that holds all values in at most so many steps; undefined ones do not matter.

    It has 0 on it where `zero` is asked for, as bars must; of counts, `whole`, there are no
    halves. Around one value alone there is room, but none beyond `highest`.
    """
    found = [value for value in values if value is not None]
    if zero or not found:
        found.append(0.0)
    low, high = min(found), max(found)
    # What differs by less than can be marked is one value, such as two sums of the same.
    if isclose(low, high, rel_tol=_HAIR):
        room = abs(low) / 2
        low, high = (low - room, high + room) if room else (low, low + 1)
        if highest is not None:
            high = min(high, highest)
    step = _step((high - low) / most, whole=whole)
    while _last(low, high, step) - _first(low, step) > most:
        step = _step(step * 1.01, whole=whole)
    return AxisScale(
        tuple(
            float(f"{place * step:.12g}")
            for place in range(_first(low, step), _last(low, high, step) + 1)
        ),
        len(f"{step:.10f}".rstrip("0").partition(".")[2]),
    )


# A hair's breadth, so that 0.3 / 0.1 is 3.
_HAIR = 1e-9


def _first(low: float, step: float) -> int:
    return floor(low / step + _HAIR)


def _last(low: float, high: float, step: float) -> int:
    return max(ceil(high / step - _HAIR), _first(low, step) + 1)


def _step(least: float, *, whole: bool) -> float:
    """The smallest of the steps that is no smaller."""
    if whole and least <= 1:
        return 1.0
    power = 10.0 ** floor(log10(least))
    return next(
        step * power
        for step in _STEPS
        if step * power >= least - _HAIR * power and not (whole and step * power % 1)
    )


class Days(NamedTuple):
    """What happened on each day, or in each week where there are too many days to tell apart;
    one without anything is there with 0."""

    starts: tuple[date, ...]
    counts: tuple[int, ...]
    weekly: bool


def every_day(found: Iterable[tuple[date, int]], *, most: int = 184) -> Days:
    """From the first day to the last; by weeks, from Mondays, of more days than `most`."""
    counts: dict[date, int] = {}
    for day, n in found:
        counts[day] = counts.get(day, 0) + n
    if not counts:
        return Days((), (), weekly=False)
    first, last = min(counts), max(counts)
    weekly = (last - first).days >= most
    if weekly:
        by_week: dict[date, int] = {}
        for day, n in counts.items():
            monday = day - timedelta(days=day.weekday())
            by_week[monday] = by_week.get(monday, 0) + n
        counts = by_week
        first, last = min(counts), max(counts)
    step = _WEEK if weekly else timedelta(days=1)
    starts = tuple(first + step * place for place in range((last - first) // step + 1))
    return Days(starts, tuple(counts.get(start, 0) for start in starts), weekly)


def marked(places: Sequence[int], *, most: int = 5) -> list[int]:
    """Of many places some to be named, evenly spaced, the first among them."""
    if len(places) <= most:
        return list(places)
    apart = ceil((len(places) - 1) / (most - 1))
    return list(places[::apart])
