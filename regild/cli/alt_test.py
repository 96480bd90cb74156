"""`regild alt-test`: whether a model may stand in for an annotator."""

from __future__ import annotations

import argparse
import json
from functools import partial

from regild.cli.given_files import GivenFiles, add_encoding
from regild.cli.refusal import refuse
from regild.formats.rows import TextSink
from regild.formats.values import read_values
from regild.judging.alternative import FALSE_DISCOVERY_RATE, SCORES, alternative_test
from regild.problems import BadFile

HELP = f"""\
The alternative annotator test (Calderon et al. 2025): of each model, over how many annotators
it wins (the winning rate; from a half on it may stand in for them), and how often it comes as
near to the other annotators as an annotator does (the advantage probability). One-sided t tests
against epsilon, false discovery rate {FALSE_DISCOVERY_RATE:g} by Benjamini & Yekutieli.

HUMAN is a table with the columns annotator, item and value, MODEL one with model, item and
value; or each is JSON. docs/judging.md defines every number."""
EXAMPLES = """\
examples:
  regild alt-test people.csv models.csv --epsilon .2
  regild alt-test people.json models.json --epsilon .1 --score neg-rmse --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("human", metavar="HUMAN")
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument(
        "--epsilon",
        type=float,
        required=True,
        metavar="E",
        help="head start of the model: .2 beside experts, .15 beside skilled people, .1 beside"
        " a crowd",
    )
    parser.add_argument(
        "--score",
        choices=SCORES,
        default="match",
        help="nearness to the others: match, for names, or neg-rmse, for numbers; match",
    )
    add_encoding(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    files = GivenFiles(options.encoding)
    try:
        found = alternative_test(
            files.read_one(read_values, options.human),
            files.read_one(partial(read_values, who="model"), options.model),
            epsilon=options.epsilon,
            score=options.score,
        )
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except BadFile as bad:
        refuse(files.said(bad))
    except ValueError as wrong:
        refuse(f"--epsilon: {wrong}.")
    files.tell_notices(err)
    if options.json:
        report = {"human": options.human, "model": options.model, **found.to_dict()}
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
        return 0
    for one in found.models:
        if one.reason:
            err.write(f"{one.model}: {one.reason}.\n")
        for beside in one.annotators:
            if beside.reason and not one.reason:
                err.write(f"{one.model}, {beside.annotator}: {beside.reason}.\n")
    out.write(f"{found.to_table()}\n")
    return 0
