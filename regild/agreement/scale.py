"""The campaign's rating scale, as the statistics need it."""

from dataclasses import dataclass
from functools import cached_property

from regild.arrays import FloatArray, np
from regild.problems import N_


@dataclass(frozen=True)
class Scale:
    """The numbers behind the declared values, lowest first.

    All declared values count, used or not: Gwet's coefficients depend on how many
    values annotators could have chosen.
    """

    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.values) < 2:
            raise ValueError(N_("a scale needs two values, not %(n)s", n=len(self.values)))
        if any(b <= a for a, b in zip(self.values, self.values[1:], strict=False)):
            raise ValueError(N_("scale values must rise: %(values)s", values=repr(self.values)))

    @cached_property
    def numbers(self) -> FloatArray:
        return np.array(self.values, dtype=np.float64)

    @cached_property
    def squared_differences(self) -> FloatArray:
        return np.subtract.outer(self.numbers, self.numbers) ** 2

    @cached_property
    def quadratic_agreement(self) -> FloatArray:
        """1 for equal values, 0 for the two ends of the scale."""
        furthest = self.squared_differences[0, -1]
        return np.asarray(1 - self.squared_differences / furthest)
