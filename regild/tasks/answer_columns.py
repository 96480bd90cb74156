"""A system's answers, as a task writes them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from regild.formats.records import AnswerRecord


class AnswerColumns(NamedTuple):
    """What the task reads as a system's answers again: `rows` as `columns` name them; `line` is
    an item's answers where the trade has a form of lines for them."""

    columns: Sequence[str]
    rows: Callable[[Iterable[AnswerRecord]], Iterator[tuple[object, ...]]]
    line: Callable[[AnswerRecord], str] | None = None


def scored_rows(records: Iterable[AnswerRecord]) -> Iterator[tuple[object, ...]]:
    """An answer a row, behind its item and with its score; empty where it has none."""
    for record in records:
        scores = record.scores or [""] * len(record.answers)
        for text, score in zip(record.answers, scores, strict=True):
            yield record.sentence, text, score
