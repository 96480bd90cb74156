"""`regild ranks`: where systems rank the natural utterances of sets."""

from __future__ import annotations

import argparse
import json

from regild.cli.given_files import GivenFiles, add_encoding
from regild.cli.refusal import refuse
from regild.formats.rows import TextSink
from regild.problems import BadFile
from regild.results import aligned
from regild.tasks.utterances.ranks import rank_sets
from regild.tasks.utterances.scores import read_score_rows, scores_of
from regild.tasks.utterances.sets import read_sets

HELP = """\
Rank every set of utterances by a system's scores, and print the mean rank of the natural
utterance, MRR and P@1, each with its 95% interval and what a coin would get.

SETS is a file of `regild coconuts`; SCORES is a table of set, utterance and score, the highest
of a set for the likeliest, or of set, utterance and rank. docs/utterances.md defines the
measures."""
EXAMPLES = """\
examples:
  regild ranks sets.json system.csv
  regild ranks sets.json system.csv other.csv --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sets", metavar="SETS")
    parser.add_argument("scores", metavar="SCORES", nargs="+")
    add_encoding(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    path = options.sets
    found, files = {}, GivenFiles(options.encoding)
    try:
        coconuts = read_sets(path)
        for path in options.scores:
            records = files.read_one(read_score_rows, path).records
            found[path] = rank_sets(coconuts, scores_of(records, coconuts, name=path))
    except OSError as error:
        refuse(f"{path}: {error.strerror}.")
    except BadFile as bad:
        refuse(files.said(bad))
    except ValueError as wrong:
        refuse(f"{path}: {wrong}.")
    files.tell_notices(err)
    if options.json:
        report = {
            "sets": options.sets,
            "options": dict(coconuts.options),
            "systems": [{"system": name, **ranks.to_dict()} for name, ranks in found.items()],
        }
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
        return 0
    measures = [*next(iter(found.values())).measures]
    lines = [["system", *measures]]
    lines += [
        [name, *(ranks.measures[key].shown() for key in measures)]
        for name, ranks in found.items()
    ]
    coin = next(iter(found.values())).measures
    lines.append(["coin", *(f"{coin[key].chance:.3f}" for key in measures)])
    made = " ".join(f"{name}={value}" for name, value in coconuts.options.items())
    out.write(f"{len(coconuts.sets)} sets: {made}\n\n" + "\n".join(aligned(lines)) + "\n")
    return 0
