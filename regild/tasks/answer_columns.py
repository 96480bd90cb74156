"""A system's answers, as a task writes them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from regild.formats.records import AnswerRecord
from regild.formats.rows import row_lines
from regild.scoring.exports.columns import WriteItems


class AnswerColumns(NamedTuple):
    """What the task reads as a system's answers again: `rows` as `columns` name them; `line` is
    an item's answers where the trade has a form of lines for them. `example` answers an item,
    by its key and group, with nobody's answers; labels are those of the scale's buttons.
    `items` writes what systems are given to answer, and nothing that would answer it."""

    columns: Sequence[str]
    rows: Callable[[Iterable[AnswerRecord]], Iterator[tuple[object, ...]]]
    example: Callable[[str, str, Sequence[str]], AnswerRecord]
    items: WriteItems
    line: Callable[[AnswerRecord], str] | None = None


def example_lines(
    columns: AnswerColumns, items: Iterable[tuple[str, str]], labels: Sequence[str]
) -> list[str]:
    """The beginning of a file, of some items' keys and groups."""
    records = [columns.example(key, group, labels) for key, group in items]
    if columns.line is not None:
        return [columns.line(record).rstrip("\n") for record in records]
    return [line.rstrip("\r\n") for line in row_lines(columns.columns, columns.rows(records))]


def scored_rows(records: Iterable[AnswerRecord]) -> Iterator[tuple[object, ...]]:
    """An answer a row, behind its item and with its score; empty where it has none."""
    for record in records:
        scores = record.scores or [""] * len(record.answers)
        for text, score in zip(record.answers, scores, strict=True):
            yield record.sentence, text, score
