"""The rows under every table: comma- or tab-separated text, or JSON lines.

Which separator a file has is seen from its first line: a comma, a semicolon (as European
spreadsheets write), a tab, or an object a line.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import IO, Any, Literal, NamedTuple, Protocol, cast

from regild.formats.limits import shown
from regild.formats.text import MAX_BYTES, Sink, Utf8Writer, numbered_lines
from regild.problems import N_, BadFile, Findings, Text, reason_of

Form = Literal["csv", "tsv", "jsonl"]
# Its number and its text.
Line = tuple[int, str]

_DELIMITERS = (",", ";", "\t")

# A spreadsheet takes such a cell for a formula. A cell that already has apostrophes before
# such a sign gets one more, so that reading can take exactly one off.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


# Whether a column is missing, one is unknown, one is there twice.
_FAULTS = {
    (True, False, False): N_("there is no column %(missing)s"),
    (False, True, False): N_("there is an unknown column %(unknown)s"),
    (False, False, True): N_("there is a column twice"),
    (True, True, False): N_("there is no column %(missing)s and an unknown column %(unknown)s"),
    (True, False, True): N_("there is no column %(missing)s and a column twice"),
    (False, True, True): N_("there is an unknown column %(unknown)s and a column twice"),
    (True, True, True): N_(
        "there is no column %(missing)s and an unknown column %(unknown)s and a column twice"
    ),
}


class TextSink(Protocol):
    def write(self, text: str, /) -> object: ...


class Columns(NamedTuple):
    """`known` is all a table may have; each of `needed` is a name, or 'one or another'."""

    known: tuple[str, ...]
    needed: tuple[str, ...]

    def fault(self, present: Sequence[str]) -> Text | None:
        missing = [
            name
            for name in self.needed
            if not any(one in present for one in name.split(" or "))
        ]
        unknown = [name for name in present if name not in self.known]
        twice = len(set(present)) < len(present)
        fault = _FAULTS.get((bool(missing), bool(unknown), twice))
        if fault is None:
            return None
        return fault.filled(
            missing=tuple(map(_either, missing)), unknown=tuple(map(shown, unknown))
        )

    @property
    def remedy(self) -> Text:
        return N_("Name the columns in the first line: %(columns)s", columns=self.known)


class Row(NamedTuple):
    """Every known column; a cell the file leaves empty or has no column for is ''."""

    line: int
    cells: Mapping[str, str]


def read_rows(
    stream: IO[bytes], findings: Findings, columns: Columns, *, max_bytes: int
) -> Iterator[Row]:
    numbered = numbered_lines(stream, findings, max_bytes=max_bytes)
    lines = ((line, text) for line, text, _printable in numbered)
    first = next(((line, text) for line, text in lines if text.strip()), None)
    if first is None:
        return
    if first[1].lstrip().startswith("{"):
        yield from _json_rows(itertools.chain([first], lines), findings, columns)
    else:
        yield from _separated_rows(first, lines, findings, columns)


def count_rows(stream: IO[bytes]) -> int:
    """The rows of a table below its first line, as far as it can be taken apart."""
    findings, rows = Findings(""), 0
    numbered = numbered_lines(stream, findings, max_bytes=MAX_BYTES)
    texts = (text for _line, text, _printable in numbered if text.strip())
    with suppress(BadFile, csv.Error):
        first = next(texts, "")
        if first.lstrip().startswith("{"):
            return 1 + sum(1 for _text in texts)
        delimiter = max(_DELIMITERS, key=first.count)
        for _cells in csv.reader((f"{text}\n" for text in texts), delimiter=delimiter):
            rows += 1
    return rows


def write_rows(
    out: TextSink,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    delimiter: Literal[",", "\t"] = ",",
) -> int:
    """Writes `row_lines`; returns the number of rows."""
    count = -1  # the line that names the columns
    for line in row_lines(columns, rows, delimiter=delimiter):
        out.write(line)
        count += 1
    return count


def row_lines(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    delimiter: Literal[",", "\t"] = ",",
) -> Iterator[str]:
    """Text that is safe to open in a spreadsheet, a row at a time, for what is streamed."""
    # A writer gives back what its file's `write` does: here, the row as text.
    writer = csv.writer(_Echo(), delimiter=delimiter, lineterminator="\n")
    yield cast(str, writer.writerow(columns))
    for row in rows:
        yield cast(str, writer.writerow([_defused(cell) for cell in row]))


def write_table(
    sink: Sink, columns: Columns, rows: Iterable[Sequence[object]], *, form: Form
) -> None:
    """Rows with all known columns, in their order."""
    out = Utf8Writer(sink)
    if form == "jsonl":
        for row in rows:
            members = dict(zip(columns.known, row, strict=True))
            out.write(json.dumps(members, ensure_ascii=False) + "\n")
    else:
        write_rows(out, columns.known, rows, delimiter="," if form == "csv" else "\t")


def not_json(error: Exception) -> Text:
    otherwise = N_("it is nested too deeply, or holds a number that is too long")
    if isinstance(error, json.JSONDecodeError):
        otherwise = N_(
            "a fault at character %(column)s of line %(line)s",
            column=error.colno,
            line=error.lineno,
        )
    reason = reason_of(error, otherwise=otherwise)
    return N_("this is not JSON: %(reason)s", reason=reason)


def _json_rows(lines: Iterable[Line], findings: Findings, columns: Columns) -> Iterator[Row]:
    for line, text in lines:
        if not text.strip():
            continue
        try:
            # Numbers stay as written: an id 007 or a vote of 1.50 is the file's text.
            members = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError) as error:
            findings.problem(line, not_json(error), N_("Write one object a line"))
            continue
        if not _is_flat(members):
            message = N_("this is not an object of texts and numbers")
            findings.problem(line, message, columns.remedy)
        elif fault := columns.fault(list(members)):
            findings.problem(line, fault, columns.remedy)
        else:
            yield Row(line, {name: members.get(name) or "" for name in columns.known})


def _is_flat(members: Any) -> bool:
    return isinstance(members, dict) and all(
        isinstance(value, str | None) for value in members.values()
    )


def _separated_rows(
    first: Line, lines: Iterator[Line], findings: Findings, columns: Columns
) -> Iterator[Row]:
    header_line, header_text = first

    def names(delimiter: str) -> list[str]:
        return [name.strip().strip('"').lower() for name in header_text.split(delimiter)]

    delimiter = max(_DELIMITERS, key=lambda one: len(set(names(one)) & set(columns.known)))
    header = names(delimiter)
    if fault := columns.fault(header):
        findings.stop(header_line, fault, columns.remedy)

    # A row begins where its first line stands; a quoted cell may go on over several.
    began = 0

    def texts() -> Iterator[str]:
        nonlocal began
        for line, text in lines:
            began = began or line
            yield text + "\n"

    reader = csv.reader(texts(), delimiter=delimiter, strict=True)
    while True:
        began = 0
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            reason = reason_of(error, otherwise=N_("its quotes do not pair up"))
            message = N_("the row cannot be taken apart: %(reason)s", reason=reason)
            remedy = N_("Close the quotes around a cell and double those inside it")
            findings.stop(began, message, remedy)
        if not any(cells):
            continue
        if len(cells) != len(header):
            message = N_(
                "the row has %(cells)s cells for %(columns)s columns",
                cells=len(cells),
                columns=len(header),
            )
            remedy = N_("Put cells that hold the separator in double quotes")
            findings.problem(began, message, remedy)
            continue
        named = dict(zip(header, map(_undefused, cells), strict=True))
        yield Row(began, {name: named.get(name, "") for name in columns.known})


def _either(name: str) -> str:
    one, either, other = name.partition(" or ")
    return N_("%(one)s or %(other)s", one=one, other=other) if either else name


class _Echo:
    def write(self, text: str) -> str:
        return text


def _defused(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def _undefused(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
