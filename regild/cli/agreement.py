"""`regild agreement`: how far the annotators of a file of ratings agree."""

from __future__ import annotations

import argparse
import json
from functools import partial

from regild.agreement.annotations import measure_category_agreement
from regild.agreement.ratings import measure_agreement
from regild.cli.given_files import GivenFiles, add_encoding
from regild.cli.refusal import refuse
from regild.formats.category_tree import CategoryTree, read_categories
from regild.formats.detect import has_columns, read_ratings_any
from regild.formats.files import Ratings
from regild.formats.labels import read_annotations
from regild.formats.rows import TextSink
from regild.problems import BadFile

HELP = """\
Measure how far annotators agree, with intervals, and print a table or JSON.

RATINGS is a table with the columns annotator, sentence, substitute and value: CSV, TSV or
JSON lines. With the columns document, annotator and category, agreement is measured on
categories, at each level of the tree in --categories. docs/measures-agreement.md defines every
measure."""
EXAMPLES = """\
examples:
  regild agreement ratings.csv
  regild agreement ratings.csv --scale 0-3 --json
  regild agreement ratings.csv --scale bad,reasonable,good
  regild agreement annotations.csv --categories categories.csv --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ratings", metavar="RATINGS")
    parser.add_argument(
        "--scale",
        metavar="VALUES",
        help="0-3, or values from the lowest with commas between, numbers or words (of weight "
        "0, 1, 2…); otherwise the values in the file, with the whole numbers between them",
    )
    parser.add_argument(
        "--categories",
        metavar="FILE",
        help="the tree: a table with the columns category, parent and definition",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="of the intervals' draws; 0 unless given",
    )
    add_encoding(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    files = GivenFiles(options.encoding)
    try:
        if options.categories or has_columns(options.ratings, "document", "category"):
            return _by_level(options, files, out, err)
        ratings = Ratings(options.ratings, files.read(read_ratings_any, options.ratings))
        files.refuse_if_bad()
        found = measure_agreement(ratings, scale=options.scale, seed=options.seed)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except BadFile as bad:
        refuse(str(bad))
    except ValueError as wrong:
        refuse(f"{options.ratings}: {wrong}.")
    files.tell_notices(err)
    if options.json:
        report = {"ratings": options.ratings, **found.to_dict()}
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
        return 0
    out.write(
        f"{found.n_ratings} ratings of {found.n_candidates} candidates"
        f" by {found.n_annotators} annotators.\n\n{found.to_table()}\n"
    )
    return 0


def _by_level(
    options: argparse.Namespace, files: GivenFiles, out: TextSink, err: TextSink
) -> int:
    if options.scale:
        refuse("--scale: categories have no scale; leave it out.")
    categories = files.read(read_categories, options.categories)
    tree = CategoryTree.of(categories) if categories else None
    reader = partial(read_annotations, leaves=tree.leaves if tree else None)
    records = files.read(reader, options.ratings)
    files.refuse_if_bad()
    files.tell_notices(err)
    found = measure_category_agreement(
        [record[:3] for record in records],
        categories=tree.parents if tree else None,
        seed=options.seed,
    )
    if options.json:
        report = {"ratings": options.ratings, **found.to_dict()}
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
        return 0
    out.write(
        f"{found.n_annotations} annotations of {found.n_documents} documents"
        f" by {found.n_annotators} annotators.\n\n{found.to_table()}\n"
    )
    for name, level in found.levels.items():
        out.write(f"\nTaken for each other, level {name}, by pairs of annotators:\n")
        for one in level.confusions:
            out.write(f"{one.n:6}  {one.a} | {one.b}\n")
    return 0
