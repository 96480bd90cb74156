"""The campaign's rating scale, as the statistics need it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Scale:
    """The numbers behind the declared values, lowest first.

    All declared values count, used or not: Gwet's coefficients depend on how many
    values annotators could have chosen.
    """

    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.values) < 2:
            raise ValueError(f"a scale needs two values, not {len(self.values)}")
        if any(b <= a for a, b in zip(self.values, self.values[1:], strict=False)):
            raise ValueError(f"scale values must rise: {self.values}")

    @cached_property
    def numbers(self) -> npt.NDArray[np.float64]:
        return np.array(self.values, dtype=np.float64)

    @cached_property
    def squared_differences(self) -> npt.NDArray[np.float64]:
        return np.subtract.outer(self.numbers, self.numbers) ** 2

    @cached_property
    def quadratic_agreement(self) -> npt.NDArray[np.float64]:
        """1 for equal values, 0 for the two ends of the scale."""
        furthest = self.squared_differences[0, -1]
        return np.asarray(1 - self.squared_differences / furthest)
