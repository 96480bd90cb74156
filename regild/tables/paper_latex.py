"""A table of a paper as LaTeX for another paper: whichever columns, systems and caption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from regild.problems import N_, Text
from regild.tables.printed import PaperCell, PrintedTable, below, caption_of
from regild.tables.printing import LATEX_FITTED, latex_text

# More rows go on no page beside a caption.
LONG = 45
Length = Literal["auto", "yes", "no"]


class NotThere(ValueError):  # noqa: N818
    """Something was chosen that the table does not have."""

    def __init__(self, what: str, unknown: Sequence[str], known: Sequence[str]) -> None:
        self.what = what
        self.text: Text = N_(
            "the table has no %(unknown)s; it has %(known)s",
            unknown=tuple(unknown),
            known=tuple(known),
        )
        super().__init__(self.text)


class LatexChoices(NamedTuple):
    """`columns` and `systems` in the order given, all where none is. With a `caption` the table
    floats and has a `label`; "" leaves it bare, for \\input into a float of one's own. `digits`
    are the decimals of numbers in full; None prints them as the paper does. `siunitx` aligns
    at the decimal point by that package's columns; without it by padding. `long` breaks over
    pages, by itself with more than LONG rows."""

    columns: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    caption: str = ""
    label: str = ""
    digits: int | None = None
    siunitx: bool = False
    long: Length = "auto"


NO_CHOICES = LatexChoices()


def chosen(table: PrintedTable, choices: LatexChoices) -> PrintedTable:
    """With the columns and rows that were chosen. Raises NotThere."""
    columns = _places("column", choices.columns, table.columns)
    names = [name for name, _cells in table.rows]
    rows = _places("row", choices.systems, names)
    return table._replace(
        heads=tuple(table.heads[place] for place in columns),
        rows=tuple(
            (name, tuple(_digits(cells[place], choices.digits) for place in columns))
            for name, cells in (table.rows[row] for row in rows)
        ),
    )


def _places(what: str, asked: Sequence[str], known: Sequence[str]) -> Sequence[int]:
    if unknown := [name for name in asked if name not in known]:
        raise NotThere(what, unknown, known)
    return [known.index(name) for name in asked] if asked else range(len(known))


def _digits(cell: PaperCell, digits: int | None) -> PaperCell:
    if digits is None or not isinstance(cell.value, float):
        return cell
    return cell._replace(text=f"{cell.value:.{digits}f}")


def paper_latex(table: PrintedTable, choices: LatexChoices = NO_CHOICES) -> str:
    """A file for `\\input`. Raises NotThere."""
    table = chosen(table, choices)
    long = choices.long == "yes" or (choices.long == "auto" and len(table.rows) > LONG)
    packages = ["booktabs", "longtable" if long else "graphicx"]
    packages += ["siunitx"] if choices.siunitx else []
    head = [
        rf"% In the preamble: \usepackage[T1]{{fontenc}} \usepackage{{{','.join(packages)}}}",
        f"% {caption_of(table)}",
    ]
    rows = [*_rows(table, siunitx=choices.siunitx)]
    body = (_long if long else _short)(table, choices, rows)
    return "\n".join([*head, *body]) + "\n"


def latex_body(table: PrintedTable) -> str:
    """As the paper prints it, without what an input file says of itself."""
    return "\n".join(_short(table, NO_CHOICES, [*_rows(table, siunitx=False)]))


def _short(table: PrintedTable, choices: LatexChoices, rows: list[str]) -> list[str]:
    inner = [
        *LATEX_FITTED,
        rf"\begin{{tabular}}{{{_columns(table, choices)}}}",
        r"\toprule",
        *_headings(table, siunitx=choices.siunitx),
        r"\midrule",
        *rows,
        r"\bottomrule",
        # No space behind: it would not fit on the line.
        r"\end{tabular}}%",
        *(rf"\par {latex_text(line)}" for line in below(table)),
    ]
    if not (choices.caption or choices.label):
        return inner
    return [r"\begin{table}", r"\centering", *_caption(choices), *inner, r"\end{table}"]


def _long(table: PrintedTable, choices: LatexChoices, rows: list[str]) -> list[str]:
    headings = [r"\toprule", *_headings(table, siunitx=choices.siunitx), r"\midrule"]
    caption = "".join(_caption(choices))
    return [
        rf"\begin{{longtable}}{{{_columns(table, choices)}}}",
        *([rf"{caption}\\"] if caption else []),
        *headings,
        r"\endfirsthead",
        *headings,
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *rows,
        r"\end{longtable}",
        *(rf"\par\noindent {latex_text(line)}" for line in below(table)),
    ]


def _caption(choices: LatexChoices) -> list[str]:
    said = [rf"\caption{{{latex_text(choices.caption)}}}"] if choices.caption else []
    return [*said, *([rf"\label{{{choices.label}}}"] if choices.label else [])]


def _columns(table: PrintedTable, choices: LatexChoices) -> str:
    if not choices.siunitx:
        return f"l{'r' * len(table.heads)}"
    return "l" + "".join(map(_numbers, _by_column(table)))


def _by_column(table: PrintedTable) -> Iterable[list[str]]:
    return (
        [cells[place].text for _name, cells in table.rows] for place in range(len(table.heads))
    )


def _numbers(texts: Sequence[str]) -> str:
    """As wide before and behind the point as its widest number."""
    numbers = [text.lstrip("+-").partition(".") for text in texts if _is_number(text)]
    before = max((len(whole) or 1 for whole, _point, _rest in numbers), default=1)
    behind = max((len(rest) for _whole, _point, rest in numbers), default=0)
    sign = "+" if any(text.startswith(("+", "-")) for text in texts) else ""
    # A superscript letter behind a number must not push it aside.
    return (
        f"S[table-format={sign}{before}.{behind}, table-space-text-post=\\textsuperscript{{a}}]"
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _headings(table: PrintedTable, *, siunitx: bool) -> list[str]:
    lines = []
    if groups := table.groups:
        spans, rules, at = [""], [], 2
        for group, n in groups:
            spans.append(rf"\multicolumn{{{n}}}{{c}}{{{latex_text(group)}}}")
            if group:
                rules.append(rf"\cmidrule(lr){{{at}-{at + n - 1}}}")
            at += n
        lines = [_row(spans), "".join(rules)]
    names = [latex_text(name) for _group, name in table.heads]
    # In braces a heading is no number to be aligned.
    names = [f"{{{name}}}" for name in names] if siunitx else names
    return [*lines, _row([latex_text(table.first), *names])]


def _rows(table: PrintedTable, *, siunitx: bool) -> Iterable[str]:
    behind = [
        max((len(text.partition(".")[2]) for text in texts if _is_number(text)), default=0)
        for texts in _by_column(table)
    ]
    for name, cells in table.marked:
        told = [
            _cell(text, mark, width, siunitx=siunitx)
            for (text, mark), width in zip(cells, behind, strict=True)
        ]
        yield _row([latex_text(name), *told])


def _cell(text: str, mark: str, behind: int, *, siunitx: bool) -> str:
    """Digits that a number lacks behind the point are there and not seen, so that points stand
    under each other."""
    noted = rf"\textsuperscript{{{mark}}}" if mark else ""
    if siunitx:
        return (
            f"{text} {noted}".strip() if _is_number(text) else f"{{{latex_text(text)}{noted}}}"
        )
    if not _is_number(text):
        return latex_text(text) + noted
    _whole, point, rest = text.partition(".")
    lacks = ("" if point or not behind else ".") + "0" * (behind - len(rest))
    return latex_text(text) + (rf"\phantom{{{lacks}}}" if lacks else "") + noted


def _row(cells: Sequence[str]) -> str:
    return f"{' & '.join(cells)} \\\\"
