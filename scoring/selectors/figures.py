"""Measures on a page where something stands beside the systems: annotators, a coin."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from regild.scoring.by_task import BesideFigure
from regild.scoring.evaluation import Scored
from regild.scoring.two_golds import Line, TwoRankings
from scoring.models import Evaluation
from scoring.selectors.scores import BesideByMeasure

BesideOne = Mapping[str, Mapping[str, BesideFigure]]


class OnGold(NamedTuple):
    """`reason` says why the gold has none of it; empty where it has."""

    gold: str
    reason: str


class FigureRow(NamedTuple):
    """A system, or by its name what stands beside; a cell for each gold that is shown."""

    line: Line | None
    beside: str
    cells: list[Scored | BesideFigure]


class FiguresOnPage(NamedTuple):
    golds: list[OnGold]
    rows: list[FigureRow]

    @property
    def shown(self) -> list[str]:
        return [on.gold for on in self.golds if not on.reason]


class FigureTable(NamedTuple):
    """All measures on one gold; a cell a system and then one for each that stands beside."""

    gold: str
    systems: list[str]
    beside: list[str]
    rows: list[tuple[str, list[Scored | BesideFigure]]]


def figures_on_page(rankings: TwoRankings, beside: BesideOne) -> FiguresOnPage:
    golds = [OnGold(gold.value, _why_not(rankings.lines, gold)) for gold in Evaluation.Gold]
    shown = [on.gold for on in golds if not on.reason]
    rows = [
        FigureRow(line, "", [_on(line, gold) for gold in shown]) for line in _ranked(rankings)
    ]
    rows += [
        FigureRow(None, name, [figures[gold] for gold in shown])
        for name, figures in beside.items()
    ]
    return FiguresOnPage(golds, rows)


def figure_tables(
    rankings: Collection[TwoRankings], beside: BesideByMeasure
) -> list[FigureTable]:
    """For each gold that has any of them."""
    tables = []
    for gold in Evaluation.Gold:
        found = [one for one in rankings if not _why_not(one.lines, gold)]
        if not found:
            continue
        systems = [line.system for line in _by_id(found[0])]
        names = [*beside.get(found[0].measure, {})]
        rows: list[tuple[str, list[Scored | BesideFigure]]] = []
        for one in found:
            cells: list[Scored | BesideFigure] = [_on(line, gold) for line in _by_id(one)]
            cells += [beside[one.measure][name][gold.value] for name in names]
            rows.append((one.measure, cells))
        tables.append(FigureTable(gold.value, systems, names, rows))
    return tables


def _by_id(rankings: TwoRankings) -> list[Line]:
    """In one order by all measures."""
    return sorted(rankings.lines, key=lambda line: line.id)


def _ranked(rankings: TwoRankings) -> list[Line]:
    """Those without a rank last."""
    last = len(rankings.lines) + 1
    return sorted(
        rankings.lines, key=lambda line: (line.second.rank or last, line.first.rank or last)
    )


def _on(line: Line, gold: str) -> Scored:
    return line.first if gold == Evaluation.Gold.FIRST else line.second


def _why_not(lines: Collection[Line], gold: str) -> str:
    """Empty where a system has a score."""
    scores = [_on(line, gold) for line in lines]
    if any(score.value is not None for score in scores):
        return ""
    return next((score.reason for score in scores), "")
