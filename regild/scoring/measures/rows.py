"""What a measure makes of the rows of a table, one number a sentence.

With these a measure is written without numpy, so that asking for the names of all measures
does not load it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from regild.arrays import Array, BoolArray, FloatArray, IntArray
    from regild.scoring.matrices import AnswerTable


def summed(rows: Array) -> FloatArray:
    return cast("FloatArray", rows.sum(axis=1, dtype=float))


def highest(rows: FloatArray) -> FloatArray:
    return cast("FloatArray", rows.max(axis=1))


def equal(rows: FloatArray, column: FloatArray) -> BoolArray:
    """Where a row has the number that stands for it in the column."""
    return cast("BoolArray", rows == column[:, None])


def any_of(rows: BoolArray) -> BoolArray:
    return cast("BoolArray", rows.any(axis=1))


def are_highest(answers: AnswerTable) -> BoolArray:
    """Which answers have the highest weight that their sentence's gold has."""
    return equal(answers.weights, answers.gold.highest)


def as_numbers(whole: BoolArray | IntArray) -> FloatArray:
    return whole.astype(float)
