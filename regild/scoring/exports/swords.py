"""The release in the JSON of SWORDS v1.1, with weights and counts beside the labels.

A rating above the middle of the scale is TRUE, one below it FALSE, one on it UNSURE. They come
in the order of the scale: it names no annotator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regild.formats.swords_checks import GROUP_KEY
from regild.formats.swords_writing import (
    LabelledSentence,
    LabelledSubstitute,
    NewSwords,
    write_swords,
)
from regild.formats.text import Sink
from regild.scoring.frozen import Entry, FrozenGold, FrozenOption, scale_of, value_counts

_SOURCES = {
    "gold": ("annotators",),
    "systems": ("systems",),
    "both": ("annotators", "systems"),
}


def swords_can_hold(gold: FrozenGold) -> bool:
    """Whether no sentence has rated candidates that differ in capitals only: to SWORDS, which
    names a substitute by its letters in lower case, they are one."""
    for _record, entries in gold.sentences:
        texts = [entry.substitute.lower() for entry in entries if entry.ratings]
        if len(set(texts)) < len(texts):
            return False
    return True


def write_swords_json(sink: Sink, gold: FrozenGold) -> None:
    """Candidates nobody rated are left out. ValueError where SWORDS would give two things one
    id: substitutes of a sentence that differ in capitals only."""
    scale = scale_of(gold.policy)
    document = NewSwords(
        _Labelled(gold, scale),
        lemmatized=True,
        extra={"scale": [option._asdict() for option in scale]},
    )
    write_swords(sink, document, compress=False)


class _Labelled:
    """The sentences of a gold, as often as they are asked for."""

    def __init__(self, gold: FrozenGold, scale: Sequence[FrozenOption]) -> None:
        self._gold, self._scale = gold, scale

    def __iter__(self) -> Iterator[LabelledSentence]:
        for record, entries in self._gold.sentences:
            rated = (entry for entry in entries if entry.ratings)
            yield LabelledSentence(
                record,
                (_labelled(entry, self._scale) for entry in rated),
                # SWORDS has other parts of speech, and a target as it stands in the sentence.
                {GROUP_KEY: record.group},
            )


def _labelled(entry: Entry, scale: Sequence[FrozenOption]) -> LabelledSubstitute:
    counts = value_counts(entry.ratings, scale)
    return LabelledSubstitute(
        entry.substitute,
        _labels(counts),
        {
            "sources": list(_SOURCES[entry.origin]),
            "votes": entry.votes,
            "weight": entry.weight,
            "counts": counts,
        },
    )


def _labels(counts: Sequence[int]) -> tuple[str, ...]:
    middle = (len(counts) - 1) / 2
    return tuple(
        "TRUE" if place > middle else "FALSE" if place < middle else "UNSURE"
        for place, count in enumerate(counts)
        for _rating in range(count)
    )
