"""A table of values, and how it is printed: CSV, LaTeX, a terminal."""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, overload

from regild.formats.rows import write_rows
from regild.results import aligned

# So many characters, two of them between columns, go on a line of A4 with margins of an inch
# at 8 points, the size of a footnote.
_LINE = 120

T = TypeVar("T")


class Estimate(NamedTuple):
    """`reason` says why there is no value."""

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str = ""


Cell = str | int | float | None | Estimate


class MadeRows(Sequence[tuple[Cell, ...]]):
    """Rows that are made when they are read: of thousands a page shows twenty."""

    def __init__(self, of: Iterable[T], made: Callable[[T], tuple[Cell, ...]]) -> None:
        self._of = [*of]
        self._made = made

    def __len__(self) -> int:
        return len(self._of)

    @overload
    def __getitem__(self, place: int) -> tuple[Cell, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[Cell, ...]]: ...
    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [*map(self._made, self._of[place])]
        return self._made(self._of[place])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]


class Table(NamedTuple):
    """A column of `estimates` has intervals; in CSV it becomes three columns. Numbers are shown
    with so many `decimals`."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    estimates: tuple[str, ...] = ()
    decimals: int = 3


def as_csv(table: Table) -> str:
    """Numbers in full."""
    columns: list[str] = []
    for name in table.columns:
        columns += [name, f"{name}_low", f"{name}_high"] if name in table.estimates else [name]
    out = io.StringIO()
    write_rows(out, columns, ([*_flat(table, row)] for row in table.rows))
    return out.getvalue()


def as_latex(table: Table) -> str:
    """A file for `\\input`."""
    return (
        r"% In the preamble: \usepackage[T1]{fontenc} \usepackage{booktabs,graphicx}"
        f"\n{latex_tabular(table)}\n"
    )


# A dimexpr, for the calc package reads no \ifdim; and a string, for in Spanish > is a command
# of the babel package.
LATEX_FITTED = (
    r"\noindent\resizebox{\dimexpr\ifdim\width\string>\linewidth",
    r"  \linewidth\else\width\fi\relax}{!}{%",
)


def latex_tabular(table: Table) -> str:
    """As wide as its cells ask, or as the line where that is narrower. So that it need not
    shrink beyond reading, a wide table has the long ones of its headings on end."""
    head, *rows = texts = _texts(table)
    headings = [*map(latex_text, head)]
    spacing = []
    if sum(_widths(texts)) + 2 * len(head) > _LINE:
        spacing = [r"\setlength{\tabcolsep}{3pt}%"]
        cells = _widths(rows) or [0] * len(head)
        for place, name in enumerate(head):
            if place and len(name) > cells[place]:
                headings[place] = rf"\rotatebox{{90}}{{{headings[place]}}}"
    return "\n".join(
        [
            *LATEX_FITTED,
            *spacing,
            rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            r"\toprule",
            _latex_row(headings),
            r"\midrule",
            *(_latex_row(map(latex_text, row)) for row in rows),
            r"\bottomrule",
            # No space behind: it would not fit on the line.
            r"\end{tabular}}%",
        ]
    )


def as_markdown(table: Table) -> str:
    head, *rows = _texts(table)
    right = ("---", *("---:" for _name in head[1:]))
    return "".join(f"{markdown_row(row)}\n" for row in (head, right, *rows))


def markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


# By the suffix of the file: its content type, and how it is written.
FORMS = {"csv": ("text/csv", as_csv), "tex": ("application/x-tex", as_latex)}


def as_text(table: Table) -> list[str]:
    """Lines with aligned columns, for a terminal."""
    return aligned(_texts(table))


def _texts(table: Table) -> list[tuple[str, ...]]:
    return [
        table.columns,
        *(tuple(shown(cell, table.decimals) for cell in row) for row in table.rows),
    ]


def _widths(rows: Iterable[tuple[str, ...]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def shown(cell: Cell, decimals: int = 3) -> str:
    """A dash where there is no number."""
    match cell:
        case None:
            return "–"
        case Estimate(value, None):
            return shown(value, decimals)
        case Estimate(value, low, high):
            ends = f"[{shown(low, decimals)}, {shown(high, decimals)}]"
            return f"{shown(value, decimals)} {ends}"
        case float():
            return f"{cell:.{decimals}f}"
        case _:
            return str(cell)


def _flat(table: Table, row: Iterable[Cell]) -> Iterator[object]:
    for column, cell in zip(table.columns, row, strict=True):
        if not isinstance(cell, Estimate):
            yield cell
        elif column in table.estimates:
            yield from (cell.value, cell.low, cell.high)
        else:
            yield cell.value


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # Beside a "!" or a "?" it would turn them upside down.
    "`": r"\textasciigrave{}",
    # In other encodings than T1 these would print as ¡, ¿ and a dash; in T1 two of them as «.
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    # At the start of a row they would be taken for an argument of the row before.
    "[": "{[}",
    "*": "{*}",
} | {sign: f"\\{sign}" for sign in "&%$#_{}"}


# Before another of the same, where the two would print as a dash or as a quotation mark.
_LATEX_PAIRS = "-,'"


_LATEX_SIGNS = re.compile(
    "|".join([*map(re.escape, _LATEX), *(f"{sign}(?={sign})" for sign in _LATEX_PAIRS)])
)


def latex_text(text: str) -> str:
    """What prints as `text`."""
    return _LATEX_SIGNS.sub(lambda sign: _LATEX.get(sign[0], f"{sign[0]}{{}}"), text)


def _latex_row(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"
