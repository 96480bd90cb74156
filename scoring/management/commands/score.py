"""Score files of answers on a file of gold, without a database."""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

from regild.formats.detect import read_answers_any, read_gold_any
from regild.formats.mapping import read_mapping
from regild.formats.records import AnswerRecord
from regild.problems import BadFile, Reading
from regild.scoring import compat
from regild.scoring.inputs import (
    Spellings,
    answer_lists,
    gold_weights,
    single_word_answers,
    single_word_gold,
)
from regild.scoring.measures import FAMILIES, Mean, score_multiwords
from regild.scoring.multiwords import gold_multiwords
from regild.scoring.official.printed import ProgramStops
from regild.scoring.subsets import (
    NMWS,
    NMWT,
    Measure,
    UnknownMeasure,
    mean_scores,
    named_measures,
    part_of_speech,
)
from regild.words import Wording

# argparse's own code for a wrong call; a wrong file is the same kind of mistake.
WRONG_INPUT = 2

R = TypeVar("R")


class Row(NamedTuple):
    """One system. `n` counts the sentences with gold, `sentences` those in each mean."""

    system: str
    n: int | None
    measures: dict[str, float | str | None]
    sentences: dict[str, int]
    undefined: dict[str, str]


class Command(BaseCommand):
    help = "Score systems on a gold and print a table or JSON. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
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
            "--compat", choices=compat.PROGRAMS, help="print what this official program prints"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        _refuse_contradictions(options)
        rows = _official(options) if options["compat"] else self._measured(options)
        for row in rows:
            for key, reason in row.undefined.items():
                self.stderr.write(f"{row.system}: {key} is undefined: {reason}")
        if options["json"]:
            report = {"gold": options["gold"], "systems": [row._asdict() for row in rows]}
            self.stdout.write(json.dumps(report, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(_table(rows)))

    def _measured(self, options: dict[str, Any]) -> list[Row]:
        names = _distinct_names(options["systems"])
        files = _Files()
        gold_records = files.read(read_gold_any, options["gold"])
        rules = files.read(read_mapping, options["mapping"])
        multiword_records = files.read(read_gold_any, options["multiword_gold"])
        answer_records = [files.read(read_answers_any, path) for path in options["systems"]]
        files.refuse_if_bad()

        targets = {record.lexelt for record in gold_records}
        measures = _measures(options, set(map(part_of_speech, targets)))
        excluded = set(options["exclude_target"])
        if unknown := sorted(excluded - targets):
            _refuse(f"{options['gold']}: there is no target {', '.join(unknown)} to exclude.")
        lexelts = {record.sentence: record.lexelt for record in gold_records}
        if options["task"] == "mw":
            # A multiword named where annotators saw none costs precision, so these count.
            for record in chain.from_iterable(answer_records):
                lexelts.setdefault(record.sentence, record.lexelt)
        for path, records in zip(options["systems"], answer_records, strict=True):
            files.notices += _mismatches(path, records, lexelts)
        for notice in files.notices:
            self.stderr.write(notice)

        lexelts = {key: lexelt for key, lexelt in lexelts.items() if lexelt not in excluded}
        spellings = Spellings(
            Wording(rules=[(r.lexelt, r.proposed, r.canonical) for r in rules])
        )
        gold = gold_weights((r for r in gold_records if r.sentence in lexelts), spellings)
        systems = [
            answer_lists(records, spellings, lexelts=lexelts) for records in answer_records
        ]
        if options["task"] == "mw":
            scores = score_multiwords(gold=gold, systems=systems)
            found = {key: scores.means(key) for key in scores.matrices}
            return _rows(names, found, n=len(gold_multiwords(gold)))
        if options["multiwords"] == "drop":
            gold = single_word_gold(gold)
            systems = [single_word_answers(answers) for answers in systems]
        means = mean_scores(
            measures,
            gold=gold,
            systems=systems,
            lexelts=lexelts,
            multiword_sentences=gold_multiwords(gold_weights(multiword_records, spellings)),
        )
        found = {str(measure): column for measure, column in means.items()}
        scored = sum(any(w > 0 for w in weights.values()) for weights in gold.values())
        return _rows(names, found, n=scored)


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
            _refuse("\n".join(self.bad))


def _official(options: dict[str, Any]) -> list[Row]:
    gold, mapping = _bytes_of(options["gold"]), options["mapping"]
    mapping_data = None if mapping is None else _bytes_of(mapping)
    rows = []
    for name, path in zip(_distinct_names(options["systems"]), options["systems"], strict=True):
        try:
            values, stopped = compat.print_official(
                options["compat"],
                gold_data=gold,
                answer_data=_bytes_of(path),
                task=options["task"] or "best",
                mapping_data=mapping_data,
            )
        except ProgramStops as stop:
            file = {"gold": options["gold"], "mapping": mapping, "answers": path}[stop.file]
            _refuse(f"{file}, line {stop.line}: {stop}. The official program stops here.")
        scored = next(filter(None, map(values.get, _OFFICIAL_N)), None)
        rows.append(
            Row(
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


def _refuse_contradictions(options: dict[str, Any]) -> None:
    """Options that would be ignored are refused: their writer expects something of them."""
    program, task = options["compat"], options["task"]
    useless: list[str] = []
    if program:
        useless += ["measures", "exclude_target", "multiwords", "multiword_gold"]
        useless.append("task" if program == compat.SEMDIS_EVAL else "mapping")
    elif task:
        useless.append("measures")
        if task == "mw":
            useless += ["multiwords", "multiword_gold"]
    beside = f"--compat {program}" if program else f"--task {task}"
    for option in useless:
        if options[option]:
            _refuse(f"--{option.replace('_', '-')} says nothing beside {beside}.")


def _measures(options: dict[str, Any], parts_of_speech: set[str]) -> list[Measure]:
    if options["task"] == "mw":
        return []
    names = options["measures"] or options["task"] or ",".join(FAMILIES)
    try:
        measures = named_measures(
            list(map(str.strip, names.split(","))), parts_of_speech=parts_of_speech
        )
    except UnknownMeasure as unknown:
        families = "; ".join(f"{name}: {' '.join(f.keys)}" for name, f in FAMILIES.items())
        subsets = ", ".join([NMWS, NMWT, *sorted(parts_of_speech)])
        _refuse(
            f"there is no measure {str(unknown)!r}. There are {families}. Each may end in a "
            f"dot and one of {subsets}."
        )
    if any(m.subset == NMWT for m in measures) and not options["multiword_gold"]:
        _refuse(f"{NMWT} needs --multiword-gold: the sentences to leave out.")
    return measures


def _mismatches(
    path: str, records: Sequence[AnswerRecord], lexelts: Mapping[str, str]
) -> list[str]:
    """Answers are matched by sentence alone, so what looks like another file is only told."""
    strangers = [record for record in records if record.sentence not in lexelts]
    renamed = [
        record
        for record in records
        if lexelts.get(record.sentence, record.lexelt) != record.lexelt
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
            f"{first.sentence} on line {first.line}, {first.lexelt} here and "
            f"{lexelts[first.sentence]} there."
        )
    return told


def _rows(names: Sequence[str], means: Mapping[str, Sequence[Mean]], *, n: int) -> list[Row]:
    return [
        Row(
            system=name,
            n=n,
            measures={key: column[i].value for key, column in means.items()},
            sentences={key: column[i].n for key, column in means.items()},
            undefined={
                key: reason for key, column in means.items() if (reason := column[i].reason)
            },
        )
        for i, name in enumerate(names)
    ]


def _table(rows: Sequence[Row]) -> list[str]:
    """A line a measure and a column a system, each number with the sentences it is over."""
    table = [["", *(row.system for row in rows)]]
    for key in dict.fromkeys(key for row in rows for key in row.measures):
        table.append([key, *(_cell(row, key) for row in rows)])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])])
        for line in table
    ]


def _cell(row: Row, key: str) -> str:
    value = row.measures.get(key)
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:.4f} ({row.sentences[key]})"


def _distinct_names(paths: Sequence[str]) -> list[str]:
    """File names without folder and ending, or the whole paths where two are alike."""
    stems = [Path(path).stem for path in paths]
    return stems if len(set(stems)) == len(stems) else list(paths)


def _bytes_of(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        _refuse(f"{path}: {error.strerror}.")


def _refuse(message: str) -> NoReturn:
    raise CommandError(message, returncode=WRONG_INPUT)
