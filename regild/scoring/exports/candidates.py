"""A row a candidate, undecided ones too: as CSV and as JSON lines."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence

from regild.formats.rows import Columns, Form, write_table
from regild.formats.text import Sink
from regild.scoring.aggregate import mean_weight
from regild.scoring.frozen import (
    Entry,
    FrozenGold,
    FrozenSentence,
    Option,
    scale_of,
    spread,
    value_counts,
)

_BEFORE_COUNTS = (
    "sentence",
    "lexelt",
    "target",
    "substitute",
    "origin",
    "votes",
    "weight",
    "mean",
    "sd",
    "n",
)


def columns(scale: Sequence[Option]) -> tuple[str, ...]:
    """`n_2` counts the ratings of value 2."""
    return (*_BEFORE_COUNTS, *(f"n_{option.value}" for option in scale))


def write_csv(sink: Sink, gold: FrozenGold) -> None:
    _write(sink, gold.sentences, scale_of(gold.policy), form="csv")


def write_jsonl(sink: Sink, gold: FrozenGold) -> None:
    _write(sink, gold.sentences, scale_of(gold.policy), form="jsonl")


def checksum(sentences: Iterable[FrozenSentence], scale: Sequence[Option]) -> str:
    """A release's SHA-256: that of this table as JSON lines, which holds all its weights and
    counts, so that anyone can check it with the file alone."""
    out = io.BytesIO()
    _write(out, sentences, scale, form="jsonl")
    return hashlib.sha256(out.getvalue()).hexdigest()


def _write(
    sink: Sink, sentences: Iterable[FrozenSentence], scale: Sequence[Option], *, form: Form
) -> None:
    rows = (
        (
            sentence.record.key,
            sentence.record.lexelt,
            sentence.record.target,
            *_cells(entry, scale),
        )
        for sentence in sentences
        for entry in sentence.entries
    )
    write_table(sink, Columns(known=columns(scale), needed=()), rows, form=form)


def _cells(entry: Entry, scale: Sequence[Option]) -> Iterator[object]:
    """An empty cell (null) is what is not known: votes nobody gave, a weight not decided."""
    counts = value_counts(entry.ratings, scale)
    weights = [option.weight for option in scale]
    yield from (entry.substitute, entry.origin, entry.votes, entry.weight)
    yield mean_weight(counts, weights) if entry.ratings else None
    yield spread(counts, scale)
    yield len(entry.ratings)
    yield from counts
