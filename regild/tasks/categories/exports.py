"""What a release of categories can be taken away as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from regild.formats.labels import write_majority
from regild.formats.rows import Columns, Form, write_table
from regild.formats.text import Sink
from regild.problems import N_
from regild.scoring.exports.candidates import counted, write_csv, write_jsonl
from regild.scoring.exports.columns import (
    CandidateColumns,
    ExportColumn,
    ItemColumns,
    RatedColumns,
)
from regild.scoring.exports.export import Export
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.soft_labels import write_lewidi, write_soft_labels
from regild.scoring.frozen import Entry, FrozenGold, FrozenOption, scale_of, value_counts
from regild.tasks.categories.content import DocumentLine

_DOCUMENTS = Columns(known=("document", "text", "subject", "from", "to", "date"), needed=())
_TREE = Columns(known=("category", "parent", "definition"), needed=())


def _write_documents(sink: Sink, records: Iterable[DocumentLine], *, form: Form) -> None:
    rows = (
        (one.key, one.text, *(one.headers.get(name, "") for name in _DOCUMENTS.known[2:]))
        for one in records
    )
    write_table(sink, _DOCUMENTS, rows, form=form)


def _labelled(scale: Sequence[FrozenOption]) -> tuple[str, ...]:
    return ("votes", "category", "share", "n", *counted(scale))


def _labelled_cells(
    record: Any, entry: Entry, scale: Sequence[FrozenOption]
) -> Iterator[object]:
    """An empty cell (null) is what is not known: votes nobody gave, a category not decided."""
    counts, n = value_counts(entry.ratings, scale), len(entry.ratings)
    yield entry.votes
    yield None if entry.choice is None else _labels(scale)[entry.choice]
    yield None if entry.choice is None else max(counts) / n
    yield n
    yield from counts


def _annotation(
    key: str, entry: Entry, value: int, scale: Sequence[FrozenOption]
) -> tuple[object, ...]:
    return key, _labels(scale)[value]


def _labels(scale: Sequence[FrozenOption]) -> dict[int, str]:
    return {option.value: option.label for option in scale}


def write_majorities(sink: Sink, gold: FrozenGold) -> None:
    """The documents with a category, as systems are scored on them."""
    labels = _labels(scale_of(gold.policy))
    chosen = {
        record.key: None if entry.choice is None else labels[entry.choice]
        for record, entries in gold.sentences
        for entry in entries
    }
    write_majority(sink, chosen)


def write_tree(sink: Sink, gold: FrozenGold) -> None:
    """As a campaign is made of it."""
    rows = (
        (one["name"], one["parent"], one["definition"]) for one in gold.policy["categories"]
    )
    write_table(sink, _TREE, rows, form="csv")


_TITLE = ExportColumn(
    "title", "the subject, or how the text begins", lambda one: str(one.title)
)
COLUMNS = ItemColumns(
    item=(_TITLE, ExportColumn("text", "the document's text", lambda one: str(one.text))),
    candidate=(_TITLE,),
    write=_write_documents,
    subject="Categories of documents",
    items="the documents",
    text="the document itself",
    left_out="the folders",
    key="document",
    of_candidate=CandidateColumns(_labelled, _labelled_cells),
    of_rating=RatedColumns(("document", "category"), _annotation),
)
EXPORTS: Mapping[str, Export] = {
    "csv": Export(
        N_("A row a document with its category, for spreadsheets"), "csv", "text/csv", write_csv
    ),
    "jsonl": Export(
        N_("A row a document with its category, as JSON lines"),
        "jsonl",
        "application/jsonl",
        write_jsonl,
    ),
    "majority": Export(
        N_("Documents with the category of most, as systems are scored"),
        "csv",
        "text/csv",
        write_majorities,
    ),
    "shares": Export(
        N_("Soft labels: the share of each category, with counts"),
        "csv",
        "text/csv",
        write_soft_labels,
    ),
    "lewidi": Export(
        N_("Le-Wi-Di JSON, with each annotator's choice and the shares"),
        "json",
        "application/json",
        write_lewidi,
    ),
    "ratings": Export(
        N_("A row a rating, annotators pseudonymous"), "csv", "text/csv", write_ratings
    ),
}
