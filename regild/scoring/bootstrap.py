"""How sure a mean score is: by drawing units with replacement.

All work on a matrix of scores, one row a sentence and one column a system, NaN where the
sentence is not in the system's mean. A unit is a sentence, or where `units` says so, all the
sentences of a target. All systems see the same resampled units, so that differences between
them can be taken replicate by replicate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.resampling import (
    NO_INTERVAL,
    Interval,
    bootstrap_weights,
    on_all_cores,
    percentile_interval,
    student_quantile,
    tail_quantiles,
)

# 1 - 0.95 in binary is a little more than 0.05. It stays so: intervals that are published keep
# their last digit.
TAIL = (1 - 0.95) / 2
# Of which one product is made: wide enough to pay, and enough of them for every core.
COLUMNS_AT_ONCE = 128


def mean_interval(means: FloatArray, *, units: int | None = None) -> Interval:
    """Of one system's means over the replicates, 95 %.

    Percentiles of few `units` fall short: a bootstrap's spread is that of n, not of n - 1, and
    its ends those of the normal distribution, not of Student's t. Where their number is said,
    the quantiles lie as much further out as makes up for both (Hesterberg 2015, "expanded
    percentiles"). One unit has no spread to draw, and so no interval.
    """
    if units is None:
        return percentile_interval(means, tail=TAIL)
    if units < 2:
        return NO_INTERVAL
    return percentile_interval(means, tail=expanded_tail(units))


def mean_intervals(means: FloatArray, *, units: Sequence[int]) -> list[Interval]:
    """The same of several systems, a column each: quantiles of all at once take a third of the
    time."""
    found = [NO_INTERVAL] * means.shape[1]
    for n in {*units} if len(means) else ():
        columns = [
            column
            for column, of_column in enumerate(units)
            if of_column == n > 1 and not np.isnan(means[:, column]).any()
        ]
        if columns:
            low_ends, high_ends = tail_quantiles(means[:, columns], expanded_tail(n))
            for column, low, high in zip(
                columns, low_ends.tolist(), high_ends.tolist(), strict=True
            ):
                found[column] = Interval(low, high)
    return found


@lru_cache(maxsize=1_024)
def expanded_tail(units: int) -> float:
    """What is left out at each end, of so many units: 2.5 % of a great many, less of few."""
    reach = math.sqrt(units / (units - 1)) * student_quantile(1 - TAIL, freedom=units - 1)
    return 0.5 * (1 + math.erf(-reach / math.sqrt(2)))


def bootstrap_means(
    matrix: FloatArray, *, replicates: int, rng: np.random.Generator
) -> FloatArray:
    """The systems' means, a replicate a row, NaN where no sentence of a system was drawn."""
    [means] = bootstrap_each([matrix], replicates=replicates, rng=rng)
    return means


def bootstrap_each(
    matrices: Sequence[FloatArray],
    *,
    replicates: int,
    rng: np.random.Generator,
    units: IntArray | None = None,
) -> list[FloatArray]:
    """The same for several measures of the same sentences, which all see the same draws;
    `units` has each sentence's place among what is drawn."""
    found = [np.full((replicates, matrix.shape[1]), np.nan) for matrix in matrices]
    if not (replicates and matrices[0].size):
        return found
    values, counted, places = _distinct(matrices, units)
    start = 0
    for weights in bootstrap_weights(
        np.ones(len(values), dtype=int), replicates=replicates, rng=rng
    ):
        means = _means(weights, values, counted)
        for matrix, columns in zip(found, places, strict=True):
            matrix[start : start + len(weights)] = means[:, columns]
        start += len(weights)
        del weights  # before the next are drawn, or memory has to hold both
    return found


class _Counted(NamedTuple):
    """How many sentences of each unit count, a column for each way they do; and whose it is."""

    columns: FloatArray
    of: list[int]


def _distinct(
    matrices: Sequence[FloatArray], units: IntArray | None
) -> tuple[FloatArray, _Counted, list[list[int]]]:
    """What units add up to, a column for each that no other column is the same as, and where
    those of each matrix are: a system that answers all has its precision as its recall."""
    unlike, ways = _Unlike(), _Unlike()
    places = [[unlike.place(column) for column in matrix.T] for matrix in matrices]
    of = [ways.place((~np.isnan(column)).astype(np.float64)) for column in unlike.columns]
    return (
        _sums(unlike.columns, units),
        _Counted(_sums(ways.columns, units), of),
        places,
    )


class _Unlike:
    """Columns no two of which are the same. Kept as they are: of many sentences another copy is
    what memory would go to."""

    def __init__(self) -> None:
        self.columns: list[FloatArray] = []
        self._by_total: dict[float, list[int]] = {}

    def place(self, column: FloatArray) -> int:
        total = float(column.sum())
        # NaN does not equal itself, and would never be found again.
        alike = self._by_total.setdefault(total if total == total else -1.0, [])
        for place in alike:
            if np.array_equal(self.columns[place], column, equal_nan=True):
                return place
        alike.append(len(self.columns))
        self.columns.append(column)
        return alike[-1]


def _sums(columns: Sequence[FloatArray], units: IntArray | None) -> FloatArray:
    n_units = len(columns[0]) if units is None else int(units.max()) + 1
    found = np.empty((n_units, len(columns)), order="F")
    for place, column in enumerate(columns):
        values = np.nan_to_num(column)
        found[:, place] = values if units is None else np.bincount(units, weights=values)
    return found


def _means(weights: FloatArray, values: FloatArray, counted: _Counted) -> FloatArray:
    """A replicate a row."""
    drawn = (weights @ counted.columns)[:, counted.of]
    slices = [
        slice(start, start + COLUMNS_AT_ONCE)
        for start in range(0, values.shape[1], COLUMNS_AT_ONCE)
    ]
    summed = np.concatenate(
        on_all_cores(lambda some: weights @ values[:, some], slices), axis=1
    )
    means: FloatArray = np.full_like(summed, np.nan)
    np.divide(summed, drawn, out=means, where=drawn > 0)
    return means
