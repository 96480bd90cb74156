"""What a lead decided about spellings: sentence, spelling, into.

A row with `into` accepts that the spelling counts as the other; one without says that the
spelling stays as it was typed.
"""

from __future__ import annotations

from typing import IO, NamedTuple

from regild.formats.limits import check_key, check_substitute, shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import N_, Findings, Reading

_COLUMNS = Columns(
    known=("sentence", "spelling", "into"), needed=("sentence", "spelling", "into")
)


class MergeRecord(NamedTuple):
    sentence: str
    spelling: str
    into: str
    line: int


def read_merges(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[MergeRecord]:
    findings = Findings(name)
    records: dict[tuple[str, str], MergeRecord] = {}
    for line, cells in read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes):
        sentence, spelling, into = (cells[column].strip() for column in _COLUMNS.known)
        fit = [
            check_key(findings, line, sentence, what="sentence"),
            check_substitute(findings, line, spelling),
            not into or check_substitute(findings, line, into),
        ]
        if not all(fit):
            continue
        record = MergeRecord(sentence, spelling, into, line)
        first = records.setdefault((sentence, spelling), record)
        if first is not record:
            message = N_(
                "%(spelling)s of sentence %(sentence)s is already on line %(first_line)s",
                spelling=shown(spelling),
                sentence=sentence,
                first_line=first.line,
            )
            findings.repeated(line, message)
    return findings.reading(records.values())
