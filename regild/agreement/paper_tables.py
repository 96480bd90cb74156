"""Fill the papers' tables of ratings from a report of agreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from regild.problems import N_
from regild.tables.papers import PaperTable
from regild.tables.printed import PaperCell, PrintedTable, styled
from regild.tables.printing import Cell, Table

NO_RATING = N_("nothing with enough ratings is in this column")
IN_PER_CENT = N_("In per cent.")

_ORIGINS = {
    "gold": N_("Annotators only"),
    "systems": N_("Systems only"),
    "both": N_("Annotators & systems"),
}


def fill_report(
    declared: PaperTable,
    tables: Mapping[str, Table],
    *,
    _: Callable[[str], str] = str,
) -> PrintedTable:
    """`tables` are the report's (regild.agreement.tables)."""
    made = _table_8 if declared.report == "table_8" else _bands
    return made(declared, tables[declared.report], _)


def _table_8(declared: PaperTable, table: Table, _: Callable[[str], str]) -> PrintedTable:
    """Who proposed it a row, a verdict a column: the report has both as the paper does."""
    return PrintedTable(
        declared=declared,
        title=_(declared.title),
        first="",
        heads=tuple(("", name) for name in table.columns[2:]),
        rows=tuple(
            (str(name), tuple(_cell(share, declared, _, unit=1) for share in shares))
            for name, _n, *shares in table.rows
        ),
        notes=(_(IN_PER_CENT),),
    )


def _bands(declared: PaperTable, table: Table, _: Callable[[str], str]) -> PrintedTable:
    """A band of scores a row, an origin a column with how many candidates it is of."""
    n_origins = len(table.columns) // 2
    totals = [
        sum(n for row in table.rows if isinstance(n := row[at], int))
        for at in range(1, n_origins + 1)
    ]
    names = (_(_ORIGINS.get(name, name)) for name in table.columns[1 : n_origins + 1])
    return PrintedTable(
        declared=declared,
        title=_(declared.title),
        first="Score2",
        heads=tuple(("", f"{name} ({n:,})") for name, n in zip(names, totals, strict=True)),
        rows=tuple(
            (
                str(row[0]),
                tuple(_cell(share, declared, _, unit=100) for share in row[n_origins + 1 :]),
            )
            for row in table.rows
        ),
    )


def _cell(
    share: Cell, declared: PaperTable, _: Callable[[str], str], *, unit: int
) -> PaperCell:
    """`unit` makes a per cent of it."""
    value: Any = share
    if value is None:
        return PaperCell(styled(None, declared.style), None, _(NO_RATING))
    return PaperCell(styled(value * unit / 100, declared.style), value * unit)
