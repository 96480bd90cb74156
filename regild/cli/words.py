"""`regild words`: a classifier of words as a baseline for categories."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from regild.cli.given_files import GivenFiles, add_encoding
from regild.cli.refusal import refuse
from regild.cli.score_categories import (
    CategoryGold,
    flat_tree,
    read_category_gold,
    read_tree,
    ties,
)
from regild.formats.category_tree import CategoryTree
from regild.formats.documents import DocumentRecord, read_documents, read_folder
from regild.formats.labels import write_labels
from regild.formats.rows import TextSink
from regild.scoring.label_scorecard import LabelScorecard, among_annotators, label_measures
from regild.scoring.labels import Labels, score_labels
from regild.scoring.word_baseline import FOLDS, WordLabel, label_by_words

HELP = """\
Train a multinomial naive Bayes classifier on the words of documents, label each document by a
model that was trained on the others, and print how the labels score. Needs scikit-learn:
pip install regild[baselines].

DOCUMENTS is a folder or ZIP of e-mails or texts, an mbox, or a table document,text. GOLD is a
table document,category, or document,annotator,category: then what most chose counts.
docs/categories.md defines the baseline and the measures."""
EXAMPLES = """\
examples:
  regild words messages annotations.csv --categories categories.csv --out words.csv
  regild words messages annotations.csv --categories categories.csv --level top --json
  regild words messages annotations.csv --annotator ann --only Work Family
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("documents", metavar="DOCUMENTS")
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument(
        "--categories", metavar="FILE", help="the tree: category,parent,definition"
    )
    parser.add_argument(
        "--level", default="leaf", help="which categories are told apart: leaf, 2 or top"
    )
    parser.add_argument(
        "--only", nargs=2, metavar="CATEGORY", help="tell these two apart, and no others"
    )
    parser.add_argument("--annotator", metavar="NAME", help="train on this one's choices alone")
    parser.add_argument("--folds", type=int, default=FOLDS, metavar="N", help=f"{FOLDS}")
    parser.add_argument("--out", metavar="FILE", help="write document,category,score")
    add_encoding(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    files = GivenFiles(options.encoding)
    tree = read_tree(files, options.categories)
    gold = read_category_gold(files, options.gold, tree)
    documents = _documents(files, options.documents)
    files.refuse_if_bad()
    if not options.annotator:
        files.notices += ties(options.gold, gold)
    for notice in files.notices:
        err.write(f"{notice}\n")
    called = _called(options, tree or flat_tree(gold.labels, *gold.chosen.values()))
    wanted = _wanted(options, gold, called)
    texts = {document.key: document.text for document in documents}
    try:
        labels = label_by_words(texts, wanted, folds=options.folds)
    except (ImportError, ValueError) as wrong:
        refuse(f"{wrong}.")
    if options.out:
        _write(options.out, labels)
    found = _scored(
        options, gold, called, wanted, {key: one.category for key, one in labels.items()}
    )
    out.write(f"{found.to_json() if options.json else found.side_by_side()}\n")
    return 0


def _documents(files: GivenFiles, path: str) -> tuple[DocumentRecord, ...]:
    if Path(path).is_dir():
        return files.keep(path, lambda: read_folder(Path(path)))
    return files.read(read_documents, path)


def _called(options: argparse.Namespace, tree: CategoryTree) -> Mapping[str, str]:
    if options.level not in tree.levels:
        refuse(f"--level {options.level}: there is {', '.join(tree.levels)}.")
    return tree.levels[options.level]


def _wanted(
    options: argparse.Namespace, gold: CategoryGold, called: Mapping[str, str]
) -> Labels:
    labels = gold.labels
    if options.annotator:
        if options.annotator not in gold.chosen:
            refuse(f"{options.gold}: there is no annotator {options.annotator}.")
        labels = gold.chosen[options.annotator]
    wanted = {key: called[category] for key, category in labels.items()}
    if not options.only:
        return wanted
    for category in options.only:
        if category not in wanted.values():
            refuse(f"--only {category}: no document is in it at level {options.level}.")
    return {key: category for key, category in wanted.items() if category in options.only}


def _write(path: str, labels: Mapping[str, WordLabel]) -> None:
    try:
        with open(path, "wb") as sink:
            write_labels(sink, [(key, *label) for key, label in labels.items()])
    except OSError as error:
        refuse(f"{path}: {error.strerror}.")


def _scored(
    options: argparse.Namespace,
    gold: CategoryGold,
    called: Mapping[str, str],
    wanted: Labels,
    labels: Labels,
) -> LabelScorecard:
    """At the level told apart alone. Of two categories, annotators chose among all: there is
    nothing to set beside."""
    level = options.level
    scored = score_labels(wanted, labels, flat_tree(wanted, labels))["leaf"]
    chosen = {} if options.only else gold.chosen
    named = {
        annotator: {key: called[category] for key, category in theirs.items()}
        for annotator, theirs in chosen.items()
    }
    return LabelScorecard(
        options.gold,
        (("words", label_measures({level: scored})),),
        among_annotators(named, flat_tree(*named.values()), level=level) if named else None,
        gold.tied if not options.annotator else (),
    )
