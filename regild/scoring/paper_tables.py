"""Fill the papers' tables of systems with scores, wherever these come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from regild.problems import N_
from regild.scoring.ranking import rank_differences, ranks
from regild.tables.papers import PaperColumn, PaperTable
from regild.tables.printed import DASH, PaperCell, PrintedTable, in_unit, styled

NO_MULTIWORD_GOLD = N_("nobody said which targets are part of a multiword")
NO_MULTIWORDS = N_("there are no multiwords that systems name")
NO_PART = N_("no sentence belongs to this part")
NO_RANK = N_("without a score there is no rank")

GOLD_NOTES = {"first": N_("On the first gold."), "second": N_("On the second gold.")}
IN_PER_CENT = N_("In per cent.")


class SystemValue(NamedTuple):
    value: float | None
    reason: str = ""


# By gold (first, second), measure and system.
Values = Callable[[str, str, str], SystemValue]


def measures_of(table: PaperTable, parts: Sequence[str]) -> dict[str, set[str]]:
    """What each gold is asked for to fill the table: "" is the one chosen."""
    found: dict[str, set[str]] = {}
    for column in columns_of(table, parts):
        found.setdefault(column.gold, set()).add(column.measure)
    for asked in found.values():
        asked.add(table.order)
    return found


def columns_of(table: PaperTable, parts: Sequence[str]) -> tuple[PaperColumn, ...]:
    """Of a table on each part, with the parts there are."""
    return table.columns + tuple(
        PaperColumn(f"{measure}.{part}", measure.rpartition(".")[2], part)
        for part in parts
        for measure in table.each_part
    )


def fill(
    table: PaperTable,
    systems: Sequence[str],
    values: Values,
    *,
    gold: str = "first",
    parts: Sequence[str] = (),
    penalty: float | None = None,
    _: Callable[[str], str] = str,
) -> PrintedTable:
    """Rows in the paper's order; equal systems and those without a value in the order given.

    `gold` is the one of a table that is not of both; `_` says a text in the reader's language.
    """
    if table.of_multiwords:
        gold = "first"
    columns = columns_of(table, parts)
    last = "second" if table.two_golds else gold
    first_rank = {s: values("first", table.order, s).value for s in systems}

    def place(system: str) -> tuple[bool, float, float]:
        value = values(last, table.order, system).value
        sign = 1 if table.ascending else -1
        return value is None, sign * (value or 0.0), sign * (first_rank[system] or 0.0)

    rows = sorted(systems, key=place)
    cells = [_column(column, rows, values, table, gold) for column in columns]
    notes = [*_notes(table, columns, gold=gold, penalty=penalty)]
    found = PrintedTable(
        declared=table,
        title=_(table.title),
        first=_(N_("System")),
        heads=tuple((_(column.group), _(column.name)) for column in columns),
        rows=tuple(
            (system, tuple(column[at] for column in cells)) for at, system in enumerate(rows)
        ),
        notes=tuple(map(_, notes)),
    )
    found = found._replace(
        rows=tuple(
            (name, tuple(cell._replace(reason=_(cell.reason)) for cell in row))
            for name, row in found.rows
        )
    )
    return _turned(found) if table.across else found


def _column(
    column: PaperColumn, systems: Sequence[str], values: Values, table: PaperTable, gold: str
) -> list[PaperCell]:
    found = [values(column.gold or gold, column.measure, system) for system in systems]
    if column.shows == "value":
        return [
            PaperCell(
                styled(one.value, table.style), in_unit(one.value, table.style), one.reason
            )
            for one in found
        ]
    places = ranks([one.value for one in found])
    if column.shows == "difference":
        first = ranks([values("first", column.measure, s).value for s in systems])
        moved = rank_differences(first_gold=first, second_gold=places)
        return [_whole(n, f"{n:+d}" if n else "0") for n in moved]
    return [_whole(n, str(n)) for n in places]


def _whole(number: int | None, text: str) -> PaperCell:
    return PaperCell(DASH, None, NO_RANK) if number is None else PaperCell(text, number)


def _notes(
    table: PaperTable, columns: Sequence[PaperColumn], *, gold: str, penalty: float | None
) -> list[str]:
    chosen = not (table.two_golds or table.of_multiwords)
    notes: list[str] = [GOLD_NOTES[gold]] if chosen else []
    if table.style == "percent":
        notes.append(IN_PER_CENT)
    if penalty is not None and any(c.measure.startswith("jabbari.") for c in columns):
        notes.append(f"k = {penalty:g}.")
    return notes


def _turned(table: PrintedTable) -> PrintedTable:
    """Systems across, a pair of columns each; a line a group of measures."""
    groups: Mapping[str, None] = dict.fromkeys(group for group, _name in table.heads)
    names = [*dict.fromkeys(name for _group, name in table.heads)]
    at = {head: place for place, head in enumerate(table.heads)}
    return table._replace(
        first="",
        heads=tuple((system, name) for system, _cells in table.rows for name in names),
        rows=tuple(
            (group, tuple(cells[at[group, name]] for _s, cells in table.rows for name in names))
            for group in groups
        ),
    )
