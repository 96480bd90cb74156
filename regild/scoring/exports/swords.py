"""The release in the JSON of SWORDS v1.1, with weights and counts beside the labels.

A rating above the middle of the scale is TRUE, one below it FALSE, one on it UNSURE. They come
in the order of the scale: it names no annotator.
"""

from __future__ import annotations

from collections.abc import Sequence

from regild.formats.records import Swords
from regild.formats.swords import LabelledSubstitute, swords_of, write_swords
from regild.formats.text import Sink
from regild.scoring.frozen import FrozenGold, FrozenOption, FrozenRating, scale_of, value_counts

_SOURCES = {
    "gold": ("annotators",),
    "systems": ("systems",),
    "both": ("annotators", "systems"),
}


def write_swords_json(sink: Sink, gold: FrozenGold) -> None:
    """Candidates nobody rated are left out. ValueError where SWORDS would give two things one
    id: sentences that are the same, substitutes that differ in capitals only."""
    write_swords(sink, _document(gold), compress=False)


def _document(gold: FrozenGold) -> Swords:
    scale = scale_of(gold.policy)
    rated = [
        (record.key, entry)
        for record, entries in gold.sentences
        for entry in entries
        if entry.ratings
    ]
    document = swords_of(
        (record for record, _entries in gold.sentences),
        (
            LabelledSubstitute(
                key, entry.substitute, _labels(entry.ratings, scale), _SOURCES[entry.origin]
            )
            for key, entry in rated
        ),
        lemmatized=True,
    )
    return document._replace(
        substitutes=tuple(
            substitute._replace(
                extra={
                    "sources": list(substitute.sources),
                    "votes": entry.votes,
                    "weight": entry.weight,
                    "counts": value_counts(entry.ratings, scale),
                }
            )
            for substitute, (_key, entry) in zip(document.substitutes, rated, strict=True)
        ),
        extra={"scale": [option._asdict() for option in scale]},
    )


def _labels(ratings: Sequence[FrozenRating], scale: Sequence[FrozenOption]) -> tuple[str, ...]:
    middle = (len(scale) - 1) / 2
    return tuple(
        "TRUE" if place > middle else "FALSE" if place < middle else "UNSURE"
        for place, count in enumerate(value_counts(ratings, scale))
        for _rating in range(count)
    )
