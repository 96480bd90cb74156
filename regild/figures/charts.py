"""What a chart of a page is given: names and numbers, in the order in which it shows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple


class ChartDay(NamedTuple):
    day: date
    n: int
    href: str = ""


class ChartRow(NamedTuple):
    """A name with its number. `value` is None where it is undefined; `note` says why, or what
    else belongs to it. `href` leads to what is behind it."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    href: str = ""
    note: str = ""


class Group(NamedTuple):
    """Rows that belong together; every group of a chart has rows of the same names."""

    name: str
    rows: Sequence[ChartRow]


class Point(NamedTuple):
    """`at` is when, or after how many; all of a chart are of one kind."""

    at: date | datetime | int
    value: float | None
    low: float | None = None
    high: float | None = None
    href: str = ""


class ChartLine(NamedTuple):
    name: str
    points: Sequence[Point]


class Spot(NamedTuple):
    name: str
    x: float | None
    y: float | None
    href: str = ""


class ChartBox(NamedTuple):
    """`n` values between two whiskers, and those beyond."""

    name: str
    n: int
    low: float
    first_quartile: float
    median: float
    third_quartile: float
    high: float
    outliers: Sequence[float] = ()
    href: str = ""


class Rank(NamedTuple):
    """A place in two orders, from 1; the same number where several share a place."""

    name: str
    first: int
    second: int
    href: str = ""
