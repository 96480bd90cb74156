"""What a task calls the parts of its items in the files of a release, and what each means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from regild.formats.rows import Form
from regild.formats.text import Sink


class ExportColumn(NamedTuple):
    """A column of text: `of` gives an item's cell from its record."""

    name: str
    meaning: str
    of: Callable[[Any], str]


class WriteItems(Protocol):
    def __call__(self, sink: Sink, records: Iterable[Any], /, *, form: Form) -> None: ...


class ItemColumns(NamedTuple):
    """`item` are all columns of an item behind its id, `candidate` those that stand beside each
    of its candidates too; `write` writes the table of items.

    Of the texts, which are English as the files are, `subject` says what a dataset holds,
    `items` and `text` what its items and a candidate's text are, `left_out` which groups of
    items are left out.
    """

    item: tuple[ExportColumn, ...]
    candidate: tuple[ExportColumn, ...]
    write: WriteItems
    subject: str
    items: str
    text: str
    left_out: str
