"""What a task calls the parts of its items in the files of a release, and what each means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from regild.formats.rows import Form
from regild.formats.text import Sink

if TYPE_CHECKING:
    from regild.scoring.frozen import Entry, FrozenOption


class ExportColumn(NamedTuple):
    """A column of text: `of` gives an item's cell from its record."""

    name: str
    meaning: str
    of: Callable[[Any], str]


class WriteItems(Protocol):
    def __call__(self, sink: Sink, records: Iterable[Any], /, *, form: Form) -> None: ...


class CandidateColumns(NamedTuple):
    """What a release says of a candidate, behind its item: `names` by the scale, and `cells`
    of the item's record and the candidate."""

    names: Callable[[Sequence[FrozenOption]], tuple[str, ...]]
    cells: Callable[[Any, Entry, Sequence[FrozenOption]], Iterator[object]]


class RatedColumns(NamedTuple):
    """A rating behind its annotator, in the columns that `import_ratings` reads; `cells` are of
    the item's id, the candidate, the value and the scale."""

    names: tuple[str, ...]
    cells: Callable[[str, Entry, int, Sequence[FrozenOption]], tuple[object, ...]]


class ItemColumns(NamedTuple):
    """`item` are all columns of an item behind its id, `candidate` those that stand beside each
    of its candidates too; `write` writes the table of items.

    Of the texts, which are English as the files are, `subject` says what a dataset holds,
    `items` and `text` what its items and a candidate's text are, `left_out` which groups of
    items are left out. `key` is what an item's id is called; `of_candidate` and `of_rating` are
    those of candidates with weights unless a task has others.
    """

    item: tuple[ExportColumn, ...]
    candidate: tuple[ExportColumn, ...]
    write: WriteItems
    subject: str
    items: str
    text: str
    left_out: str
    key: str = "sentence"
    of_candidate: CandidateColumns | None = None
    of_rating: RatedColumns | None = None
