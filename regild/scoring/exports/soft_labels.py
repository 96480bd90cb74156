"""Disagreement as gold: of every candidate that somebody rated, who gave which value.

As rows, and in the JSON of the shared tasks on learning with disagreements (Le-Wi-Di 2025).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from regild.formats.rows import Columns, write_table
from regild.formats.text import Sink
from regild.scoring.exports.candidates import counted, of_candidate
from regild.scoring.exports.ratings import rated
from regild.scoring.frozen import (
    Entry,
    FrozenGold,
    FrozenOption,
    FrozenSentence,
    scale_of,
    value_counts,
)

# What people were shown of a candidate; its other columns are what is known of it.
_SHOWN = ("substitute", "text")


def write_soft_labels(sink: Sink, gold: FrozenGold) -> None:
    """A row a value that somebody gave, with its share and count, the greatest share first."""
    columns = (*rated(gold.columns).names, "share", "count")
    write_table(sink, Columns(known=columns, needed=()), _rows(gold), form="csv")


def _rows(gold: FrozenGold) -> Iterator[tuple[object, ...]]:
    cells, scale = rated(gold.columns).cells, scale_of(gold.policy)
    for record, entries in gold.sentences:
        for entry in entries:
            given = zip(scale, value_counts(entry.ratings, scale), strict=True)
            for option, count in sorted(given, key=lambda one: -one[1]):
                if count:
                    share = count / len(entry.ratings)
                    yield *cells(record.key, entry, option.value, scale), share, count


def write_lewidi(sink: Sink, gold: FrozenGold) -> None:
    """Candidates are numbered from 1, as they come in the release."""
    scale = scale_of(gold.policy)
    candidates = (
        (sentence, entry)
        for sentence in gold.sentences
        for entry in sentence.entries
        if entry.ratings
    )
    sink.write(b"{")
    for number, (sentence, entry) in enumerate(candidates, start=1):
        said = json.dumps(_judged(gold, sentence, entry, scale), ensure_ascii=False)
        sink.write(f'{"," if number > 1 else ""}\n"{number}": {said}'.encode())
    sink.write(b"\n}\n")


def _judged(
    gold: FrozenGold, sentence: FrozenSentence, entry: Entry, scale: Sequence[FrozenOption]
) -> dict[str, Any]:
    items, record = gold.columns, sentence.record
    told = of_candidate(items)
    known = dict(zip(told.names(scale), told.cells(record, entry, scale), strict=True))
    named = {
        option.value: str(rated(items).cells(record.key, entry, option.value, scale)[-1])
        for option in scale
    }
    given = {f"a{rating.annotator}": named[rating.value] for rating in entry.ratings}
    counts = dict(zip(named.values(), value_counts(entry.ratings, scale), strict=True))
    n, most = len(entry.ratings), max(counts.values())
    ahead = [label for label, count in counts.items() if count == most]
    return {
        "annotation task": items.subject,
        "text": {column.name: column.of(record) for column in items.item}
        | {name: known.pop(name) for name in _SHOWN if name in known},
        "number of annotators": n,
        "annotators": ",".join(given),
        "number of annotations": n,
        "annotations": given,
        "soft_label": {label: count / n for label, count in counts.items()},
        # Of the first two tasks; null where no value was given more often than any other.
        "hard_label": ahead[0] if len(ahead) == 1 else None,
        # A gold is what systems are tested on.
        "split": "test",
        "lang": gold.language,
        # The counts are the soft label's, `n` that of the annotations.
        "other_info": {items.key: record.key}
        | {name: cell for name, cell in known.items() if name not in ("n", *counted(scale))},
    }
