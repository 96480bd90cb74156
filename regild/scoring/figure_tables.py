"""Systems on both golds as tables, with what stands beside them: annotators, a coin."""

from __future__ import annotations

from collections.abc import Mapping

from regild.scoring.by_task import BesideFigure
from regild.scoring.evaluation import Scored
from regild.scoring.two_golds import Line, TwoRankings
from regild.tables.printing import Cell, Estimate, Table

COLUMNS = (
    "system",
    "first",
    "rank_first",
    "second",
    "rank_second",
    "rank_difference",
    "n_first",
    "n_second",
    "p_next_first",
    "p_next_second",
)
ALL_COLUMNS = ("measure", "system", "first", "n_first", "second", "n_second", "reason")

# By the name of who stands there, by gold.
Beside = Mapping[str, Mapping[str, BesideFigure]]


def figure_table(rankings: TwoRankings, beside: Beside) -> Table:
    """A measure: a system a row, and beneath them what stands beside."""
    rows: list[tuple[Cell, ...]] = [
        (
            line.system,
            _estimate(line.first),
            line.first.rank,
            _estimate(line.second),
            line.second.rank,
            line.rank_difference,
            line.first.n,
            line.second.n,
            line.first.p_next,
            line.second.p_next,
        )
        for line in rankings.lines
    ]
    for name, figures in beside.items():
        first, second = figures["first"], figures["second"]
        told = (None, _estimate(second), None, None, first.n, second.n, None, None)
        rows.append((name, _estimate(first), *told))
    return Table(rankings.measure, COLUMNS, rows, estimates=("first", "second"))


def figures_table(rankings: Mapping[str, TwoRankings], beside: Mapping[str, Beside]) -> Table:
    """Every measure, a row for each system and for each that stands beside."""
    rows: list[tuple[Cell, ...]] = []
    for key, found in rankings.items():
        rows += [_row(key, line.system, line.first, line.second) for line in _by_id(found)]
        rows += [
            _row(key, name, figures["first"], figures["second"])
            for name, figures in beside.get(key, {}).items()
        ]
    return Table("figures", ALL_COLUMNS, rows, estimates=("first", "second"))


def _by_id(found: TwoRankings) -> list[Line]:
    """In one order by all measures."""
    return sorted(found.lines, key=lambda line: line.id)


def _row(
    key: str, name: str, first: Scored | BesideFigure, second: Scored | BesideFigure
) -> tuple[Cell, ...]:
    reason = "; ".join(dict.fromkeys(filter(None, (first.reason, second.reason))))
    return (key, name, _estimate(first), first.n, _estimate(second), second.n, reason)


def _estimate(found: Scored | BesideFigure) -> Estimate:
    return Estimate(found.value, found.low, found.high)
