"""Charts that are read on the page: SVG for the marks, text around it for every word.

Each tag is given the rows of regild.figures.charts, a `label` that says what the chart shows,
and how its numbers are said: `count`, `share` or `number`. A page that shows one loads
css/charts.css.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext

from core.languages import direction
from core.templatetags.numbers import between, decimal, grouped
from regild.figures import plots
from regild.figures.charts import ChartBox, ChartDay, ChartLine, ChartRow, Group, Rank, Spot
from regild.figures.scales import AxisScale, every_day, nice_scale
from regild.figures.sheet import Sheet

register = template.Library()

# As many colours tell series apart; those that follow have them again.
_SERIES = 4


def said(value: float | None, form: str = "number", decimals: int | None = None) -> str:
    """A number as the page's language writes it, a dash where it is undefined."""
    if value is None:
        return "–"
    if form == "count":
        return grouped(value)
    if form == "share":
        digits = _decimal(100 * value, 1 if decimals is None else decimals)
        return gettext("%(number)s%%") % {"number": digits}
    return _decimal(value, 2 if decimals is None else decimals)


register.filter("chart_number", said)


def _decimal(value: float, decimals: int) -> str:
    # Between right-to-left words its sign would stand behind it.
    sign = "\N{LEFT-TO-RIGHT MARK}" if value < 0 and _sheet().mirrored else ""
    return sign + decimal(value, decimals)


def _interval(value: float | None, low: float | None, high: float | None, form: str) -> str:
    if value is None or low is None or high is None:
        return said(value, form)
    return f"{said(value, form)} {between(said(low, form), said(high, form))}"


def _on_axis(value: float, scale: AxisScale, form: str) -> str:
    # Per cents have two decimals less.
    return said(value, form, max(0, scale.decimals - 2 * (form == "share")))


def _scale(values: Iterable[float | None], form: str, *, zero: bool) -> AxisScale:
    return nice_scale(values, zero=zero, whole=form == "count", highest=_highest(form))


def _highest(form: str) -> float | None:
    return 1.0 if form == "share" else None


def _sheet() -> Sheet:
    return Sheet(mirrored=direction(get_language() or "en") == "rtl")


def _upright(scale: AxisScale, form: str, sheet: Sheet) -> list[dict[str, Any]]:
    return [
        {"y": y, "text": _on_axis(value, scale, form)}
        for y, value in plots.heights(scale, sheet)
    ]


def _across(scale: AxisScale, form: str, sheet: Sheet) -> list[dict[str, Any]]:
    return [
        {"x": tick.at, "text": _on_axis(tick.value, scale, form), "anchor": tick.anchor}
        for tick in plots.ticks(scale, sheet)
    ]


def _short_day(day: date) -> str:
    return date_format(day, "j M")


def _whole_day(day: date) -> str:
    return date_format(day, "j F Y")


def _series(place: int) -> int:
    return place % _SERIES + 1


@register.inclusion_tag("charts/days.html")
def day_chart(
    days: Sequence[ChartDay], label: str, unit: str, table: bool = True
) -> dict[str, Any]:
    """A column a day, or a week where there are very many; `unit` is what is counted. Without
    a `table` below it, the page has one beside it."""
    found = every_day((day.day, day.n) for day in days)
    links = {} if found.weekly else {day.day: day.href for day in days}
    sheet = _sheet()
    scale = nice_scale(found.counts, zero=True, whole=True, most=4)
    columns = []
    for start, n, column in zip(
        found.starts, found.counts, plots.columns(found.counts, scale, sheet), strict=True
    ):
        name = _whole_day(start)
        if found.weekly:
            name = gettext("week of %(day)s") % {"day": name}
        columns.append({"name": name, "n": n, "href": links.get(start, ""), "place": column})
    return {
        "label": label,
        "described": _days_described(columns),
        "unit": unit,
        "columns": columns,
        "weekly": found.weekly,
        "y": _upright(scale, "count", sheet),
        "x": [
            {
                "x": tick.at,
                "text": _short_day(found.starts[int(tick.value)]),
                "anchor": tick.anchor,
            }
            for tick in plots.column_ticks(len(found.starts), sheet)
        ],
        "table": table,
    }


def _days_described(columns: Sequence[dict[str, Any]]) -> str:
    if not columns:
        return ""
    most = max(columns, key=lambda column: column["n"])
    return gettext(
        "%(total)s in all, from %(first)s to %(last)s; most, %(most)s: %(when)s."
    ) % {
        "total": grouped(sum(column["n"] for column in columns)),
        "first": columns[0]["name"],
        "last": columns[-1]["name"],
        "most": grouped(most["n"]),
        "when": most["name"],
    }


@register.inclusion_tag("charts/rows.html")
def bar_chart(rows: Sequence[ChartRow], label: str, form: str = "count") -> dict[str, Any]:
    """A bar for each name, its number beside it, and its interval if it has one."""
    return _rows(rows, label, form, kind="bar", zero=True)


