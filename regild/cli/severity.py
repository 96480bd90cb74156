"""`regild severity`: how strict each annotator of a file of ratings is."""

from __future__ import annotations

import argparse
import json

from regild.agreement.severity import Severity, measure_severity
from regild.cli.given_files import GivenFiles, add_encoding
from regild.cli.refusal import refuse
from regild.formats.rows import TextSink
from regild.formats.values import read_values
from regild.problems import BadFile

HELP = """\
Measure how strict each annotator is, and what each item's mean is without it: a model with an
effect for each item and each annotator, its variances by restricted maximum likelihood.

RATINGS is a table with the columns annotator, item and value, or annotator, sentence,
substitute and value, as releases export them; or JSON. Values are numbers.
docs/measures-agreement.md defines every number."""
EXAMPLES = """\
examples:
  regild severity ratings.csv
  regild severity ratings.csv --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ratings", metavar="RATINGS")
    add_encoding(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    files = GivenFiles(options.encoding)
    try:
        found = measure_severity(files.read_one(read_values, options.ratings))
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except BadFile as bad:
        refuse(files.said(bad))
    files.tell_notices(err)
    for warning in found.warnings:
        err.write(f"{options.ratings}: {warning}.\n")
    if options.json:
        report = {"ratings": options.ratings, **found.to_dict()}
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
    elif found.reason:
        err.write(f"{options.ratings}: {found.reason}.\n")
    else:
        _print(found, out)
    return 0


def _print(found: Severity, out: TextSink) -> None:
    out.write(
        f"{found.n_ratings} ratings of {len(found.items)} items"
        f" by {len(found.annotators)} annotators.\n\n"
        f"intercept           {found.intercept:8.4f}\n"
        f"variance, items     {found.var_item:8.4f}\n"
        f"variance, annotators{found.var_annotator:8.4f}\n"
        f"variance, residual  {found.var_residual:8.4f}\n\n"
        f"{found.to_table()}\n\n"
        f"Adjusted for this, an item's mean moves by {found.mean_change:.4f}"
    )
    if found.spearman is not None:
        out.write(f"; the two orders of items have rho {found.spearman:.4f}")
    out.write(".\n")
