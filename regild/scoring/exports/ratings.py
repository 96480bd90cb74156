"""A row a rating that counted, in the columns that `import_ratings` reads."""

from __future__ import annotations

from regild.formats.rows import Columns, Form, write_table
from regild.formats.text import Sink
from regild.scoring.frozen import FrozenGold

COLUMNS = ("annotator", "sentence", "substitute", "value")


def write_ratings(sink: Sink, gold: FrozenGold, *, form: Form = "csv") -> None:
    """Annotators are `a1`, `a2`…, numbered anew in each release."""
    rows = (
        (f"a{rating.annotator}", record.key, entry.substitute, rating.value)
        for record, entries in gold.sentences
        for entry in entries
        for rating in entry.ratings
    )
    write_table(sink, Columns(known=COLUMNS, needed=()), rows, form=form)