@register.inclusion_tag("charts/rows.html")
def dot_chart(rows: Sequence[ChartRow], label: str, form: str = "number") -> dict[str, Any]:
    """A dot for each name with its interval, on an axis that need not begin at 0."""
    return _rows(rows, label, form, kind="dot", zero=False)


def _rows(
    rows: Sequence[ChartRow], label: str, form: str, *, kind: str, zero: bool
) -> dict[str, Any]:
    sheet = _sheet()
    scale = _scale(
        (number for row in rows for number in (row.value, row.low, row.high)), form, zero=zero
    )
    return {
        "label": label,
        "kind": kind,
        "rows": [
            {
                "row": row,
                "text": said(row.value, form),
                "whole": _interval(row.value, row.low, row.high, form),
                "place": plots.span(row.value, row.low, row.high, scale, sheet),
            }
            for row in rows
        ],
        "x": _across(scale, form, sheet),
    }


@register.inclusion_tag("charts/grouped.html")
def grouped_bar_chart(
    groups: Sequence[Group], label: str, form: str = "share"
) -> dict[str, Any]:
    """Bars of several series under each name, told apart by colour and by their own names."""
    sheet = _sheet()
    every = [row for group in groups for row in group.rows]
    scale = _scale(
        (number for row in every for number in (row.value, row.low, row.high)), form, zero=True
    )
    return {
        "label": label,
        "groups": [
            {
                "name": group.name,
                "rows": [
                    {
                        "row": row,
                        "series": _series(place),
                        "text": said(row.value, form),
                        "whole": _interval(row.value, row.low, row.high, form),
                        "place": plots.span(row.value, row.low, row.high, scale, sheet),
                    }
                    for place, row in enumerate(group.rows)
                ],
            }
            for group in groups
        ],
        "x": _across(scale, form, sheet),
    }


@register.inclusion_tag("charts/boxes.html")
def box_chart(boxes: Sequence[ChartBox], label: str, form: str = "number") -> dict[str, Any]:
    """Whiskers, quartiles and median for each name, and a ring for every value beyond."""
    sheet = _sheet()
    scale = _scale(
        (number for box in boxes for number in (box.low, box.high, *box.outliers)),
        form,
        zero=True,
    )
    return {
        "label": label,
        "rows": [
            {
                "row": box,
                "n": grouped(box.n),
                "median": said(box.median, form),
                "whole": gettext(
                    "median %(median)s, half of them from %(first)s to %(third)s, "
                    "whiskers from %(low)s to %(high)s"
                )
                % {
                    "median": said(box.median, form),
                    "first": said(box.first_quartile, form),
                    "third": said(box.third_quartile, form),
                    "low": said(box.low, form),
                    "high": said(box.high, form),
                },
                "place": plots.box(box[2:7], box.outliers, scale, sheet),
            }
            for box in boxes
        ],
        "x": _across(scale, form, sheet),
    }


@register.inclusion_tag("charts/lines.html")
def line_chart(
    lines: Sequence[ChartLine],
    label: str,
    form: str = "number",
    *,
    stepped: bool = False,
    area: bool = False,
    zero: bool = False,
    table: bool = True,
    across: str = "",
) -> dict[str, Any]:
    """Lines over time, or over the numbers of what `across` names, each with the band of its
    intervals. `stepped` is for what holds until it changes, `area` for what is filled to the
    foot, which is 0 then."""
    sheet = _sheet()
    points = [point for line in lines for point in line.points]
    scale = nice_scale(
        (number for point in points for number in (point.value, point.low, point.high)),
        zero=zero or area,
        whole=form == "count",
        highest=_highest(form),
        most=4,
    )
    moments = sorted({plots.moment(point.at) for point in points})
    ends = (moments[0], moments[-1]) if moments else (0.0, 0.0)
    drawn = [
        {
            "name": line.name,
            "series": _series(place),
            "course": plots.course(
                [
                    (plots.moment(point.at), point.value, point.low, point.high)
                    for point in line.points
                ],
                ends,
                scale,
                sheet,
                stepped=stepped,
            ),
        }
        for place, line in enumerate(lines)
    ]
    rows = _by_moment(lines, form)
    places = [plots.place_in_time(at, ends) for at in moments]
    return {
        "label": label,
        "described": _lines_described(lines, form),
        "lines": drawn,
        "area": area,
        "rows": [
            row | {"hit": hit} for row, hit in zip(rows, plots.hits(places, sheet), strict=True)
        ],
        "y": _upright(scale, form, sheet),
        "x": [
            {
                "x": tick.at,
                "text": grouped(tick.value)
                if across
                else _short_day(date.fromordinal(int(tick.value))),
                "anchor": tick.anchor,
            }
            for tick in (plots.time_ticks(ends, sheet) if moments else ())
        ],
        "across": across,
        "table": table,
    }


