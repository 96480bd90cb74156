"""What every result of the method can be turned into.

A result says its rows and its plain values; JSON, a table for a terminal and a data frame are
made of these, so that they cannot differ.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame

NO_PANDAS = "to_frame() needs pandas, which is not installed: pip install pandas"


class Result(ABC):
    """Frozen values with `to_dict()`, `to_json()`, `to_table()` and `to_frame()`."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain values, as JSON can hold them."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """A row a thing, each with the same columns."""

    def to_json(self, *, indent: int | None = None) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def to_table(self) -> str:
        """Aligned columns, numbers with four decimals, a dash where there is none."""
        rows = self.rows()
        return "\n".join(aligned(_cells(rows))) if rows else ""

    def to_frame(self) -> DataFrame:
        """Needs pandas, which Regild does not bring along."""
        try:
            from pandas import DataFrame
        except ImportError as absent:
            raise ImportError(NO_PANDAS) from absent
        return DataFrame(self.rows())


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
        for line in lines
    ]


def _cells(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    columns = list(rows[0])
    return [columns, *([_shown(row[column]) for column in columns] for row in rows)]


def _shown(value: object) -> str:
    match value:
        case None:
            return "–"
        case float():
            return f"{value:.4f}"
        case _:
            return str(value)
