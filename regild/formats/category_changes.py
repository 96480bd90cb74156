"""What is to become of a tree of categories: a table, or JSON of the same rows.

| change | category | to | parent | definition |
| --- | --- | --- | --- | --- |
| rename | its name | the new one | | a new one, if it changes |
| merge | its name | the category that its annotations go to; a new one stands beside it | | |
| split | its name | one of the new categories, a row for each | | of the new one |
| move | its name | | the new parent; empty: the top | |
| add | the new name | | its parent | its definition |
| remove | its name | | | |
"""

from __future__ import annotations

import io
import json
from typing import IO, NamedTuple

from regild.formats.limits import check_name, shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import N_, Findings, Reading

CHANGES = ("rename", "merge", "split", "move", "add", "remove")
WITH_ANOTHER = ("rename", "merge", "split")

COLUMNS = Columns(
    known=("change", "category", "to", "parent", "definition"), needed=("change", "category")
)


class CategoryChange(NamedTuple):
    change: str
    category: str
    to: str
    parent: str
    definition: str
    line: int


def read_changes(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[CategoryChange]:
    """Raises BadFile."""
    findings = Findings(name)
    found = []
    rows = read_rows(_as_rows(stream, max_bytes), findings, COLUMNS, max_bytes=max_bytes)
    for line, cells in rows:
        change, category, to, parent, said = (cells[one].strip() for one in COLUMNS.known)
        record = CategoryChange(change, category, to, parent, said, line)
        if _readable(findings, record):
            found.append(record)
    return findings.reading(found)


def _as_rows(stream: IO[bytes], max_bytes: int) -> IO[bytes]:
    """A JSON list of objects is the same rows, an object a line."""
    data = stream.read(max_bytes + 1)
    if data.lstrip()[:1] != b"[":
        return io.BytesIO(data)
    try:
        rows = json.loads(data)
    except ValueError:
        return io.BytesIO(data)
    return io.BytesIO("\n".join(json.dumps(row) for row in rows).encode())


def _readable(findings: Findings, record: CategoryChange) -> bool:
    line, change = record.line, record.change
    if change not in CHANGES:
        message = N_("change %(name)s is not known", name=shown(change))
        remedy = N_("Write one of these: %(names)s", names=CHANGES)
        findings.problem(line, message, remedy)
        return False
    kept = check_name(findings, line, record.category, what="category")
    if change in WITH_ANOTHER:
        kept = check_name(findings, line, record.to, what="category") and kept
    elif record.to:
        message = N_("a change %(name)s has nothing in column to", name=change)
        findings.problem(line, message, N_("Leave it empty"))
        kept = False
    return kept
