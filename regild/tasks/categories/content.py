"""A document: what an item of categories holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from regild.formats.documents import DocumentRecord
from regild.tasks.task import ItemRecord

# The one candidate of a document: the document itself.
ITSELF = "document"
# Of a document without a subject, so much of its text says which it is.
_TITLE = 80
_GROUP = 120
_LABEL = 110

BLANK = {"blank": True}


@dataclass(frozen=True, slots=True)
class DocumentContent:
    """`headers` are those of subject, from, to and date that it has."""

    text: str = field(metadata=BLANK)
    headers: dict[str, str] = field(metadata=BLANK)
    attachments: tuple[str, ...] = field(metadata=BLANK)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> DocumentContent:
        return cls(kept["text"], dict(kept["headers"]), tuple(kept["attachments"]))

    @property
    def title(self) -> str:
        """What people tell it by."""
        said = self.headers.get("subject") or " ".join(self.text.split())
        return said if len(said) <= _TITLE else said[: _TITLE - 1].rstrip() + "…"


def item_of(record: DocumentRecord) -> ItemRecord:
    """Documents of one folder belong together: of one person's mail, or one source."""
    content = DocumentContent(record.text, record.headers, record.attachments)
    folder = record.key.rpartition("/")[0]
    return ItemRecord(
        key=record.key,
        group=folder[:_GROUP],
        label=folder[:_LABEL],
        # An empty message can be judged by its headers, or by being empty.
        text="\n".join([*record.headers.values(), record.text]).strip() or record.key,
        content={**asdict(content), "attachments": list(content.attachments)},
    )


class DocumentLine(NamedTuple):
    """What files of documents are written from."""

    key: str
    group: str
    title: str
    text: str
    headers: dict[str, str]


def line_of(key: str, group: str, kept: Mapping[str, Any]) -> DocumentLine:
    content = DocumentContent.of(kept)
    return DocumentLine(key, group, content.title, content.text, content.headers)