def _by_moment(lines: Sequence[ChartLine], form: str) -> list[dict[str, Any]]:
    """A row for each moment, with what each line has then."""
    found: dict[float, dict[str, Any]] = {}
    for place, line in enumerate(lines):
        for point in line.points:
            row = found.setdefault(
                plots.moment(point.at),
                {"name": _moment_said(point.at), "href": "", "texts": ["–"] * len(lines)},
            )
            row["href"] = row["href"] or point.href
            row["texts"][place] = _interval(point.value, point.low, point.high, form)
    rows = [found[at] for at in sorted(found)]
    for row in rows:
        of = zip((line.name for line in lines), row["texts"], strict=True)
        row["said"] = ", ".join(f"{name} {text}" for name, text in of)
    return rows


def _moment_said(at: date | datetime | int) -> str:
    if isinstance(at, int):
        return grouped(at)
    return f"{_whole_day(at)}, {at:%H:%M}" if isinstance(at, datetime) else _whole_day(at)


def _end_said(at: date | datetime | int) -> str:
    return grouped(at) if isinstance(at, int) else _whole_day(at)


def _lines_described(lines: Sequence[ChartLine], form: str) -> str:
    return " ".join(
        (
            gettext("%(name)s: from %(first)s at %(start)s to %(last)s at %(end)s.")
            if isinstance(known[0].at, int)
            else gettext("%(name)s: from %(first)s on %(start)s to %(last)s on %(end)s.")
        )
        % {
            "name": line.name,
            "first": said(known[0].value, form),
            "start": _end_said(known[0].at),
            "last": said(known[-1].value, form),
            "end": _end_said(known[-1].at),
        }
        for line in lines
        if (known := [point for point in line.points if point.value is not None])
    )


@register.inclusion_tag("charts/scatter.html")
def scatter_chart(
    spots: Sequence[Spot],
    label: str,
    x_label: str,
    y_label: str,
    form: str = "number",
    table: bool = True,
) -> dict[str, Any]:
    """A dot for each name at two numbers; one that lacks a number is in the table alone."""
    sheet = _sheet()
    drawn = [spot for spot in spots if spot.x is not None and spot.y is not None]
    across = _scale((spot.x for spot in drawn), form, zero=True)
    up = _scale((spot.y for spot in drawn), form, zero=False)
    places = []
    for spot in drawn:
        x, y = plots.spot(spot.x or 0.0, spot.y or 0.0, across, up, sheet)
        whole = f"{x_label} {said(spot.x, form)}, {y_label} {said(spot.y, form)}"
        places.append({"spot": spot, "x": x, "y": y, "whole": whole})
    return {
        "label": label,
        "described": ngettext("%(n)s point.", "%(n)s points.", len(drawn))
        % {"n": grouped(len(drawn))},
        "x_label": x_label,
        "y_label": y_label,
        "spots": places,
        "zero": sheet.x(across.share(0)),
        "rows": [
            {"spot": spot, "x": said(spot.x, form), "y": said(spot.y, form)} for spot in spots
        ],
        "y": _upright(up, form, sheet),
        "x": _across(across, form, sheet),
        "table": table,
    }


@register.inclusion_tag("charts/slopes.html")
def slope_chart(
    ranks: Sequence[Rank], label: str, first_title: str, second_title: str
) -> dict[str, Any]:
    """A line for each name from its rank in one order to that in another, the best on top."""
    first = sorted(range(len(ranks)), key=lambda i: (ranks[i].first, ranks[i].second))
    second = sorted(range(len(ranks)), key=lambda i: (ranks[i].second, ranks[i].first))
    orders = [(first.index(place), second.index(place)) for place in range(len(ranks))]
    return {
        "label": label,
        "titles": (first_title, second_title),
        "first": [ranks[place] for place in first],
        "second": [ranks[place] for place in second],
        "lines": [
            {
                "rank": rank,
                "place": place,
                "way": "rose"
                if rank.second < rank.first
                else "fell"
                if rank.second > rank.first
                else "kept",
            }
            for rank, place in zip(ranks, plots.slopes(orders, _sheet()), strict=True)
        ],
    }


@register.inclusion_tag("charts/sparkline.html")
def sparkline(
    values: Sequence[float | None], label: str, form: str = "number"
) -> dict[str, Any]:
    """A small line beside a number, at even distances."""
    sheet = _sheet()
    scale = nice_scale(values, most=2)
    course = plots.course(
        [(float(place), value, None, None) for place, value in enumerate(values)],
        (0.0, float(len(values) - 1)) if values else (0.0, 0.0),
        scale,
        sheet,
    )
    known = [value for value in values if value is not None]
    if known:
        label = gettext("%(label)s: from %(first)s to %(last)s") % {
            "label": label,
            "first": said(known[0], form),
            "last": said(known[-1], form),
        }
    dots = [dot for dot in course.dots if dot]
    return {"label": label, "course": course, "last": dots[-1] if dots else None}
