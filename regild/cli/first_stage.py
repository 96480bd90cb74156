"""`regild first_stage`: from what annotators proposed to the first gold."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from regild.agreement.first_stage import FirstStageAgreement, measure_first_stage
from regild.cli.first_stage_files import StageFiles, read_stage
from regild.cli.given_files import add_encoding
from regild.cli.refusal import refuse
from regild.formats.gold import write_gold
from regild.formats.long import write_gold_table
from regild.formats.records import GoldRecord
from regild.formats.rows import Form, TextSink
from regild.proposing.freezing import freeze_first_gold
from regild.proposing.making import AcceptedMerge, MadeGold, make_first_gold
from regild.proposing.multiwords import multiword_records, phrases_of
from regild.proposing.quality import (
    ProposalThresholds,
    find_proposal_flaws,
    proposed_by_annotator,
)
from regild.proposing.report import StageReport
from regild.proposing.spellings import close_spellings
from regild.proposing.unclear import UNCLEAR_SHARE, unclear_groups, unclear_sentences
from regild.scoring.multiwords import gold_multiwords
from regild.tables.printing import FORMS, Table
from regild.words import Wording

HELP = """\
Make a first gold of what annotators proposed, and say what a lead should look at.

PROPOSALS is a table of sentence, annotator, rank and substitute, and more where it is known.
Spellings are merged as the mapping and the lemmas say, each merge is listed, and --merges
undoes it or accepts one more. docs/first-stage.md says what the columns and lists are."""
EXAMPLES = """\
examples:
  regild first_stage proposals.csv --sentences sentences.xml --out gold.txt
  regild first_stage proposals.csv --mapping mapping.txt --merges merges.csv --out gold.csv
  regild first_stage proposals.csv --multiwords mw.gold --tables folder --json
"""
TABLES = ("csv", "tsv", "jsonl")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("proposals", metavar="PROPOSALS")
    add_encoding(parser)
    parser.add_argument(
        "--sentences", metavar="FILE", help="names targets, and shows who copies them"
    )
    parser.add_argument(
        "--mapping", metavar="FILE", help="rules: proposed(word.pos)-->canonical"
    )
    parser.add_argument("--lemmas", metavar="FILE", help="a table of form, pos and lemma")
    parser.add_argument(
        "--merges",
        metavar="FILE",
        help="a table of sentence, spelling, into: merges accepted, or undone where into is"
        " empty",
    )
    parser.add_argument("--case", choices=["keep", "lower"], default="keep")
    parser.add_argument(
        "--target-as-answer",
        choices=["keep", "drop"],
        default="drop",
        help="whether the target itself is a substitute; needs --sentences to be known; drop",
    )
    parser.add_argument(
        "--most", type=int, metavar="N", help="substitutes an annotator may give a sentence"
    )
    parser.add_argument(
        "--name-code", choices=["NAME", "pn"], default="NAME", help="how names are written"
    )
    parser.add_argument(
        "--unclear",
        type=float,
        default=UNCLEAR_SHARE,
        metavar="SHARE",
        help="list sentences that so many annotators marked; .5",
    )
    parser.add_argument(
        "--out", metavar="FILE", help="the gold: lines, or by .csv, .tsv, .jsonl with its names"
    )
    parser.add_argument("--multiwords", metavar="FILE", help="the gold of phrases, as lines")
    parser.add_argument("--tables", metavar="FOLDER", help="every list as CSV and LaTeX")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the intervals; 0")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    if not 0 <= options.unclear <= 1:
        refuse("--unclear is a share from 0 to 1.")
    try:
        files = read_stage(options)
        made, multiwords, report, agreement = _stage(options, files)
        frozen = freeze_first_gold(made.records)
        if options.out:
            _write(options.out, made.records)
        if options.multiwords:
            with open(options.multiwords, "wb") as sink:
                write_gold(sink, multiwords, sort_by_votes=True)
        if options.tables:
            write_tables(options.tables, [*agreement.tables(), *report.tables()])
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except ValueError as wrong:
        refuse(f"{options.proposals}: {wrong}.")
    for notice in files.notices:
        err.write(f"{notice}\n")
    if options.json:
        said = {
            "proposals": options.proposals,
            "n_responses": len(files.proposals),
            "n_sentences": len(made.records),
            "sha256": frozen.sha256,
            **report.to_dict(),
            "agreement": agreement.to_dict(),
        }
        out.write(json.dumps(said, ensure_ascii=False) + "\n")
    else:
        out.write(
            f"{len(files.proposals)} responses to {len(made.records)} sentences by"
            f" {len(report.findings)} annotators.\nsha256 of the gold: {frozen.sha256}\n\n"
            f"{agreement.to_table()}\n\n{report.to_table()}\n"
        )
    return 0


def _stage(
    options: argparse.Namespace, files: StageFiles
) -> tuple[MadeGold, Sequence[GoldRecord], StageReport, FirstStageAgreement]:
    wording = Wording(case=options.case, rules=files.rules)
    made = make_first_gold(
        files.proposals,
        wording=wording,
        lemmas=files.lemmas,
        undone={(one.sentence, one.spelling) for one in files.merges if not one.into},
        accepted=[AcceptedMerge(*one[:3]) for one in files.merges if one.into],
        groups=files.groups,
        itself=files.itself if options.target_as_answer == "drop" else None,
        name_code=options.name_code,
    )
    phrases = phrases_of(files.proposals, wording=wording, groups=files.groups)
    groups = {record.sentence: record.group for record in made.records}
    multiwords = multiword_records(phrases, groups=groups)
    gold = gold_multiwords({one.sentence: dict(one.substitutes) for one in multiwords})
    by_annotator = proposed_by_annotator(files.proposals, made.records, itself=files.itself)
    report = StageReport(
        made,
        close=close_spellings(made.records),
        unclear=unclear_sentences(files.proposals, at_least=options.unclear),
        unclear_groups=unclear_groups(files.proposals, at_least=options.unclear),
        findings={
            name: find_proposal_flaws(proposed, thresholds=ProposalThresholds())
            for name, proposed in by_annotator.items()
        },
        multiwords=gold,
    )
    agreement = measure_first_stage(
        made.records,
        phrases=phrases if multiwords else None,
        multiword_sentences=gold,
        seed=options.seed,
    )
    return made, multiwords, report, agreement


def write_tables(folder: str, tables: Sequence[Table]) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    for table in tables:
        for suffix, (_type, written) in FORMS.items():
            Path(folder, f"{table.name}.{suffix}").write_text(written(table), "utf-8")


def _write(path: str, records: Sequence[GoldRecord]) -> None:
    suffix = Path(path).suffix.lstrip(".").lower()
    with open(path, "wb") as sink:
        if suffix in TABLES:
            write_gold_table(sink, records, form=cast(Form, suffix))
        else:
            write_gold(sink, records, sort_by_votes=True)
