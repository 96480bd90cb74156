"""The slope chart of ranks: values in, SVG, PDF or PNG out; the same values, the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regild.figures.charts import Rank
from regild.figures.drawing import Look, canvas, rendered, short_name

if TYPE_CHECKING:
    from regild.scoring.two_golds import TwoRankings

_FONT_SIZE = 8


def slopes(rankings: TwoRankings, look: Look, *, titles: tuple[str, str]) -> bytes:
    """A line a system, from its rank on the first gold to that on the second; rank 1 is at the
    top. Who rose is drawn in the mark's colour, who fell broken. A system without a rank on
    both is left out."""
    ranks = [
        Rank(line.system, line.first.rank, line.second.rank)
        for line in rankings.lines
        if line.first.rank is not None and line.second.rank is not None
    ]
    return slopes_of(ranks, look, titles=titles)


def slopes_of(orders: Sequence[Rank], look: Look, *, titles: tuple[str, str]) -> bytes:
    """The same of any two orders."""
    systems = [(rank.name, rank.first, rank.second) for rank in orders]
    figure, axes, colours = canvas(look, height=1 + 0.3 * len(systems))
    for _system, first, second in systems:
        rose, fell = second < first, second > first
        axes.plot(
            [0, 1],
            [first, second],
            "--" if fell else "-",
            color=colours.mark if rose else colours.ink,
            linewidth=2 if rose else 1,
            marker="o",
            markersize=4,
        )
    for side, away, align in ((0, -8, "right"), (1, 8, "left")):
        # Tied systems share one label, below each other.
        tied: dict[int, list[str]] = {}
        for system, *ranks in systems:
            tied.setdefault(ranks[side], []).append(short_name(system))
        for rank, names in tied.items():
            parts = ["\n".join(names), str(rank)]
            axes.annotate(
                "  ".join(parts if side == 0 else reversed(parts)),
                (side, rank),
                xytext=(away, 0),
                textcoords="offset points",
                ha=align,
                va="center",
                color=colours.ink,
                fontsize=_FONT_SIZE,
            )
    axes.set_xticks([0, 1], titles)
    axes.xaxis.tick_top()
    axes.set_yticks([])
    axes.set_xlim(-1, 2)
    axes.set_ylim(len(systems) + 0.6, 0.4)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return rendered(figure, look)
