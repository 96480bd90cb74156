"""Undefined values: NaN inside arrays, None where they leave."""

from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def ratio(numerator: npt.NDArray[Any], denominator: npt.NDArray[Any]) -> FloatArray:
    """NaN where the denominator is not positive: undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator > 0, numerator / denominator, np.nan)


def defined(column: FloatArray) -> list[float | None]:
    """Plain numbers, with None for NaN."""
    return [None if np.isnan(value) else value for value in column.tolist()]
