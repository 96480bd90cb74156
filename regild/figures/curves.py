"""Curves of systems: F of the first n answers, as Jabbari et al.'s Table 3 has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regild.figures.drawing import Format, Look, Theme, canvas, rendered, short_name
from regild.tables.papers import PaperTable
from regild.tables.printed import PaperCell

_LINES = ("-", "--", ":", "-.")
_MARKS = ("o", "s", "^", "D", "v", "P", "X")


def curves(
    names: Sequence[str], series: Mapping[str, Sequence[float | None]], look: Look
) -> bytes:
    """A line a system over the names; a value that is undefined leaves a gap. Colours come
    again with another line, so that many systems can be told apart without them too."""
    figure, axes, colours = canvas(look, height=2.6 + 0.16 * len(series))
    for place, (system, values) in enumerate(series.items()):
        axes.plot(
            range(len(names)),
            [float("nan") if value is None else value for value in values],
            _LINES[place // len(colours.series) % len(_LINES)],
            marker=_MARKS[place % len(_MARKS)],
            markersize=4,
            linewidth=1.5,
            # What begins so, matplotlib leaves out of a legend.
            label=short_name(f" {system}" if system.startswith("_") else system),
            color=colours.series[place % len(colours.series)],
        )
    axes.set_xticks(range(len(names)), names)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color=colours.line)
    if series:
        figure.legend(
            loc="outside lower center",
            ncols=2,
            frameon=False,
            labelcolor=colours.ink,
            fontsize=8,
        )
    return rendered(figure, look)


def paper_curve(
    table: PaperTable,
    rows: Sequence[tuple[str, Sequence[PaperCell]]],
    *,
    format: Format,
    theme: Theme,
    x_label: str = "n",
    y_label: str = "F",
) -> bytes:
    """Of a table whose columns are numbers of answers."""
    series = {
        name: [c.value if isinstance(c.value, float) else None for c in cells]
        for name, cells in rows
    }
    names = [column.name for column in table.columns]
    return curves(names, series, Look(format, theme, x_label=x_label, y_label=y_label))
