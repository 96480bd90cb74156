"""`regild score` for a gold of documents and their categories."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import NamedTuple

from regild.cli.given_files import GivenFiles
from regild.cli.refusal import refuse
from regild.formats.category_tree import CategoryTree, read_categories
from regild.formats.detect import has_columns
from regild.formats.labels import read_annotations, read_labels
from regild.formats.rows import TextSink
from regild.scoring.evaluation import PERMUTATIONS, REPLICATES
from regild.scoring.label_scorecard import LabelScorecard, label_scorecard
from regild.scoring.labels import Labels, majority
from regild.scoring.signature import NOTHING, several, short, signature
from regild.scoring.system_scores import distinct_names

# What a signature calls the measures, which follow from the tree.
LABELS = "labels"
# What only substitutes have.
_OF_SUBSTITUTES = (
    "mapping", "measures", "part", "table", "second_gold", "figure", "task", "exclude_target",
    "multiwords", "multiword_gold", "penalty", "compat", "format", "per_sentence",
    "skip_noise", "on_repeated",
    "case", "which_gold", "compare", "rankings", "runs", "data", "dataset",
    "seed", "replicates", "permutations",
)  # fmt: skip
# Of those that have one beside "nothing".
_UNLESS_GIVEN = {
    "format": "table", "seed": 0, "replicates": REPLICATES, "permutations": PERMUTATIONS,
}  # fmt: skip


class CategoryGold(NamedTuple):
    """`labels` has the documents with a majority, `tied` the others; `chosen` is what each
    annotator chose, nothing where the file does not name them."""

    labels: Labels
    tied: tuple[str, ...]
    chosen: Mapping[str, Labels]


def score_categories(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    found, line = category_scores(options, err)
    for name, measured in found.systems:
        for key, reason in measured.undefined.items():
            err.write(f"{name}: {key} is undefined: {reason}\n")
    if options.json:
        report = json.dumps({**found.to_dict(), "signature": line}, ensure_ascii=False)
    else:
        report = f"{found.side_by_side()}\n\n{line}"
    out.write(f"{report}\n")
    return 0


def category_scores(options: argparse.Namespace, err: TextSink) -> tuple[LabelScorecard, str]:
    """With the signature of them."""
    for option in _OF_SUBSTITUTES:
        given = getattr(options, option)
        if given not in (None, [], False) and given != _UNLESS_GIVEN.get(option):
            refuse(f"--{option.replace('_', '-')} says nothing of categories.")
    files = GivenFiles(options.encoding)
    tree = read_tree(files, options.categories)
    gold = read_category_gold(files, options.gold, tree)
    systems = [_labels(files, path, tree) for path in options.systems]
    files.refuse_if_bad()
    if not gold.labels:
        refuse(f"{options.gold}: no document has a category that most chose.")
    files.notices += ties(options.gold, gold)
    known = {*gold.labels, *gold.tied}
    for path, labels in zip(options.systems, systems, strict=True):
        if labels and known.isdisjoint(labels):
            refuse(f"{path}: no document in common with the gold.")
    for path, labels in zip(options.systems, systems, strict=True):
        files.notices += _mismatches(path, labels, gold)
    for notice in files.notices:
        err.write(f"{notice}\n")
    found = label_scorecard(
        gold.labels,
        zip(distinct_names(options.systems), systems, strict=True),
        tree or flat_tree(gold.labels, *systems, *gold.chosen.values()),
        name=options.gold,
        chosen=gold.chosen,
        tied=gold.tied,
    )
    tree_digest = options.categories and short(files.digests[options.categories])
    said = {
        "gold": short(files.digests[options.gold]),
        "tree": tree_digest or NOTHING,
        "n": len(gold.labels),
        "systems": several([[files.digests[path]] for path in options.systems]),
    }
    return found, signature([LABELS], said)


def read_tree(files: GivenFiles, path: str | None) -> CategoryTree | None:
    return CategoryTree.of(found) if (found := files.read(read_categories, path)) else None


def flat_tree(*labels: Labels) -> CategoryTree:
    """Without a file there is one level, of all categories that anybody chose."""
    named = set(chain.from_iterable(one.values() for one in labels))
    return CategoryTree(dict.fromkeys(sorted(named), ""))


def read_category_gold(files: GivenFiles, path: str, tree: CategoryTree | None) -> CategoryGold:
    """Of several annotators, the category that more chose than any other."""
    try:
        by_annotator = has_columns(path, "annotator")
    except OSError as error:
        files.bad.append(f"{path}: {error.strerror}.")
        return CategoryGold({}, (), {})
    if not by_annotator:
        return CategoryGold(_labels(files, path, tree), (), {})
    records = files.read(partial(read_annotations, leaves=_leaves(tree)), path)
    chosen: dict[str, dict[str, str]] = {}
    for record in records:
        chosen.setdefault(record.annotator, {})[record.document] = record.category
    found = majority((record.document, record.category) for record in records)
    tied = tuple(document for document, category in found.items() if category is None)
    labels = {document: category for document, category in found.items() if category}
    return CategoryGold(labels, tied, chosen)


def ties(path: str, gold: CategoryGold) -> list[str]:
    """The notice of them, if there are any."""
    if not gold.tied:
        return []
    return [
        f"{path}: {len(gold.tied)} documents have no category that most chose, and are not "
        f"scored; the first is {gold.tied[0]}."
    ]


def _labels(files: GivenFiles, path: str, tree: CategoryTree | None) -> Labels:
    records = files.read(partial(read_labels, leaves=_leaves(tree)), path)
    return {record.document: record.category for record in records}


def _leaves(tree: CategoryTree | None) -> tuple[str, ...] | None:
    return tree.leaves if tree else None


def _mismatches(path: str, labels: Labels, gold: CategoryGold) -> list[str]:
    told = []
    if strangers := [key for key in labels if key not in gold.labels and key not in gold.tied]:
        told.append(
            f"{path}: {len(strangers)} documents are not in the gold and are not scored; the "
            f"first is {strangers[0]}."
        )
    if without := [key for key in gold.labels if key not in labels]:
        told.append(
            f"{path}: {len(without)} documents of the gold have no label, which counts as "
            f"wrong; the first is {without[0]}."
        )
    return told
