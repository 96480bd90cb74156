"""`regild score`: score files of answers on a file of gold."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

from regild.cli.given_files import STANDARD_INPUT, bytes_of, nothing_collected
from regild.cli.refusal import refuse
from regild.cli.score_categories import holds_categories, score_categories
from regild.cli.score_files import ScoreFiles, read_given
from regild.cli.score_table import (
    FORMATS,
    TABLES,
    printed_table,
    refuse_unless_table_can_be,
)
from regild.formats.published import POLICY, is_published
from regild.formats.rows import TextSink
from regild.results import aligned
from regild.scoring import compat
from regild.scoring.measures import FAMILIES
from regild.scoring.official.printed import ProgramStops
from regild.scoring.parts import (
    NMWS,
    NMWT,
    MeasureOnPart,
    UnknownMeasure,
    named_measures,
)
from regild.scoring.scorecard import (
    Scorecard,
    SystemScores,
    distinct_names,
    score_multiword_records,
    score_records,
)
from regild.tables.papers import PAPER_TABLES

HELP = "Score systems on a gold and print a table or JSON. Needs no database."
EXAMPLES = """\
examples:
  regild score gold.txt careful.txt neural.txt
  regild score gold.txt careful.txt --measures semdis.best_norm,gap.v --json
  regild score gold.txt careful.txt --task oot --compat semeval2007
  regild score gold.txt careful.txt neural.txt --part MAN=man.txt --measures best.R.MAN
  regild score gold.txt careful.txt neural.txt --table semeval2007.table_1 --format tex
  regild score boats-gold-1/ careful.txt neural.txt --gold first
  regild score gold.txt run.predict --skip-noise --on-repeated last
  ./my_system | regild score gold.txt -
  regild score annotations.csv labels.csv --categories categories.csv --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "gold", help="a file of gold, or the folder of a published dataset with its policy"
    )
    parser.add_argument("systems", nargs="+", metavar="SYSTEM")
    parser.add_argument(
        "--gold",
        choices=["first", "second"],
        dest="which_gold",
        help="of a published dataset: which gold; the second unless given",
    )
    parser.add_argument(
        "--case",
        choices=["keep", "lower"],
        help="compare substitutes as they are written, or in lower case",
    )
    parser.add_argument("--mapping", metavar="FILE", help="proposed(word.pos)-->canonical")
    parser.add_argument(
        "--measures",
        metavar="NAME,NAME",
        help=f"keys, or {', '.join(FAMILIES)}; on a part of the sentences with "
        f".{NMWS}, .{NMWT}, .PART-OF-SPEECH or a --part's .NAME behind",
    )
    parser.add_argument(
        "--part",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="name the sentences whose ids the file lists: measures are best.R.NAME",
    )
    parser.add_argument(
        "--table",
        choices=TABLES,
        metavar="PAPER.TABLE",
        help=f"print a table as its paper does: {', '.join(TABLES)}",
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="table", help="how --table is printed"
    )
    parser.add_argument(
        "--second-gold", metavar="FILE", help="for tables that have both golds side by side"
    )
    parser.add_argument(
        "--figure",
        metavar="FILE",
        help="draw the curve of jabbari2010.table_3: svg, pdf or png",
    )
    parser.add_argument("--task", choices=["best", "oot", "mw"])
    parser.add_argument(
        "--exclude-target", nargs="+", action="extend", default=[], metavar="WORD.POS"
    )
    parser.add_argument("--multiwords", choices=["keep", "drop"])
    parser.add_argument(
        "--multiword-gold", metavar="FILE", help=f"which sentences .{NMWT} leaves out"
    )
    parser.add_argument(
        "--penalty",
        type=float,
        metavar="K",
        help="what a wrong answer costs by jabbari, in votes; 1 unless given",
    )
    parser.add_argument(
        "--compat", choices=compat.PROGRAMS, help="print what this official program prints"
    )
    parser.add_argument(
        "--skip-noise",
        action="store_true",
        help="pass over lines of a system's file that are no answers: warnings, progress bars",
    )
    parser.add_argument(
        "--on-repeated",
        choices=["first", "last", "refuse"],
        help="which line counts where a system answers a sentence twice; refuse unless given",
    )
    parser.add_argument(
        "--per-sentence",
        action="store_true",
        help="say each sentence's values too; beside --compat only with lst_gap",
    )
    parser.add_argument(
        "--categories",
        metavar="FILE",
        help="of a gold of documents and categories: the tree, category,parent,definition",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    with nothing_collected():
        return _run(options, out, err)


def _run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    if holds_categories(options):
        return score_categories(options, out, err)
    _refuse_contradictions(options)
    refuse_unless_table_can_be(options)
    if options.compat:
        rows = _official(options)
    else:
        tabled = PAPER_TABLES.get(options.table)
        multiwords = options.task == "mw" or bool(tabled and tabled.of_multiwords)
        given = read_given(
            options,
            err,
            multiwords=multiwords,
            both_golds=bool(tabled and tabled.two_golds),
        )
        if tabled:
            out.write(f"{printed_table(options, given)}\n")
            return 0
        rows = _measured(options, given)
    for row in rows:
        for key, reason in row.undefined.items():
            err.write(f"{row.system}: {key} is undefined: {reason}\n")
    if options.json:
        report = Scorecard(options.gold, tuple(rows)).to_json()
    else:
        report = "\n".join([*_table(rows), *_sentences(rows)])
    out.write(f"{report}\n")
    return 0


def _measured(options: argparse.Namespace, given: ScoreFiles) -> list[SystemScores]:
    measures = _measures(options, given)
    if options.task == "mw":
        return score_multiword_records(
            given.gold,
            given.systems,
            names=given.names,
            groups=given.groups,
            spellings=given.spellings,
            per_sentence=options.per_sentence,
        )
    return score_records(
        given.gold,
        given.systems,
        names=given.names,
        measures=measures,
        groups=given.groups,
        spellings=given.spellings,
        single_words=options.multiwords == "drop",
        multiword_gold=given.multiword_gold,
        named=given.named,
        penalty=given.penalty,
        gold_spellings=given.gold_spellings,
        per_sentence=options.per_sentence,
    )


def _official(options: argparse.Namespace) -> list[SystemScores]:
    gold, mapping = bytes_of(options.gold), options.mapping
    mapping_data = None if mapping is None else bytes_of(mapping)
    rows = []
    for name, path in zip(distinct_names(options.systems), options.systems, strict=True):
        try:
            printed = compat.print_official(
                options.compat,
                gold_data=gold,
                answer_data=bytes_of(path),
                task=options.task or "best",
                mapping_data=mapping_data,
            )
        except ProgramStops as stop:
            file = {"gold": options.gold, "mapping": mapping, "answers": path}[stop.file]
            place = file if stop.line is None else f"{file}, line {stop.line}"
            refuse(f"{place}: {stop}. The official program stops here.")
        rows.append(
            SystemScores(
                system=name,
                n=printed.n,
                measures={**printed.values},
                sentences={
                    key: printed.n or 0
                    for key, value in printed.values.items()
                    if isinstance(value, float)
                },
                undefined={
                    key: printed.stopped
                    for key, value in printed.values.items()
                    if printed.stopped and value is None
                },
                per_sentence=printed.sentences if options.per_sentence else None,
            )
        )
    return rows


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """Options that would be ignored are refused: their writer expects something of them."""
    if options.penalty is not None and not 0 <= options.penalty < math.inf:
        refuse("--penalty is a number from 0.")
    if [options.gold, *options.systems].count(STANDARD_INPUT) > 1:
        refuse("- is given twice: standard input can be read once.")
    program, task = options.compat, options.task
    useless: list[str] = []
    _refuse_what_a_dataset_says(options)
    if program:
        useless += ["measures", "exclude_target", "multiwords", "multiword_gold", "penalty"]
        useless += ["case", "part", "table", "skip_noise", "on_repeated"]
        useless += [] if program in compat.SCORE_PL else ["task"]
        useless += [] if program == compat.SEMDIS_EVAL else ["mapping"]
        useless += [] if program in compat.BY_SENTENCE else ["per_sentence"]
    elif task:
        useless += ["measures", "penalty", "table"]
        if task == "mw":
            useless += ["multiwords", "multiword_gold", "part"]
    elif options.table:
        useless += ["measures", "json", "per_sentence"]
    beside = f"--compat {program}" if program else f"--task {task}"
    if options.table and not (program or task):
        beside = f"--table {options.table}"
    for option in useless:
        if getattr(options, option) not in (None, [], False):
            refuse(f"--{option.replace('_', '-')} says nothing beside {beside}.")


def _refuse_what_a_dataset_says(options: argparse.Namespace) -> None:
    if not is_published(options.gold):
        if Path(options.gold).is_dir():
            refuse(f"{options.gold}: a folder without {POLICY} is no published dataset.")
        if options.which_gold:
            refuse("--gold says nothing of a file: it is the one gold there is.")
        return
    tabled = PAPER_TABLES.get(options.table)
    if options.task == "mw" or (tabled and tabled.of_multiwords):
        refuse(f"{options.gold}: --task mw takes a gold of multiwords, which this is not.")
    if options.compat:
        refuse(f"{options.gold}: --compat {options.compat} takes its data/gold-int.txt, say.")
    for option in ("mapping", "case", "multiwords", "second_gold"):
        if getattr(options, option) is not None:
            refuse(f"--{option.replace('_', '-')}: a published dataset says that itself.")


def _measures(options: argparse.Namespace, given: ScoreFiles) -> list[MeasureOnPart]:
    if options.task == "mw":
        return []
    names = options.measures or options.task or ",".join(FAMILIES)
    try:
        measures = named_measures(
            list(map(str.strip, names.split(","))),
            parts_of_speech=given.parts_of_speech,
            named=given.named,
        )
    except UnknownMeasure as unknown:
        families = "; ".join(
            f"{name}: {' '.join(measure.key for measure in family)}"
            for name, family in FAMILIES.items()
        )
        parts = ", ".join([NMWS, NMWT, *sorted({*given.parts_of_speech, *given.named})])
        refuse(
            f"there is no measure {str(unknown)!r}. There are {families}. Each may end in a "
            f"dot and one of {parts}."
        )
    if unused := sorted({*given.named} - {m.part for m in measures}):
        refuse(f"--part {unused[0]} says nothing without a measure such as best.R.{unused[0]}.")
    if any(m.part == NMWT for m in measures) and not options.multiword_gold:
        refuse(f"{NMWT} needs --multiword-gold: the sentences to leave out.")
    return measures


def _table(rows: Sequence[SystemScores]) -> list[str]:
    """A line a measure and a column a system, each number with the sentences it is over."""
    table = [["", *(row.system for row in rows)]]
    for key in dict.fromkeys(key for row in rows for key in row.measures):
        table.append([key, *(_cell(row, key) for row in rows)])
    return aligned(table)


def _sentences(rows: Sequence[SystemScores]) -> list[str]:
    """A line a sentence and measure below the table, where they were asked for."""
    asked = {row.system: row.per_sentence for row in rows if row.per_sentence is not None}
    table = [
        [sentence, key, *(_number(said.get(sentence, {}).get(key)) for said in asked.values())]
        for sentence in dict.fromkeys(s for said in asked.values() for s in said)
        for key in dict.fromkeys(k for said in asked.values() for k in said.get(sentence, ()))
    ]
    return ["", *aligned([["", "", *asked], *table])] if asked else []


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _cell(row: SystemScores, key: str) -> str:
    value = row.measures.get(key)
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:.4f} ({row.sentences[key]})"
