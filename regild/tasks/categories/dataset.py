"""A release of categories as a folder ready to publish."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from regild.problems import N_
from regild.scoring.exports import ratings
from regild.scoring.exports.candidates import columns, write_csv, write_jsonl
from regild.scoring.exports.card import readme
from regild.scoring.exports.croissant import counts_of_options, record_set
from regild.scoring.exports.dataset import WriteData, write_folder, write_items
from regild.scoring.exports.export import Dataset, OpenFile
from regild.scoring.exports.publication import Publication
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.soft_labels import write_lewidi, write_soft_labels
from regild.scoring.frozen import FrozenGold, scale_of
from regild.scoring.policy import numbered_as
from regild.tasks.categories.exports import write_majorities, write_tree
from regild.tasks.categories.scoring import SCORING

_DATA: Mapping[str, WriteData] = {
    "data/labels.csv": write_csv,
    "data/labels.jsonl": write_jsonl,
    "data/majority.csv": write_majorities,
    "data/shares.csv": write_soft_labels,
    "data/lewidi.json": write_lewidi,
    "data/ratings.csv": partial(write_ratings, form="csv"),
    "data/ratings.jsonl": partial(write_ratings, form="jsonl"),
    "data/documents.csv": partial(write_items, form="csv"),
    "data/documents.jsonl": partial(write_items, form="jsonl"),
    "data/categories.csv": write_tree,
}
_FILES = """\
| file | what it holds |
| --- | --- |
| `data/labels.csv`, `data/labels.jsonl` | a row a document: its category, the share of those \
who chose it, n, and how often each category was chosen |
| `data/majority.csv` | the documents with a category, as `regild score` reads a gold |
| `data/shares.csv` | soft labels: the share of each category that was chosen, with counts |
| `data/lewidi.json` | the same with each annotator's choice, as Le-Wi-Di has it |
| `data/ratings.csv`, `data/ratings.jsonl` | a row a rating; annotators are pseudonymous |
| `data/documents.csv`, `data/documents.jsonl` | the documents |
| `data/categories.csv` | the tree of categories, with their definitions |
| `policy.json` | how ratings became categories, for programs |
| `croissant.json`, `CITATION.cff`, `.zenodo.json`, `SHA256SUMS` | metadata, citation, \
checksums |
"""
_TEXTS = {
    "document": "id of the document",
    "category": "the category chosen; of a document that of most, empty where there is none",
    "text": "the document's text",
    "title": "the subject, or how the text begins",
    "subject": "the header of this name; empty if it has none",
    "from": "the header of this name; empty if it has none",
    "to": "the header of this name; empty if it has none",
    "date": "the header of this name; empty if it has none",
}
_DOCUMENT = ("document", "text", "subject", "from", "to", "date")


def write_dataset(open_file: OpenFile, gold: FrozenGold, publication: Publication) -> None:
    write_folder(
        open_file,
        gold,
        publication,
        data=_DATA,
        readme=_card(gold, publication),
        records=_records(gold),
    )


def _card(gold: FrozenGold, publication: Publication) -> str:
    counts, revision = gold.counts, gold.policy.get("revision")
    opening = (
        f"Categories of {counts['sentences']} documents of {counts['candidates']}:"
        f" {counts['ratings']} ratings by {counts['annotators']} annotators."
        f" {counts['tied']} documents have no category because of a tie,"
        f" {counts['undecided']} because of too few ratings."
    )
    tree = f"The tree of categories is its revision {revision}." if revision else ""
    return readme(
        gold,
        publication,
        opening=opening,
        heading="How ratings became categories",
        choices=[*SCORING.gold_choices(gold.policy, gold.columns), *filter(None, [tree])],
        files=_FILES,
        tag="text-classification",
        tables=("labels", "ratings", "documents"),
    )


def _records(gold: FrozenGold) -> list[dict[str, Any]]:
    scale = scale_of(gold.policy)
    counts = counts_of_options(scale)
    rated = ratings.columns(gold.columns)
    texts = {**_TEXTS, "annotator": numbered_as(gold.policy)}
    return [
        record_set("labels", columns(gold.columns, scale), ("document",), texts, counts),
        record_set("ratings", rated, ("annotator", "document"), texts, counts),
        record_set("documents", _DOCUMENT, ("document",), texts, counts),
    ]


DATASET = Dataset(
    N_("Everything, with a card, metadata and checksums, ready to publish"), write_dataset
)
