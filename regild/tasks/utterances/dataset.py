"""A release of utterances as a folder ready to publish."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from regild.scoring.exports import ratings
from regild.scoring.exports.candidates import columns, write_csv, write_jsonl
from regild.scoring.exports.card import readme
from regild.scoring.exports.croissant import counts_of_options, meaning_of_value, record_set
from regild.scoring.exports.dataset import WriteData, write_folder, write_items
from regild.scoring.exports.export import OpenFile
from regild.scoring.exports.publication import Publication
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.soft_labels import write_lewidi, write_soft_labels
from regild.scoring.frozen import FrozenGold, scale_of
from regild.scoring.policy import gold_choices, numbered_as

_DATA: Mapping[str, WriteData] = {
    "data/candidates.csv": write_csv,
    "data/candidates.jsonl": write_jsonl,
    "data/shares.csv": write_soft_labels,
    "data/lewidi.json": write_lewidi,
    "data/ratings.csv": partial(write_ratings, form="csv"),
    "data/ratings.jsonl": partial(write_ratings, form="jsonl"),
    "data/sets.csv": partial(write_items, form="csv"),
    "data/sets.jsonl": partial(write_items, form="jsonl"),
}
_FILES = """\
| file | what it holds |
| --- | --- |
| `data/candidates.csv`, `data/candidates.jsonl` | a row an utterance: whether it is natural, \
weight, mean, sd, n, and how often each option was chosen |
| `data/shares.csv` | soft labels: the share of each value that was given, with counts |
| `data/lewidi.json` | the same with each annotator's rating, as Le-Wi-Di has it |
| `data/ratings.csv`, `data/ratings.jsonl` | a row a rating; annotators are pseudonymous |
| `data/sets.csv`, `data/sets.jsonl` | the sets with all their utterances |
| `policy.json` | how ratings became weights, for programs |
| `croissant.json`, `CITATION.cff`, `.zenodo.json`, `SHA256SUMS` | metadata, citation, \
checksums |
"""
_TEXTS = {
    "set": "id of the set",
    "probe": "the natural word",
    "utterance": "its number in the set, from 1",
    "text": "the utterance",
    "natural": "yes: it was said; no: a word of it was swapped",
}
_KEY = ("set", "utterance")


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
    counts = gold.counts
    opening = (
        f"How plausible {counts['candidates']} utterances in {counts['sentences']} sets are:"
        f" {counts['ratings']} ratings by {counts['annotators']} annotators."
        f" {counts['decided']} utterances have a weight, {counts['undecided']} too few ratings."
    )
    return readme(
        gold,
        publication,
        opening=opening,
        heading="How ratings became weights",
        choices=gold_choices(gold.policy, gold.columns),
        files=_FILES,
        tag="plausibility",
        tables=("candidates", "ratings", "sets"),
    )


def _records(gold: FrozenGold) -> list[dict[str, Any]]:
    scale = scale_of(gold.policy)
    meanings = {**counts_of_options(scale), **meaning_of_value(scale)}
    of_set = ("set", "probe", "utterance", "text")
    rated = ratings.columns(gold.columns)
    texts = {**_TEXTS, "annotator": numbered_as(gold.policy)}
    return [
        record_set("candidates", columns(gold.columns, scale), _KEY, texts, meanings),
        record_set("ratings", rated, ("annotator", *_KEY), texts, meanings),
        record_set("sets", of_set, _KEY, texts, meanings),
    ]
