"""A table of word forms and their lemmas, to be looked through: a row taken out, or without a
lemma, is a suggestion undone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, NamedTuple

from regild.formats.limits import check_substitute, shown
from regild.formats.rows import Columns, Form, read_rows, write_table
from regild.formats.text import MAX_BYTES, Sink
from regild.problems import N_, Findings, Reading

_COLUMNS = Columns(
    known=("form", "pos", "lemma", "by", "count"), needed=("form", "pos", "lemma")
)


# As long as they are kept.
_MOST_POS = 10
_MOST_BY = 40


class LemmaRecord(NamedTuple):
    """`by` says who found it, and `times` how often the form occurs; 0 where nobody says."""

    form: str
    pos: str
    lemma: str
    line: int
    by: str = ""
    times: int = 0


def read_lemma_table(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[LemmaRecord]:
    findings = Findings(name)
    records: dict[tuple[str, str], LemmaRecord] = {}
    for line, cells in read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes):
        form, pos, lemma, by, count = (
            cells.get(column, "").strip() for column in _COLUMNS.known
        )
        if not check_substitute(findings, line, form) or not lemma:
            continue
        if not 0 < len(pos) <= _MOST_POS or len(by) > _MOST_BY:
            message = N_(
                "%(pos)s is no part of speech, or %(by)s is longer than %(most)s characters",
                pos=shown(pos),
                by=shown(by),
                most=_MOST_BY,
            )
            findings.problem(
                line, message, N_("Write it as the sentences file does, such as n")
            )
        elif count and not (count.isascii() and count.isdigit() and len(count) < _MOST_POS):
            message = N_("%(text)s is not a number of occurrences", text=shown(count))
            findings.problem(line, message, N_("Write a whole number from 0, or nothing"))
        elif check_substitute(findings, line, lemma):
            record = LemmaRecord(form, pos, lemma, line, by, int(count or 0))
            first = records.setdefault((form, pos), record)
            if first.lemma != lemma:
                message = N_(
                    "the form %(form)s has the lemma %(lemma)s on line %(first_line)s",
                    form=shown(form),
                    lemma=shown(first.lemma),
                    first_line=first.line,
                )
                findings.repeated(line, message)
    return findings.reading(records.values())


def write_lemma_table(
    sink: Sink, rows: Iterable[tuple[str, str, str, str, int]], *, form: Form
) -> None:
    """Of form, part of speech, lemma, who says so, how often."""
    write_table(sink, _COLUMNS, rows, form=form)
