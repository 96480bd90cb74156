"""Places on a drawing that is as wide as its column, as SVG's attributes.

All of them are parts of the drawing's width and height: a browser stretches them, while text
and lines keep their size. Widths are counted from where the page's script begins, so that a
page from right to left has its drawings so too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


def percent(share: float) -> str:
    return f"{number(share)}%"


def number(share: float) -> str:
    """In hundredths of the whole, with a point in every language."""
    # Never -0.
    return f"{round(100 * share, 2) + 0.0:g}"


class Sheet(NamedTuple):
    """Shares go from 0, where a line of text begins, to 1, and from 0 at the foot to 1."""

    mirrored: bool = False

    def x(self, share: float, width: float = 0.0) -> str:
        """Where a shape of this width, or a point, has its left edge."""
        return percent(self._x(share, width))

    def y(self, share: float, height: float = 0.0) -> str:
        """Where a shape of this height has its upper edge."""
        return percent(1 - share - height)

    def path(self, points: Iterable[tuple[float, float]]) -> str:
        """A line through points, on a view box of 100 by 100."""
        return " ".join(
            f"{'L' if place else 'M'}{number(self._x(x))} {number(1 - y)}"
            for place, (x, y) in enumerate(points)
        )

    def area(
        self, tops: Sequence[tuple[float, float]], feet: Sequence[tuple[float, float]]
    ) -> str:
        """Between a line and another below it."""
        return f"{self.path([*tops, *reversed(feet)])} Z" if tops else ""

    def _x(self, share: float, width: float = 0.0) -> float:
        return 1 - share - width if self.mirrored else share
