"""A row a rating that counted, in the columns that `import_ratings` reads."""

from __future__ import annotations

from collections.abc import Sequence

from regild.formats.rows import Columns, Form, write_table
from regild.formats.text import Sink
from regild.scoring.exports.columns import ItemColumns, RatedColumns
from regild.scoring.frozen import Entry, FrozenGold, FrozenOption, scale_of


def _cells(
    key: str, entry: Entry, value: int, scale: Sequence[FrozenOption]
) -> tuple[object, ...]:
    return key, entry.substitute, value


_RATED = RatedColumns(("sentence", "substitute", "value"), _cells)


def rated(items: ItemColumns) -> RatedColumns:
    return items.of_rating or _RATED


def columns(items: ItemColumns) -> tuple[str, ...]:
    return ("annotator", *rated(items).names)


def write_ratings(sink: Sink, gold: FrozenGold, *, form: Form = "csv") -> None:
    """Annotators are `a1`, `a2`…, by their numbers in the release."""
    of_rating, scale = rated(gold.columns), scale_of(gold.policy)
    rows = (
        (f"a{rating.annotator}", *of_rating.cells(record.key, entry, rating.value, scale))
        for record, entries in gold.sentences
        for entry in entries
        for rating in entry.ratings
    )
    write_table(sink, Columns(known=columns(gold.columns), needed=()), rows, form=form)
