"""A set of utterances: what an item of this task holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from regild.formats.rows import Columns, Form, write_table
from regild.formats.text import Sink
from regild.scoring.exports.candidates import weighed, weighed_cells
from regild.scoring.exports.columns import (
    CandidateColumns,
    ExportColumn,
    ItemColumns,
    RatedColumns,
)
from regild.scoring.frozen import Entry, FrozenOption
from regild.tasks.task import ItemRecord
from regild.tasks.utterances.sets import Utterance, UtteranceSet


@dataclass(frozen=True, slots=True)
class SetContent:
    """`utterances` are in the order of their numbers, which files know them by, from 1; of
    them `natural` are the numbers of those that were said. `places` are those of the words
    that may have been swapped, from 0, one an utterance."""

    probe: str
    utterances: tuple[str, ...]
    natural: tuple[int, ...]
    places: tuple[int, ...]

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> SetContent:
        return cls(
            kept["probe"],
            tuple(kept["utterances"]),
            tuple(kept["natural"]),
            tuple(kept["places"]),
        )


class SetLine(NamedTuple):
    """What files of sets are written from."""

    key: str
    group: str
    probe: str
    utterances: tuple[str, ...]


def item_of(found: UtteranceSet) -> ItemRecord:
    content = SetContent(
        found.probe,
        tuple(one.text for one in found.utterances),
        tuple(n for n, one in enumerate(found.utterances, start=1) if one.natural),
        # Of the text's words: one of the file's may hold a blank.
        tuple(len(" ".join(one.words[: one.place]).split()) for one in found.utterances),
    )
    kept = asdict(content)
    return ItemRecord(
        key=found.key,
        group=found.probe,
        label=found.probe,
        text="\n".join(content.utterances),
        content={
            name: list(value) if name != "probe" else value for name, value in kept.items()
        },
    )


def set_of(key: str, kept: Mapping[str, Any]) -> UtteranceSet:
    content = SetContent.of(kept)
    rows = zip(content.utterances, content.places, strict=True)
    return UtteranceSet(
        key,
        content.probe,
        tuple(
            Utterance(tuple(text.split()), place, number in content.natural)
            for number, (text, place) in enumerate(rows, start=1)
        ),
    )


def line_of(key: str, group: str, kept: Mapping[str, Any]) -> SetLine:
    content = SetContent.of(kept)
    return SetLine(key, group, content.probe, content.utterances)


_SETS = Columns(known=("set", "probe", "utterance", "text"), needed=())


def _write_sets(sink: Sink, records: Iterable[SetLine], *, form: Form) -> None:
    rows = (
        (one.key, one.probe, str(number), text)
        for one in records
        for number, text in enumerate(one.utterances, start=1)
    )
    write_table(sink, _SETS, rows, form=form)


_TO_RANK = Columns(known=("set", "utterance", "text"), needed=())


def write_to_rank(sink: Sink, records: Iterable[SetLine], *, form: Form) -> None:
    """Without the probe: the utterance that has it is the natural one."""
    rows = (
        (one.key, str(number), text)
        for one in records
        for number, text in enumerate(one.utterances, start=1)
    )
    write_table(sink, _TO_RANK, rows, form=form)


_PROBE = ExportColumn("probe", "the natural word", lambda one: str(one.probe))


def _rated(scale: Sequence[FrozenOption]) -> tuple[str, ...]:
    return ("utterance", "text", "natural", *weighed(scale)[3:])


def _rated_cells(
    record: SetLine, entry: Entry, scale: Sequence[FrozenOption]
) -> Iterator[object]:
    yield entry.substitute
    yield record.utterances[int(entry.substitute) - 1]
    yield "no" if entry.votes is None else "yes"
    # Behind its text, where it comes from, and votes: each of them is told above.
    yield from [*weighed_cells(record, entry, scale)][3:]


def _rating(
    key: str, entry: Entry, value: int, scale: Sequence[FrozenOption]
) -> tuple[object, ...]:
    return key, entry.substitute, value


COLUMNS = ItemColumns(
    item=(_PROBE,),
    candidate=(_PROBE,),
    write=_write_sets,
    subject="How plausible utterances are",
    items="the sets of utterances",
    text="the number of the utterance in its set",
    left_out="the probes",
    key="set",
    of_candidate=CandidateColumns(_rated, _rated_cells),
    of_rating=RatedColumns(("set", "utterance", "value"), _rating),
)
