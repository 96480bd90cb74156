"""`regild first_gold`: how far annotators agree on what they proposed."""

from __future__ import annotations

import argparse
import json

from regild.agreement.first_stage import FirstStageAgreement, measure_first_stage
from regild.agreement.proposals import (
    FirstGoldAgreement,
    measure_first_gold,
    refuse_unknown,
)
from regild.cli.given_files import GivenFiles, add_encoding
from regild.cli.refusal import refuse
from regild.formats.detect import has_columns, read_gold_any
from regild.formats.files import Gold
from regild.formats.proposals import read_proposals
from regild.formats.rows import TextSink
from regild.problems import BadFile
from regild.proposing.making import make_first_gold
from regild.proposing.multiwords import Phrases, multiword_records, phrases_of
from regild.scoring.multiwords import gold_multiwords
from regild.tables.printing import FORMS
from regild.words import Wording

HELP = """\
Measure how far annotators agree on a first gold, and print a table or JSON.

GOLD is lines (word.pos id :: substitute votes;…), a table, SWORDS, or a table of what
annotators proposed (sentence, annotator, rank, substitute). Where it names who proposed what,
everything is measured again without each of them. docs/measures-agreement.md has the measures.
--parts prints the tables of SemEval 2007, section 2.2, with intervals over sentences, and how
many sentences have how many substitutes: docs/first-stage.md."""
EXAMPLES = """\
examples:
  regild first_gold gold.txt
  regild first_gold gold.txt --annotators 7 --multiwords drop --json
  regild first_gold proposals.csv --parts --format tex
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
    parser.add_argument(
        "--parts",
        action="store_true",
        help="on all sentences, by part of speech, without multiwords and names",
    )
    parser.add_argument(
        "--format", choices=["table", *FORMS], default="table", help="of --parts; table"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of its intervals; 0")
    add_encoding(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    if options.format != "table" and not options.parts:
        refuse("--format says nothing without --parts.")
    if options.parts and (options.frequencies or options.multiwords == "drop"):
        refuse("--frequencies and --multiwords say nothing beside --parts.")
    if options.annotators is not None and options.annotators < 1:
        refuse("--annotators must be at least 1.")
    files = GivenFiles(options.encoding)
    try:
        gold, phrases = _read(options.gold, files)
        files.refuse_if_bad()
        found = _measured(gold, phrases, options)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except BadFile as bad:
        refuse(str(bad))
    except ValueError as wrong:
        refuse(f"{options.gold}: {wrong}.")
    files.tell_notices(err)
    if isinstance(found, FirstStageAgreement) and not options.json:
        if options.format == "table":
            out.write(f"{found.to_table()}\n")
        else:
            written = FORMS[options.format][1]
            out.write("\n".join(written(table) for table in found.tables()))
    elif options.json:
        report = {"gold": options.gold, **found.to_dict()}
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
    elif isinstance(found, FirstGoldAgreement):
        out.write(f"{found.n_sentences} sentences.\n\n{found.to_table()}\n")
    return 0


def _read(path: str, files: GivenFiles) -> tuple[Gold, Phrases | None]:
    """Of proposals, what each annotator saw the target in too."""
    if not has_columns(path, "sentence", "annotator", "rank"):
        return Gold(files.read(read_gold_any, path)), None
    records = files.read(read_proposals, path)
    made = make_first_gold(records, wording=Wording())
    phrases = phrases_of(records, wording=Wording())
    seen = any(phrase for said in phrases.values() for phrase in said.values())
    return Gold(made.records), phrases if seen else None


def _measured(
    gold: Gold, phrases: Phrases | None, options: argparse.Namespace
) -> FirstGoldAgreement | FirstStageAgreement:
    if not options.parts:
        return measure_first_gold(
            gold,
            annotators=options.annotators,
            exclude_targets=options.exclude_target,
            multiwords=options.multiwords,
            frequencies=options.frequencies,
        )
    refuse_unknown(gold.records, options.exclude_target)
    kept = [one for one in gold.records if one.group not in options.exclude_target]
    groups = {record.sentence: record.group for record in kept}
    seen = {sentence: said for sentence, said in (phrases or {}).items() if sentence in groups}
    multiwords = multiword_records(seen, groups=groups)
    return measure_first_stage(
        kept,
        phrases=seen if phrases is not None else None,
        multiword_sentences=gold_multiwords(
            {one.sentence: dict(one.substitutes) for one in multiwords}
        ),
        annotators=options.annotators,
        seed=options.seed,
    )
