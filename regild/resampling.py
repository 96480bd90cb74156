"""The bootstrap: how often each unit is drawn in a replicate, and an interval over replicates.

A unit is a sentence, a candidate, a group of either. Who resamples multiplies the weights drawn
here with what each unit adds to a mean, and never looks at a unit twice.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from regild.arrays import Array, FloatArray, np

T = TypeVar("T")
R = TypeVar("R")

# Held at a time unless said otherwise, so that memory does not grow with the replicates: 16 MB.
HELD_WEIGHTS = 2_000_000
# Places of draws, which are wider than the draws: a tenth of the memory, and of the cache.
COUNTED_AT_ONCE = 400_000
# Of Newton's, each of which doubles the digits that are right.
_MOST_STEPS = 60
_LAST_DIGIT = 1e-15


class Interval(NamedTuple):
    """Both ends, or neither where there is no interval."""

    low: float | None
    high: float | None


NO_INTERVAL = Interval(None, None)


def bootstrap_weights(
    units: Array,
    *,
    replicates: int,
    rng: np.random.Generator,
    at_a_time: int | None = None,
) -> Iterator[FloatArray]:
    """Draw all units with replacement: a replicate a row, and what was drawn of each in it.

    `units` says how many interchangeable units each column stands for, 1 or more. The weights
    come in batches of `at_a_time` replicates.
    """
    for size in batches(replicates, row=len(units), at_a_time=at_a_time):
        yield _drawn(units, replicates=size, rng=rng)


def batches(replicates: int, *, row: int, at_a_time: int | None = None) -> Iterator[int]:
    """How many replicates to make at a time when each has a `row` of numbers."""
    size = at_a_time or max(1, HELD_WEIGHTS // max(1, row))
    for start in range(0, replicates, size):
        yield min(size, replicates - start)


def on_all_cores(call: Callable[[T], R], over: Iterable[T]) -> list[R]:
    """`call` of each, in their order. In threads: numpy lets go of Python's lock while it
    computes, and a worker of a queue may start no processes."""
    return list(as_they_come(call, over))


def as_they_come(call: Callable[[T], R], over: Iterable[T]) -> Iterator[R]:
    """The same, one after the other; `over` is asked for no more than is under way."""
    cores = os.cpu_count() or 1
    if cores == 1 or (isinstance(over, Sequence) and len(over) < 2):
        yield from map(call, over)
        return
    # Here, not above: of one system there is nothing to do at once.
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(cores) as threads:
        under_way: deque[Future[R]] = deque()
        for one in over:
            if len(under_way) > cores:
                yield under_way.popleft().result()
            under_way.append(threads.submit(call, one))
        while under_way:
            yield under_way.popleft().result()


def percentile_interval(samples: FloatArray, *, tail: float = 0.025) -> Interval:
    """From the quantile `tail` to that of 1 - `tail`. No interval when a replicate has no
    value, or there is no replicate.

    An interval over the others would leave out the worst ones, and claim more than it covers.
    """
    if not len(samples) or np.isnan(samples).any():
        return NO_INTERVAL
    low, high = tail_quantiles(samples[:, np.newaxis], tail)
    return Interval(*low.tolist(), *high.tolist())


def tail_quantiles(samples: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    """Of each column the quantiles `tail` and 1 - `tail`, to the last digit those of
    `np.quantile`, which loads a quarter of numpy more."""
    ordered = np.sort(samples, axis=0)
    low, high = (_quantile(ordered, (len(ordered) - 1) * share) for share in (tail, 1 - tail))
    return low, high


def _quantile(ordered: FloatArray, place: float) -> FloatArray:
    """Between two that stand in order; from the nearer, so that no digit is lost."""
    before = min(math.floor(place), len(ordered) - 1)
    one, other = ordered[before], ordered[min(before + 1, len(ordered) - 1)]
    share = place - before
    if share < 0.5:
        return np.asarray(one + (other - one) * share)
    return np.asarray(other - (other - one) * (1 - share))


def student_quantile(p: float, *, freedom: int) -> float:
    """Of Student's t with so many degrees of freedom, for `p` above one half.

    For whole degrees the distribution is a finite sum over an angle (Abramowitz & Stegun
    26.7.3 and 26.7.4), which rises ever more slowly. So Newton's steps come up to it from
    below and never pass it: `scipy.stats` says the same, and takes half a second to load.
    """
    angle = 0.0
    steepest = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    steepest *= 2 / math.sqrt(math.pi)
    for _step in range(_MOST_STEPS):
        missing = 2 * p - 1 - _within(angle, freedom)
        angle += missing / (steepest * math.cos(angle) ** (freedom - 1))
        if missing <= _LAST_DIGIT:
            break
    return math.sqrt(freedom) * math.tan(angle)


def student_two_sided(t: float, *, freedom: int) -> float:
    """How often |t| is as far out or further."""
    return max(0.0, 1 - _within(math.atan(abs(t) / math.sqrt(freedom)), freedom))


def _within(angle: float, freedom: int) -> float:
    """How often |t| is below √freedom · tan(angle)."""
    odd = freedom % 2
    square = math.cos(angle) ** 2
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= square * step / (step + 1)
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def _drawn(units: Array, *, replicates: int, rng: np.random.Generator) -> FloatArray:
    n_units = int(units.sum())
    if len(units) < n_units:
        return rng.multinomial(n_units, units / n_units, size=replicates).astype(np.float64)
    # Every column is one unit. Counting draws is faster than numpy's own multinomial, which
    # draws a binomial for each.
    drawn = rng.integers(0, n_units, size=(replicates, n_units), dtype=np.int32)
    counts = np.empty((replicates, n_units))
    rows = max(1, COUNTED_AT_ONCE // max(1, n_units))
    for start in range(0, replicates, rows):
        some = drawn[start : start + rows]
        cells = some + n_units * np.arange(len(some))[:, np.newaxis]
        counts[start : start + rows] = np.bincount(cells.ravel(), minlength=some.size).reshape(
            some.shape
        )
    return counts
