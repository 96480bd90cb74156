"""What pages' charts are drawn of: values in; places as SVG's attributes out, and no words.

Names, numbers and links are added by whoever knows the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from itertools import pairwise
from typing import NamedTuple

from regild.figures.scales import AxisScale, marked
from regild.figures.sheet import Sheet, percent

# Of the room that a column has, the part that it fills.
_FILLED = 0.8
# A week at least: a single day would fill a whole chart.
_FEWEST_DAYS = 7


class Rect(NamedTuple):
    x: str
    y: str
    width: str
    height: str


class Span(NamedTuple):
    """A row's bar from 0 or its dot, and its interval; empty where undefined."""

    start: str
    length: str
    dot: str
    low: str
    high: str


class BoxMark(NamedTuple):
    low: str
    start: str
    length: str
    median: str
    high: str
    outliers: tuple[str, ...]


class Tick(NamedTuple):
    """`anchor` keeps the words of the first and the last inside the chart."""

    at: str
    value: float
    anchor: str


class PlotColumn(NamedTuple):
    """`hit` is what reacts to a pointer: as high as the chart."""

    bar: Rect
    hit: Rect
    at: str


class Course(NamedTuple):
    """A line over time, gaps where it is undefined; `band` is between the ends of intervals."""

    lines: tuple[str, ...]
    areas: tuple[str, ...]
    bands: tuple[str, ...]
    dots: tuple[tuple[str, str] | None, ...]


class Slope(NamedTuple):
    start: str
    end: str
    y1: str
    y2: str


def columns(counts: Sequence[float], scale: AxisScale, sheet: Sheet) -> list[PlotColumn]:
    room = 1 / max(len(counts), _FEWEST_DAYS)
    return [
        PlotColumn(
            Rect(
                sheet.x((place + (1 - _FILLED) / 2) * room, _FILLED * room),
                sheet.y(0, scale.share(count)),
                percent(_FILLED * room),
                percent(scale.share(count)),
            ),
            Rect(sheet.x(place * room, room), "0", percent(room), "100%"),
            sheet.x((place + 0.5) * room),
        )
        for place, count in enumerate(counts)
    ]


def column_ticks(n: int, sheet: Sheet) -> list[Tick]:
    """`value` is a column's place."""
    room = 1 / max(n, _FEWEST_DAYS)
    return [
        Tick(sheet.x((place + 0.5) * room), place, _anchor((place + 0.5) * room))
        for place in marked(range(n))
    ]


def ticks(scale: AxisScale, sheet: Sheet) -> list[Tick]:
    return [
        Tick(sheet.x(scale.share(tick)), tick, _anchor(scale.share(tick)))
        for tick in scale.ticks
    ]


def heights(scale: AxisScale, sheet: Sheet) -> list[tuple[str, float]]:
    """The marks of an upright axis, from the top."""
    return [(sheet.y(scale.share(tick)), tick) for tick in reversed(scale.ticks)]


def _anchor(share: float) -> str:
    return "start" if share < 0.08 else "end" if share > 0.92 else "middle"


def span(
    value: float | None, low: float | None, high: float | None, scale: AxisScale, sheet: Sheet
) -> Span:
    """Bars begin at 0, wherever it is on the axis."""
    start = length = dot = ""
    if value is not None:
        ends = sorted((scale.share(0), scale.share(value)))
        start, length = sheet.x(ends[0], ends[1] - ends[0]), percent(ends[1] - ends[0])
        dot = sheet.x(scale.share(value))
    known = value is not None and low is not None and high is not None
    return Span(
        start,
        length,
        dot,
        sheet.x(scale.share(low)) if known and low is not None else "",
        sheet.x(scale.share(high)) if known and high is not None else "",
    )


def box(
    five: tuple[float, float, float, float, float],
    outliers: Sequence[float],
    scale: AxisScale,
    sheet: Sheet,
) -> BoxMark:
    """`five` are the lower whisker, the quartiles with the median, and the upper whisker."""
    low, first, median, third, high = map(scale.share, five)
    return BoxMark(
        sheet.x(low),
        sheet.x(first, third - first),
        percent(third - first),
        sheet.x(median),
        sheet.x(high),
        tuple(sheet.x(scale.share(score)) for score in outliers),
    )


