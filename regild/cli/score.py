"""`regild score`: score files of answers on a file of gold."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

from regild.cli.refusal import refuse
from regild.formats.answers import end_in_numbers
from regild.formats.detect import read_answers_any, read_gold_any
from regild.formats.mapping import read_mapping
from regild.formats.records import AnswerRecord
from regild.formats.rows import TextSink
from regild.problems import BadFile, Reading
from regild.results import aligned
from regild.scoring import compat
from regild.scoring.inputs import Spellings
from regild.scoring.matrices import PENALTY
from regild.scoring.measures import FAMILIES
from regild.scoring.official.printed import ProgramStops
from regild.scoring.parts import (
    NMWS,
    NMWT,
    MeasureOnPart,
    UnknownMeasure,
    named_measures,
    part_of_speech,
)
from regild.scoring.scorecard import (
    Scorecard,
    SystemScores,
    distinct_names,
    score_multiword_records,
    score_records,
)
from regild.words import Wording

HELP = "Score systems on a gold and print a table or JSON. Needs no database."
EXAMPLES = """\
examples:
  regild score gold.txt careful.txt neural.txt
  regild score gold.txt careful.txt --measures semdis.best_norm,gap.v --json
  regild score gold.txt careful.txt --task oot --compat semeval2007
"""

R = TypeVar("R")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("gold")
    parser.add_argument("systems", nargs="+", metavar="SYSTEM")
    parser.add_argument("--mapping", metavar="FILE", help="proposed(word.pos)-->canonical")
    parser.add_argument(
        "--measures",
        metavar="NAME,NAME",
        help=f"keys, or {', '.join(FAMILIES)}; on a part of the sentences with "
        f".{NMWS}, .{NMWT} or .PART-OF-SPEECH behind",
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
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    _refuse_contradictions(options)
    rows = _official(options) if options.compat else _measured(options, err)
    for row in rows:
        for key, reason in row.undefined.items():
            err.write(f"{row.system}: {key} is undefined: {reason}\n")
    if options.json:
        report = Scorecard(options.gold, tuple(rows)).to_json()
    else:
        report = "\n".join(_table(rows))
    out.write(f"{report}\n")
    return 0


def _measured(options: argparse.Namespace, err: TextSink) -> list[SystemScores]:
    names = distinct_names(options.systems)
    files = _Files()
    gold = files.read(read_gold_any, options.gold)
    rules = files.read(read_mapping, options.mapping)
    multiword_gold = files.read(read_gold_any, options.multiword_gold)
    systems = [files.read(read_answers_any, path) for path in options.systems]
    files.refuse_if_bad()

    named = {record.group for record in gold}
    measures = _measures(options, set(map(part_of_speech, named)))
    excluded = set(options.exclude_target)
    if unknown := sorted(excluded - named):
        refuse(f"{options.gold}: there is no target {', '.join(unknown)} to exclude.")
    groups = {record.sentence: record.group for record in gold}
    if options.task == "mw":
        # A multiword named where annotators saw none costs precision, so these count.
        for record in chain.from_iterable(systems):
            groups.setdefault(record.sentence, record.group)
    for path, records in zip(options.systems, systems, strict=True):
        files.notices += _mismatches(path, records, groups)
        if end_in_numbers(records):
            files.notices.append(
                f"{path}: its answers end in numbers, as those of a gold file do; the numbers "
                "are read as part of the answers."
            )
    for notice in files.notices:
        err.write(f"{notice}\n")

    groups = {key: group for key, group in groups.items() if group not in excluded}
    spellings = Spellings(Wording(rules=[(r.group, r.proposed, r.canonical) for r in rules]))
    if options.task == "mw":
        return score_multiword_records(
            gold, systems, names=names, groups=groups, spellings=spellings
        )
    return score_records(
        gold,
        systems,
        names=names,
        measures=measures,
        groups=groups,
        spellings=spellings,
        single_words=options.multiwords == "drop",
        multiword_gold=multiword_gold,
        penalty=PENALTY if options.penalty is None else options.penalty,
    )


class _Files:
    """Reads files, and collects what is wrong with all of them before any is refused."""

    def __init__(self) -> None:
        self.bad: list[str] = []
        self.notices: list[str] = []

    def read(self, reader: Callable[..., Reading[R]], path: str | None) -> tuple[R, ...]:
        """Nothing for a file that was not given, or that cannot be read."""
        if path is None:
            return ()
        try:
            with Path(path).open("rb") as stream:
                reading = reader(stream, name=path)
        except OSError as error:
            self.bad.append(f"{path}: {error.strerror}.")
        except BadFile as bad:
            self.bad.append(str(bad))
        else:
            self.notices += [
                f"{path}{'' if line is None else f', line {line}'}: {message}. {remedy}."
                for line, message, remedy in reading.notices
            ]
            return reading.records
        return ()

    def refuse_if_bad(self) -> None:
        if self.bad:
            refuse("\n".join(self.bad))


def _official(options: argparse.Namespace) -> list[SystemScores]:
    gold, mapping = _bytes_of(options.gold), options.mapping
    mapping_data = None if mapping is None else _bytes_of(mapping)
    rows = []
    for name, path in zip(distinct_names(options.systems), options.systems, strict=True):
        try:
            values, stopped = compat.print_official(
                options.compat,
                gold_data=gold,
                answer_data=_bytes_of(path),
                task=options.task or "best",
                mapping_data=mapping_data,
            )
        except ProgramStops as stop:
            file = {"gold": options.gold, "mapping": mapping, "answers": path}[stop.file]
            refuse(f"{file}, line {stop.line}: {stop}. The official program stops here.")
        scored = next(filter(None, map(values.get, _OFFICIAL_N)), None)
        rows.append(
            SystemScores(
                system=name,
                n=None if scored is None else int(scored),
                measures={**values},
                sentences={},
                undefined={
                    key: stopped for key, value in values.items() if stopped and value is None
                },
            )
        )
    return rows


# What the programs call the number of items they scored.
_OFFICIAL_N = ("total_items", "mw_total", "instances")


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """Options that would be ignored are refused: their writer expects something of them."""
    if options.penalty is not None and not 0 <= options.penalty < math.inf:
        refuse("--penalty is a number from 0.")
    program, task = options.compat, options.task
    useless: list[str] = []
    if program:
        useless += ["measures", "exclude_target", "multiwords", "multiword_gold", "penalty"]
        useless.append("task" if program == compat.SEMDIS_EVAL else "mapping")
    elif task:
        useless += ["measures", "penalty"]
        if task == "mw":
            useless += ["multiwords", "multiword_gold"]
    beside = f"--compat {program}" if program else f"--task {task}"
    for option in useless:
        if getattr(options, option) not in (None, []):
            refuse(f"--{option.replace('_', '-')} says nothing beside {beside}.")


def _measures(options: argparse.Namespace, parts_of_speech: set[str]) -> list[MeasureOnPart]:
    if options.task == "mw":
        return []
    names = options.measures or options.task or ",".join(FAMILIES)
    try:
        measures = named_measures(
            list(map(str.strip, names.split(","))), parts_of_speech=parts_of_speech
        )
    except UnknownMeasure as unknown:
        families = "; ".join(
            f"{name}: {' '.join(measure.key for measure in family)}"
            for name, family in FAMILIES.items()
        )
        parts = ", ".join([NMWS, NMWT, *sorted(parts_of_speech)])
        refuse(
            f"there is no measure {str(unknown)!r}. There are {families}. Each may end in a "
            f"dot and one of {parts}."
        )
    if any(m.part == NMWT for m in measures) and not options.multiword_gold:
        refuse(f"{NMWT} needs --multiword-gold: the sentences to leave out.")
    return measures


def _mismatches(
    path: str, records: Sequence[AnswerRecord], groups: Mapping[str, str]
) -> list[str]:
    """Answers are matched by sentence alone, so what looks like another file is only told."""
    strangers = [record for record in records if record.sentence not in groups]
    renamed = [
        record
        for record in records
        if groups.get(record.sentence, record.group) != record.group
    ]
    told = []
    if strangers:
        first = strangers[0]
        told.append(
            f"{path}: {len(strangers)} sentences are not in the gold and are not scored; the "
            f"first is {first.sentence} on line {first.line}."
        )
    if renamed:
        first = renamed[0]
        told.append(
            f"{path}: {len(renamed)} sentences have another target in the gold; the first is "
            f"{first.sentence} on line {first.line}, {first.group} here and "
            f"{groups[first.sentence]} there."
        )
    return told


def _table(rows: Sequence[SystemScores]) -> list[str]:
    """A line a measure and a column a system, each number with the sentences it is over."""
    table = [["", *(row.system for row in rows)]]
    for key in dict.fromkeys(key for row in rows for key in row.measures):
        table.append([key, *(_cell(row, key) for row in rows)])
    return aligned(table)


def _cell(row: SystemScores, key: str) -> str:
    value = row.measures.get(key)
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:.4f} ({row.sentences[key]})"


def _bytes_of(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        refuse(f"{path}: {error.strerror}.")
