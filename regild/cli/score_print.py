"""How `regild score` prints what it found: tables for a terminal, a paper, a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from regild.scoring.system_scores import Scorecard, SystemScores
from regild.tables.printing import (
    Cell,
    Estimate,
    Table,
    as_csv,
    as_latex,
    as_markdown,
    as_text,
    latex_text,
)

if TYPE_CHECKING:
    from regild.scoring.gold_rankings import GoldRankings

DECIMALS = 4


def printed(
    card: Scorecard, *, form: str, rankings: Sequence[GoldRankings] = (), official: bool = False
) -> tuple[str, str]:
    """What goes to standard output, and what beside it."""
    tables = [official_table(card.systems) if official else score_table(card)]
    if card.differences is not None:
        tables.append(difference_table(card))
    if rankings:
        tables.append(ranking_table(rankings))
    if any(row.per_sentence is not None for row in card.systems):
        tables.append(sentence_table(card.systems))
    if form == "csv":
        return as_csv(tables[-1]), f"{card.signature}\n"
    said, signed = _FORMS[form]
    return "\n".join([*map(said, tables), signed(card.signature)]), ""


def score_table(card: Scorecard) -> Table:
    """A measure and system a row, the best system of a measure first."""
    of_targets = any(row.over_sentences for row in card.systems)
    several_runs = any(row.runs for row in card.systems)
    columns = ["measure", "system", "rank", "value", "p_next", "n"]
    columns += ["targets", "over_sentences"] if of_targets else []
    columns += ["runs", "sd"] if several_runs else []
    grouped = any(row.groups for row in card.systems)
    columns += ["group"] if grouped else []
    rows: list[tuple[Cell, ...]] = []
    keys = dict.fromkeys(key for row in card.systems for key in row.measures)
    for key in keys:
        for row in sorted(card.systems, key=lambda row: _place(row, key)):
            cells: list[Cell] = [
                key,
                row.system,
                _of(row.rank, key),
                _estimate(row, key, row.interval),
                _of(row.p, key),
                row.sentences.get(key),
            ]
            if of_targets:
                beside = (row.over_sentences or {}).get(key, {})
                ends = beside.get("low"), beside.get("high")
                cells += [beside.get("targets"), Estimate(_number(row, key), *ends)]
            if several_runs:
                cells += [len(row.runs.files), row.runs.sd[key]] if row.runs else [1, None]
            if grouped:
                cells.append(_of(row.groups, key))
            rows.append(tuple(cells))
    return Table(
        "scores", tuple(columns), rows, estimates=("value", "over_sentences"), decimals=DECIMALS
    )


def official_table(rows: Sequence[SystemScores]) -> Table:
    """A line a measure and a column a system, each number with the sentences it is over."""
    keys = dict.fromkeys(key for row in rows for key in row.measures)
    lines: list[tuple[Cell, ...]] = [
        (key, *(_printed(row, key) for row in rows)) for key in keys
    ]
    return Table("scores", ("", *(row.system for row in rows)), lines, decimals=DECIMALS)


def difference_table(card: Scorecard) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            one.measure,
            one.first,
            one.second,
            Estimate(one.difference, one.low, one.high),
            one.p,
            one.p_holm,
        )
        for one in card.differences or ()
    ]
    columns = ("measure", "system", "and", "difference", "p", "p_holm")
    return Table("differences", columns, rows, estimates=("difference",), decimals=DECIMALS)


def ranking_table(rankings: Sequence[GoldRankings]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (found.measure, name, Estimate(*one), found.n)
        for found in rankings
        for name, one in found.coefficients.items()
    ]
    columns = ("measure", "coefficient", "value", "n")
    return Table("rankings", columns, rows, estimates=("value",), decimals=DECIMALS)


def sentence_table(rows: Sequence[SystemScores]) -> Table:
    """A line a sentence and measure."""
    asked = {row.system: row.per_sentence for row in rows if row.per_sentence is not None}
    lines: list[tuple[Cell, ...]] = [
        (sentence, key, *(said.get(sentence, {}).get(key) for said in asked.values()))
        for sentence in dict.fromkeys(s for said in asked.values() for s in said)
        for key in dict.fromkeys(k for said in asked.values() for k in said.get(sentence, ()))
    ]
    return Table("sentences", ("", " ", *asked), lines, decimals=DECIMALS)


def latex_signature(text: str) -> str:
    """It has no blank that a line could end at."""
    broken = latex_text(text).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
    return rf"\par {{\footnotesize\ttfamily {broken}}}" + "\n"


_FORMS: Mapping[str, tuple[Callable[[Table], str], Callable[[str], str]]] = {
    "table": (lambda table: "\n".join(as_text(table)) + "\n", lambda text: f"{text}\n"),
    "tex": (as_latex, latex_signature),
    "md": (as_markdown, lambda text: f"`{text}`\n"),
}


def _place(row: SystemScores, key: str) -> tuple[bool, int]:
    rank = _of(row.rank, key)
    return rank is None, rank or 0


def _of(found: Mapping[str, Any] | None, key: str) -> Any:
    return None if found is None else found.get(key)


def _number(row: SystemScores, key: str) -> float | None:
    value = row.measures.get(key)
    return None if isinstance(value, str) else value


def _estimate(
    row: SystemScores, key: str, intervals: Mapping[str, Sequence[float] | None] | None
) -> Estimate:
    low, high = _of(intervals, key) or (None, None)
    return Estimate(_number(row, key), low, high)


def _printed(row: SystemScores, key: str) -> Cell:
    value = row.measures.get(key)
    if value is None or isinstance(value, str):
        return value
    return f"{value:.{DECIMALS}f} ({row.sentences[key]})"