def course(
    points: Sequence[tuple[float, float | None, float | None, float | None]],
    across: tuple[float, float],
    scale: AxisScale,
    sheet: Sheet,
    *,
    stepped: bool = False,
) -> Course:
    """`points` are when, value and interval; `across` is when the chart begins and ends. What
    is `stepped` holds its value until it has another."""
    places = [(place_in_time(at, across), value, low, high) for at, value, low, high in points]
    lines, areas, bands = [], [], []
    for run in _runs(places):
        line = [(x, scale.share(value)) for x, value, _low, _high in run if value is not None]
        if stepped:
            line = _steps(line)
        lines.append(sheet.path(line))
        areas.append(sheet.area(line, [(x, 0.0) for x, _y in line]))
        ends = [
            (x, scale.share(low), scale.share(high))
            for x, _value, low, high in run
            if low is not None and high is not None
        ]
        bands.append(
            sheet.area(
                [(x, high) for x, _low, high in ends], [(x, low) for x, low, _high in ends]
            )
        )
    return Course(
        tuple(lines),
        tuple(areas),
        tuple(band for band in bands if band),
        tuple(
            None if value is None else (sheet.x(x), sheet.y(scale.share(value)))
            for x, value, _low, _high in places
        ),
    )


def place_in_time(at: float, across: tuple[float, float]) -> float:
    """In the middle where a chart has one moment only."""
    first, last = across
    return 0.5 if first == last else (at - first) / (last - first)


def moment(at: date | datetime | int) -> float:
    """In days, or whatever is counted."""
    if isinstance(at, int):
        return float(at)
    if isinstance(at, datetime):
        seconds = at.second + at.microsecond / 1e6
        return at.toordinal() + (at.hour + at.minute / 60 + seconds / 3600) / 24
    return float(at.toordinal())


def time_ticks(across: tuple[float, float], sheet: Sheet, *, most: int = 4) -> list[Tick]:
    """Whole numbers, of days their ordinals, evenly spaced."""
    first, last = int(across[0]), int(across[1])
    return [
        Tick(sheet.x(share := max(place_in_time(day, across), 0.0)), day, _anchor(share))
        for day in marked(range(first, last + 1), most=most)
    ]


def hits(places: Sequence[float], sheet: Sheet) -> list[Rect]:
    """What reacts to a pointer around each place: halfway to its neighbours."""
    edges = [0.0, *((a + b) / 2 for a, b in pairwise(places)), 1.0]
    return [
        Rect(sheet.x(start, end - start), "0", percent(end - start), "100%")
        for start, end in pairwise(edges)
    ][: len(places)]


def spot(x: float, y: float, across: AxisScale, up: AxisScale, sheet: Sheet) -> tuple[str, str]:
    return sheet.x(across.share(x)), sheet.y(up.share(y))


def slopes(orders: Sequence[tuple[int, int]], sheet: Sheet) -> list[Slope]:
    """Of rows that are equally high on either side: from a place in one order to that in the
    other, both from 0 at the top."""
    n = len(orders)
    return [
        Slope(
            sheet.x(0),
            sheet.x(1),
            percent((first + 0.5) / n),
            percent((second + 0.5) / n),
        )
        for first, second in orders
    ]


def _runs(
    places: Sequence[tuple[float, float | None, float | None, float | None]],
) -> list[list[tuple[float, float | None, float | None, float | None]]]:
    runs: list[list[tuple[float, float | None, float | None, float | None]]] = [[]]
    for place in places:
        if place[1] is None:
            runs.append([])
        else:
            runs[-1].append(place)
    return [run for run in runs if run]


def _steps(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    corners = [line[0]]
    for (_x, y), (x, higher) in pairwise(line):
        corners += [(x, y), (x, higher)]
    return corners
