"""A row a candidate, undecided ones too: as CSV and as JSON lines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from regild.formats.rows import Columns, Form, write_table
from regild.formats.text import Sink
from regild.scoring.aggregate import mean_weight
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.frozen import (
    Entry,
    FrozenGold,
    FrozenOption,
    FrozenSentence,
    scale_of,
    spread,
    value_counts,
)

_OF_CANDIDATE = (
    "substitute",
    "origin",
    "votes",
    "weight",
    "mean",
    "sd",
    "n",
)


def columns(items: ItemColumns, scale: Sequence[FrozenOption]) -> tuple[str, ...]:
    """`n_2` counts the ratings of value 2, whichever place that has on the scale."""
    of_item = (column.name for column in items.candidate)
    return ("sentence", *of_item, *_OF_CANDIDATE, *(f"n_{option.value}" for option in scale))


def write_csv(sink: Sink, gold: FrozenGold) -> None:
    _write(sink, gold.sentences, gold.columns, scale_of(gold.policy), form="csv")


def write_jsonl(sink: Sink, gold: FrozenGold) -> None:
    _write(sink, gold.sentences, gold.columns, scale_of(gold.policy), form="jsonl")


def checksum(
    sentences: Iterable[FrozenSentence], items: ItemColumns, scale: Sequence[FrozenOption]
) -> str:
    """A release's SHA-256: that of this table as JSON lines, which holds all its weights and
    counts, so that anyone can check it with the file alone."""
    digest = hashlib.sha256()
    _write(_OnlyDigested(digest.update), sentences, items, scale, form="jsonl")
    return digest.hexdigest()


class _OnlyDigested(NamedTuple):
    """A sink that keeps nothing."""

    write: Callable[[bytes], object]


def _write(
    sink: Sink,
    sentences: Iterable[FrozenSentence],
    items: ItemColumns,
    scale: Sequence[FrozenOption],
    *,
    form: Form,
) -> None:
    rows = (
        (
            sentence.record.key,
            *(column.of(sentence.record) for column in items.candidate),
            *_cells(entry, scale),
        )
        for sentence in sentences
        for entry in sentence.entries
    )
    write_table(sink, Columns(known=columns(items, scale), needed=()), rows, form=form)


def _cells(entry: Entry, scale: Sequence[FrozenOption]) -> Iterator[object]:
    """An empty cell (null) is what is not known: votes nobody gave, a weight not decided."""
    counts = value_counts(entry.ratings, scale)
    weights = [option.weight for option in scale]
    yield from (entry.substitute, entry.origin, entry.votes, entry.weight)
    yield mean_weight(counts, weights) if entry.ratings else None
    yield spread(counts, scale)
    yield len(entry.ratings)
    yield from counts
