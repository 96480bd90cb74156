"""A row a candidate, undecided ones too: as CSV and as JSON lines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from regild.formats.rows import Columns, Form, write_table
from regild.formats.text import Sink
from regild.scoring.aggregate import mean_weight
from regild.scoring.exports.columns import CandidateColumns, ItemColumns
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
    of_item = (column.name for column in items.candidate)
    return (items.key, *of_item, *of_candidate(items).names(scale))


def counted(scale: Sequence[FrozenOption]) -> tuple[str, ...]:
    """`n_2` counts the ratings of value 2, whichever place that has on the scale."""
    return tuple(f"n_{option.value}" for option in scale)


def weighed(scale: Sequence[FrozenOption]) -> tuple[str, ...]:
    return (*_OF_CANDIDATE, *counted(scale))


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
    cells = of_candidate(items).cells
    rows = (
        (
            sentence.record.key,
            *(column.of(sentence.record) for column in items.candidate),
            *cells(sentence.record, entry, scale),
        )
        for sentence in sentences
        for entry in sentence.entries
    )
    write_table(sink, Columns(known=columns(items, scale), needed=()), rows, form=form)


def weighed_cells(record: Any, entry: Entry, scale: Sequence[FrozenOption]) -> Iterator[object]:
    """An empty cell (null) is what is not known: votes nobody gave, a weight not decided."""
    counts = value_counts(entry.ratings, scale)
    weights = [option.weight for option in scale]
    yield from (entry.substitute, entry.origin, entry.votes, entry.weight)
    yield mean_weight(counts, weights) if entry.ratings else None
    yield spread(counts, scale)
    yield len(entry.ratings)
    yield from counts


_WEIGHED = CandidateColumns(weighed, weighed_cells)


def of_candidate(items: ItemColumns) -> CandidateColumns:
    return items.of_candidate or _WEIGHED
