"""Which category somebody chose for each document.

| what | columns |
| --- | --- |
| annotations, a first gold or ratings | document, annotator, category |
| a system's labels, a gold of one opinion | document, category; and score if it has one |
| soft labels | document, category, share |
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import isfinite
from typing import IO, NamedTuple

from regild.formats.limits import check_name, shown
from regild.formats.rows import Columns, Form, read_rows, write_table
from regild.formats.text import MAX_BYTES, Sink
from regild.problems import N_, Findings, Reading

_ANNOTATIONS = Columns(
    known=("document", "annotator", "category"),
    needed=("document", "annotator", "category"),
)
_MAJORITY = Columns(known=("document", "category"), needed=("document", "category"))
_SHARES = Columns(known=("document", "category", "share"), needed=())
_LABELS = Columns(known=("document", "category", "score"), needed=("document", "category"))
LABEL_COLUMNS = _LABELS.known


class AnnotationRecord(NamedTuple):
    document: str
    annotator: str
    category: str
    line: int


class LabelShare(NamedTuple):
    document: str
    category: str
    share: float


class LabelRecord(NamedTuple):
    document: str
    category: str
    score: float | None
    line: int


def read_annotations(
    stream: IO[bytes],
    *,
    name: str,
    leaves: Collection[str] | None = None,
    max_bytes: int = MAX_BYTES,
) -> Reading[AnnotationRecord]:
    """`leaves` are the categories that may be chosen; without them any may."""
    findings = Findings(name)
    records: dict[tuple[str, str], AnnotationRecord] = {}
    for line, cells in read_rows(stream, findings, _ANNOTATIONS, max_bytes=max_bytes):
        document, annotator, category = (cells[column].strip() for column in _ANNOTATIONS.known)
        kept = [
            check_name(findings, line, document, what="document"),
            check_name(findings, line, annotator, what="annotator"),
            _may_be_chosen(findings, line, category, leaves),
        ]
        if all(kept):
            record = AnnotationRecord(document, annotator, category, line)
            first = records.setdefault(record[:2], record)
            if first is not record:
                message = N_(
                    "annotator %(annotator)s has document %(document)s already on line"
                    " %(first_line)s",
                    annotator=shown(annotator),
                    document=shown(document),
                    first_line=first.line,
                )
                findings.repeated(line, message)
    return findings.reading(records.values())


def read_labels(
    stream: IO[bytes],
    *,
    name: str,
    leaves: Collection[str] | None = None,
    max_bytes: int = MAX_BYTES,
) -> Reading[LabelRecord]:
    findings = Findings(name)
    records: dict[str, LabelRecord] = {}
    for line, cells in read_rows(stream, findings, _LABELS, max_bytes=max_bytes):
        document, category, written = (cells[column].strip() for column in _LABELS.known)
        score = _number(findings, line, written)
        kept = [
            check_name(findings, line, document, what="document"),
            _may_be_chosen(findings, line, category, leaves),
            score is not None or not written,
        ]
        if all(kept):
            record = LabelRecord(document, category, score, line)
            first = records.setdefault(document, record)
            if first is not record:
                message = N_(
                    "document %(document)s is already on line %(first_line)s",
                    document=shown(document),
                    first_line=first.line,
                )
                findings.repeated(line, message)
    return findings.reading(records.values())


def write_labels(
    sink: Sink, labels: Iterable[tuple[str, str, float]], *, form: Form = "csv"
) -> None:
    """Document, category and score, as `read_labels` reads them."""
    write_table(sink, _LABELS, labels, form=form)


def write_majority(
    sink: Sink, chosen: Mapping[str, str | None], *, form: Form = "csv"
) -> tuple[str, ...]:
    """A gold of one category a document. Gives back the documents without a majority, which
    are left out: no reader would know what to do with them."""
    kept = [(document, category) for document, category in chosen.items() if category]
    write_table(sink, _MAJORITY, kept, form=form)
    return tuple(document for document, category in chosen.items() if not category)


def write_shares(sink: Sink, shares: Iterable[LabelShare], *, form: Form = "csv") -> None:
    write_table(sink, _SHARES, shares, form=form)


def _may_be_chosen(
    findings: Findings, line: int, category: str, leaves: Collection[str] | None
) -> bool:
    if not check_name(findings, line, category, what="category"):
        return False
    if leaves is None or category in leaves:
        return True
    message = N_("category %(name)s is not among those to choose from", name=shown(category))
    remedy = N_("Write one of these: %(names)s", names=tuple(leaves))
    findings.problem(line, message, remedy)
    return False


def _number(findings: Findings, line: int, written: str) -> float | None:
    if not written:
        return None
    try:
        number = float(written)
    except ValueError:
        number = float("nan")
    if isfinite(number):
        return number
    message = N_("score %(text)s is not a number", text=shown(written))
    findings.problem(line, message, N_("Write it with a decimal point"))
    return None
