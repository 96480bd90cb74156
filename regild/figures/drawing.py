"""The figures of a report: values and words in; SVG, PDF or PNG out.

The same values give the same bytes. Colours are set on every artist, never in matplotlib's
shared settings, because the web process draws light and dark figures at the same time.

matplotlib is loaded by what draws: it is slow to load and large, and hardly a page of a site
has a figure.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from datetime import date
from textwrap import fill
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from regild.figures.charts import ChartBox, ChartRow

Format = Literal["svg", "pdf", "png"]
Theme = Literal["light", "dark"]

FORMATS: dict[Format, str] = {
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "png": "image/png",
}

_WIDTH = 4.2  # inches; readable when shrunk to the width of a phone
_DOTS_PER_INCH = 200
_FONT_SIZE = 10
# Longer names would leave no room for what is drawn.
_LONGEST_NAME = 18


class _Colours(NamedTuple):
    """Those of the pages; the three of `series` differ in lightness too."""

    paper: str
    ink: str
    line: str
    mark: str
    wash: str
    series: tuple[str, str, str]


_COLOURS: dict[Theme, _Colours] = {
    "light": _Colours(
        paper="#ffffff",
        ink="#26221b",
        line="#e4dccd",
        mark="#7d5a00",
        wash="#f8eccf",
        series=("#7d5a00", "#d8ad4e", "#33567a"),
    ),
    "dark": _Colours(
        paper="#221f1b",
        ink="#ece6db",
        line="#3a352d",
        mark="#e6b95c",
        wash="#3b3019",
        series=("#e6b95c", "#8a6a23", "#8fb4da"),
    ),
}


class Look(NamedTuple):
    """How one rendering differs from another of the same figure."""

    format: Format
    theme: Theme
    x_label: str
    y_label: str


def bars(
    groups: Sequence[str], series: Mapping[str, Sequence[float | None]], look: Look
) -> bytes:
    """Shares side by side in each group; one that is undefined has no bar."""
    from matplotlib.ticker import PercentFormatter

    figure, axes, colours = canvas(look, height=2.8)
    width = 0.8 / max(len(series), 1)
    first = -(len(series) - 1) / 2
    for place, (name, shares) in enumerate(series.items()):
        axes.bar(
            [group + (first + place) * width for group in range(len(groups))],
            [share or 0 for share in shares],
            width,
            label=name,
            color=colours.series[place],
        )
    axes.set_xticks(range(len(groups)), [fill(group, 12) for group in groups])
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(axis="y", color=colours.line)
    if series:
        figure.legend(
            loc="outside upper center",
            ncols=len(series),
            frameon=False,
            labelcolor=colours.ink,
            fontsize=_FONT_SIZE - 1,
        )
    return rendered(figure, look)


def boxes(groups: Sequence[ChartBox], look: Look) -> bytes:
    """A box for each name with its whiskers, and a ring for every value beyond them."""
    figure, axes, colours = canvas(look, height=3)
    if groups:  # bxp cannot draw no box
        line = {"color": colours.ink}
        axes.bxp(
            [
                {
                    "label": f"{box.name}\n({box.n})",
                    "whislo": box.low,
                    "q1": box.first_quartile,
                    "med": box.median,
                    "q3": box.third_quartile,
                    "whishi": box.high,
                    "fliers": list(box.outliers),
                }
                for box in groups
            ],
            widths=0.5,
            patch_artist=True,
            boxprops={"facecolor": colours.wash, "edgecolor": colours.ink},
            medianprops={"color": colours.mark, "linewidth": 2.5},
            whiskerprops=line,
            capprops=line,
            flierprops={
                "marker": "o",
                "markersize": 4,
                "markerfacecolor": "none",
                "markeredgecolor": colours.ink,
            },
        )
    axes.grid(axis="y", color=colours.line)
    return rendered(figure, look)


def dots(rows: Sequence[ChartRow], look: Look) -> bytes:
    """A row for each name, from the top: its value and, where there is one, its interval."""
    figure, axes, colours = canvas(look, height=0.9 + 0.22 * len(rows))
    for place, row in enumerate(rows):
        if row.low is not None and row.high is not None:
            axes.plot([row.low, row.high], [place, place], color=colours.mark, linewidth=1.5)
        if row.value is not None:
            axes.plot([row.value], [place], "o", color=colours.mark, markersize=5)
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    axes.grid(color=colours.line)
    return rendered(figure, look)


def lengths(rows: Sequence[ChartRow], look: Look) -> bytes:
    """A bar for each name, from the top: a share, its interval, and the share written out."""
    from matplotlib.ticker import PercentFormatter

    figure, axes, colours = canvas(look, height=0.9 + 0.3 * len(rows))
    places = range(len(rows))
    axes.barh(places, [row.value or 0 for row in rows], 0.7, color=colours.wash)
    for place, row in enumerate(rows):
        end = row.value or 0
        if row.low is not None and row.high is not None:
            axes.plot([row.low, row.high], [place, place], color=colours.mark, linewidth=1.5)
            end = row.high
        axes.annotate(
            f"{row.value or 0:.1%}",
            (end, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            color=colours.ink,
            fontsize=_FONT_SIZE - 1,
        )
    axes.set_yticks(places, [fill(row.name, 20) for row in rows])
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    longest = max((row.high or row.value or 0 for row in rows), default=0)
    axes.set_xlim(0, 1.25 * longest or 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(axis="x", color=colours.line)
    return rendered(figure, look)


def scatter(points: Sequence[tuple[float, float]], look: Look) -> bytes:
    """With a line where x is 0."""
    from matplotlib.ticker import MaxNLocator

    figure, axes, colours = canvas(look, height=3)
    axes.axvline(0, color=colours.ink, linewidth=1)
    axes.plot(
        [x for x, _y in points],
        [y for _x, y in points],
        "o",
        color=colours.mark,
        markersize=6,
        markeredgecolor=colours.paper,
    )
    # Of numbers such as −0.025 more would run into each other.
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.grid(color=colours.line)
    return rendered(figure, look)


def steps(days: Sequence[date], heights: Sequence[int], look: Look) -> bytes:
    """A count that only grows, day by day, from 0."""
    from matplotlib.ticker import MaxNLocator

    figure, axes, colours = canvas(look, height=2.6)
    places = [day.toordinal() for day in days]
    axes.step(places, heights, where="post", color=colours.mark, linewidth=2)
    axes.plot(places, heights, "o", color=colours.mark, markersize=4)
    _mark_days(axes, days)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y", color=colours.line)
    return rendered(figure, look)


def columns(days: Sequence[date], heights: Sequence[int], look: Look) -> bytes:
    """What each day added; a day without anything has no column."""
    from matplotlib.ticker import MaxNLocator

    figure, axes, colours = canvas(look, height=2.6)
    places = [day.toordinal() for day in days]
    axes.bar(places, heights, color=colours.mark)
    if places:
        # Room for a week at least: a single day would fill the whole figure.
        axes.set_xlim(places[0] - 0.8, max(places[-1], places[0] + 6) + 0.8)
    _mark_days(axes, days)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y", color=colours.line)
    return rendered(figure, look)


def _mark_days(axes: Axes, days: Sequence[date]) -> None:
    """The first and the last; those between are told by their places."""
    ends = sorted({*days[:1], *days[-1:]})
    axes.set_xticks([day.toordinal() for day in ends], [day.isoformat() for day in ends])


def short_name(name: str) -> str:
    """Both ends stay: runs of one system differ in the last letters."""
    if len(name) <= _LONGEST_NAME:
        return name
    end = _LONGEST_NAME // 2
    return f"{name[: end - 1]}…{name[-end:]}"


def canvas(look: Look, *, height: float) -> tuple[Figure, Axes, _Colours]:
    import matplotlib
    from matplotlib.figure import Figure

    # Names inside an SVG come from a hash; without its salt they differ from run to run.
    matplotlib.rcParams["svg.hashsalt"] = "regild"
    # Names and labels are other people's: what stands between two $ in them is no formula.
    matplotlib.rcParams["text.parse_math"] = False
    colours = _COLOURS[look.theme]
    figure = Figure(figsize=(_WIDTH, height), layout="constrained", facecolor=colours.paper)
    axes = figure.add_subplot(facecolor=colours.paper)
    axes.set_axisbelow(True)
    axes.tick_params(colors=colours.ink, labelsize=_FONT_SIZE - 1, length=0)
    axes.set_xlabel(look.x_label, color=colours.ink, fontsize=_FONT_SIZE)
    axes.set_ylabel(look.y_label, color=colours.ink, fontsize=_FONT_SIZE)
    for side, spine in axes.spines.items():
        spine.set_color(colours.line)
        spine.set_visible(side in {"left", "bottom"})
    return figure, axes, colours


def rendered(figure: Figure, look: Look) -> bytes:
    # The time of drawing would make every file another one.
    when = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[look.format]
    out = io.BytesIO()
    figure.savefig(out, format=look.format, dpi=_DOTS_PER_INCH, metadata=when)
    return out.getvalue()
