"""A sentence with its target: what an item of substitution holds."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from regild.formats.long import write_sentences_table
from regild.formats.records import SentenceRecord
from regild.scoring.exports.columns import ExportColumn, ItemColumns
from regild.tasks.task import ItemRecord

# `bar.n`, but also `bar.n.v` where annotators disagreed on the part of speech.
_PARTS_OF_SPEECH = re.compile(r"(\.\w+)+$")

# Nothing may stand before the target, or after it.
BLANK = {"blank": True}


@dataclass(frozen=True, slots=True)
class Content:
    """`left + target + right` is the sentence; the blanks around the target are in it."""

    left: str = field(metadata=BLANK)
    target: str
    right: str = field(metadata=BLANK)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Content":
        return cls(left=kept["left"], target=kept["target"], right=kept["right"])


def item_of(record: SentenceRecord) -> ItemRecord:
    content = Content(record.left, record.target, record.right)
    return ItemRecord(
        key=record.key,
        group=record.group,
        label=word_of(record.group),
        text=record.left + record.target + record.right,
        content=asdict(content),
    )


def sentence_of(key: str, group: str, kept: Mapping[str, Any]) -> SentenceRecord:
    """The record that files are written from."""
    content = Content.of(kept)
    return SentenceRecord(key, group, content.left, content.target, content.right, line=0)


def word_of(lexelt: str) -> str:
    return lexelt.partition(".")[0]


def lemma_of(lexelt: str) -> str:
    return _PARTS_OF_SPEECH.sub("", lexelt)


def part_of_speech(lexelt: str) -> str:
    """`n` of `bar.n`; `n.v` where annotators disagreed."""
    return lexelt.partition(".")[2]


_LEXELT = ExportColumn(
    "lexelt", "the target's word and part of speech", lambda record: str(record.group)
)
_TARGET = ExportColumn(
    "target", "the target as it stands in the sentence", lambda record: str(record.target)
)
COLUMNS = ItemColumns(
    item=(
        _LEXELT,
        ExportColumn("left", "the sentence before the target", lambda record: str(record.left)),
        _TARGET,
        ExportColumn(
            "right", "the sentence after the target", lambda record: str(record.right)
        ),
    ),
    candidate=(_LEXELT, _TARGET),
    write=write_sentences_table,
    subject="Substitutes of targets in sentences",
    items="the sentences with their targets",
    text="what could stand in the target's place",
    left_out="the targets",
)
