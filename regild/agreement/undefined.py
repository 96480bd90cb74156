"""Undefined values: NaN inside arrays, None where they leave."""

from math import isnan

from regild.arrays import Array, FloatArray, np


def ratio(numerator: Array, denominator: Array) -> FloatArray:
    """NaN where the denominator is not positive: undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator > 0, numerator / denominator, np.nan)


def defined(column: FloatArray) -> list[float | None]:
    """Plain numbers, with None for NaN."""
    return [None if isnan(value) else value for value in column.tolist()]
