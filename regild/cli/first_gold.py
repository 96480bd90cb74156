"""`regild first_gold`: how far annotators agree on what they proposed."""

from __future__ import annotations

import argparse
import json

from regild.agreement.proposals import measure_first_gold
from regild.cli.refusal import refuse
from regild.formats.files import read_gold
from regild.formats.rows import TextSink
from regild.problems import BadFile

HELP = """\
Measure how far annotators agree on a first gold, and print a table or JSON.

GOLD is lines (word.pos id :: substitute votes;…), a table or SWORDS. Where it names who
proposed what, everything is measured again without each of them.
docs/measures-agreement.md defines every measure."""
EXAMPLES = """\
examples:
  regild first_gold gold.txt
  regild first_gold gold.txt --annotators 7 --multiwords drop --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument(
        "--annotators",
        type=int,
        metavar="N",
        help="how many were asked for each sentence; needed where the file has votes alone",
    )
    parser.add_argument(
        "--exclude-target", nargs="+", action="extend", default=[], metavar="WORD.POS"
    )
    parser.add_argument("--multiwords", choices=["keep", "drop"], default="keep")
    parser.add_argument(
        "--frequencies",
        metavar="FILE",
        help="a table of word and frequency, to correlate votes with",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    if options.annotators is not None and options.annotators < 1:
        refuse("--annotators must be at least 1.")
    try:
        gold = read_gold(options.gold)
        found = measure_first_gold(
            gold,
            annotators=options.annotators,
            exclude_targets=options.exclude_target,
            multiwords=options.multiwords,
            frequencies=options.frequencies,
        )
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except BadFile as bad:
        refuse(str(bad))
    except ValueError as wrong:
        refuse(f"{options.gold}: {wrong}.")
    for line, message, remedy in gold.notices:
        place = "" if line is None else f", line {line}"
        err.write(f"{options.gold}{place}: {message}. {remedy}.\n")
    if options.json:
        report = {"gold": options.gold, **found.to_dict()}
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
    else:
        out.write(f"{found.n_sentences} sentences.\n\n{found.to_table()}\n")
    return 0
