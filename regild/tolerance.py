"""When two computed numbers count as equal: the tolerance of every decision.

A processor adds up and multiplies in an order of its own, and the last digits of a sum depend
on it. Whatever ranks, sorts, ties or compares such numbers does it by `SAME` or by `levels`, so
that the decision is the same on every processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from regild.arrays import Array, FloatArray, IntArray, np

SAME = 1e-12


def levels(values: Array | Sequence[float]) -> IntArray:
    """The rank of each value from 0, with equal ranks for values that lie within `SAME` of
    their neighbours (of their size, where that is larger than 1). NaN is not allowed."""
    given = np.asarray(values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    lower, upper = given[order][:-1], given[order][1:]
    size = np.clip(np.minimum(np.abs(lower), np.abs(upper)), 1, np.finfo(float).max)
    with np.errstate(invalid="ignore"):  # of one infinite value less another
        steps = (upper > lower) & (upper - lower > SAME * size)
    found = np.empty(len(given), dtype=np.int64)
    found[order] = np.concatenate(([0], np.cumsum(steps)))[: len(given)]
    return found


def highest_first(values: Array | Sequence[float]) -> IntArray:
    """The places of the values, from the highest; equal ones in the order given."""
    return np.argsort(-levels(values), kind="stable")


def weighted_sum(columns: Array, weights: Sequence[float]) -> FloatArray:
    """The sum of the columns, each times its weight, added up from the first column on. A
    matrix product would add up in the order of the processor."""
    return np.asarray(sum(map(mul, columns, weights)))


def first_highest(rows: FloatArray) -> IntArray:
    """The first column of each row that has the row's highest value."""
    return np.asarray((rows >= rows.max(axis=1, keepdims=True) - SAME).argmax(axis=1))
