"""A table as its paper prints it: CSV, Markdown, JSON, a terminal."""

from __future__ import annotations

import io
import json
from itertools import groupby
from typing import Any, NamedTuple

from regild.formats.rows import write_rows
from regild.results import aligned
from regild.tables.papers import PaperTable, Style
from regild.tables.printing import markdown_row

DASH = "–"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class PaperCell(NamedTuple):
    """What is printed, and the number in full; `reason` says why there is none."""

    text: str
    value: float | int | str | None
    reason: str = ""


class PrintedTable(NamedTuple):
    """`heads` are group and name of each column behind the first; rows begin with theirs."""

    declared: PaperTable
    title: str
    first: str
    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[PaperCell, ...]], ...]
    notes: tuple[str, ...] = ()

    @property
    def reasons(self) -> dict[str, str]:
        """Each reason's letter, in the order of the cells."""
        cells = (cell for _name, row in self.rows for cell in row)
        found = dict.fromkeys(cell.reason for cell in cells if cell.reason)
        return {reason: _letter(place) for place, reason in enumerate(found)}

    @property
    def groups(self) -> list[tuple[str, int]]:
        """The upper line of the heading, with how many columns each spans; none without."""
        if not any(group for group, _name in self.heads):
            return []
        return [
            (group, len([*heads])) for group, heads in groupby(self.heads, key=lambda h: h[0])
        ]

    @property
    def columns(self) -> list[str]:
        """In one line."""
        return [f"{group} {name}".strip() for group, name in self.heads]

    @property
    def marked(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Rows of printed texts, each with the letter of its reason."""
        letters = self.reasons
        return [
            (name, [(cell.text, letters.get(cell.reason, "")) for cell in row])
            for name, row in self.rows
        ]


def styled(value: float | None, style: Style) -> str:
    if value is None:
        return DASH
    match style:
        case "percent":
            return f"{100 * value:.2f}"
        case "bare":
            return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"
        case "plain":
            return f"{value:.2f}"
        case "share":
            return f"{100 * value:.0f}%"


def in_unit(value: float | None, style: Style) -> float | None:
    """As a file has it: in full, in per cent where the table is."""
    return value if value is None or style not in ("percent", "share") else 100 * value


def to_dict(table: PrintedTable) -> dict[str, Any]:
    return {
        "table": table.declared.key,
        "paper": table.declared.paper,
        "title": f"{table.declared.number}: {table.title}",
        "columns": table.columns,
        "rows": [
            {
                "name": name,
                "cells": [cell._asdict() for cell in cells],
            }
            for name, cells in table.rows
        ],
        "notes": list(table.notes),
    }


def as_json(table: PrintedTable) -> str:
    return json.dumps(to_dict(table), ensure_ascii=False, indent=1) + "\n"


def as_csv(table: PrintedTable) -> str:
    """Numbers in full; the last column says why some are missing, where some are."""
    columns = [table.first, *table.columns]
    told = bool(table.reasons)
    rows = []
    for name, cells in table.rows:
        reasons = [
            f"{column}: {cell.reason}"
            for column, cell in zip(table.columns, cells, strict=True)
            if cell.reason
        ]
        row = [name, *("" if cell.value is None else cell.value for cell in cells)]
        rows.append([*row, "; ".join(reasons)] if told else row)
    out = io.StringIO()
    write_rows(out, [*columns, "undefined"] if told else columns, rows)
    return out.getvalue()


def as_markdown(table: PrintedTable) -> str:
    return "\n".join(
        [
            f"**{caption_of(table)}**",
            "",
            markdown_row([table.first, *table.columns]),
            markdown_row(["---", *("---:" for _head in table.heads)]),
            *(
                markdown_row(
                    [
                        name,
                        *(f"{text}<sup>{mark}</sup>" if mark else text for text, mark in row),
                    ]
                )
                for name, row in table.marked
            ),
            "",
            *below(table),
            "",
        ]
    )


def as_text(table: PrintedTable) -> str:
    """For a terminal."""
    rows = [[name, *(f"{text}{mark}" for text, mark in row)] for name, row in table.marked]
    body = aligned([[table.first, *table.columns], *rows])
    return "\n".join([caption_of(table), *body, *below(table)]) + "\n"


def caption_of(table: PrintedTable) -> str:
    declared = table.declared
    return f"{declared.number}: {table.title} ({declared.paper})"


def below(table: PrintedTable) -> list[str]:
    return [
        *table.notes,
        *(f"{mark} {DASH} {reason}." for reason, mark in table.reasons.items()),
    ]


def _letter(place: int) -> str:
    return _LETTERS[place] if place < len(_LETTERS) else f"z{place}"
