"""`regild score --table`: a table of systems as a paper prints it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from regild.cli.refusal import refuse
from regild.cli.score_files import ScoreFiles
from regild.figures.drawing import Format
from regild.formats.published import is_published
from regild.formats.records import GoldRecord
from regild.scoring.paper_tables import (
    NO_MULTIWORD_GOLD,
    SystemValue,
    fill,
    measures_of,
)
from regild.scoring.parts import NMWT, MeasureOnPart, part_of_measure
from regild.scoring.score_records import score_multiword_records, score_records
from regild.scoring.system_scores import SystemScores
from regild.tables.paper_forms import FORMS
from regild.tables.papers import PAPER_TABLES, PaperTable
from regild.tables.printed import PaperCell, as_text

FIGURES = ("svg", "pdf", "png")


def printed_table(
    options: argparse.Namespace, given: ScoreFiles, signed: str
) -> tuple[str, str]:
    """What goes to standard output, and what beside it. `signed` is the signature."""
    table = PAPER_TABLES[options.table]
    parts = [*sorted(given.named), *sorted(given.parts_of_speech)]
    found: dict[tuple[str, str, str], SystemValue] = {}
    golds = {"first": given.gold, "second": given.second_gold}
    for asked, measures in measures_of(table, parts).items():
        # Without a second gold the one given is all there is to choose.
        gold = asked or "first"
        for row in _scored(table, measures, golds[gold], given, options):
            for key in measures:
                reason = row.undefined.get(key, "")
                found[gold, key, row.system] = SystemValue(_number(row, key), reason)
        if not given.multiword_gold:
            for key in measures:
                if part_of_measure(key) == NMWT:
                    for name in given.names:
                        found[gold, key, name] = SystemValue(None, NO_MULTIWORD_GOLD)
    printed = fill(
        table,
        given.names,
        lambda gold, key, system: found.get((gold, key, system), SystemValue(None)),
        parts=parts,
        penalty=given.penalty,
    )
    if not (table.two_golds or table.of_multiwords):
        # A file does not say which gold it is.
        printed = printed._replace(notes=printed.notes[1:])
    if options.figure:
        _draw(options.figure, table, [*printed.rows])
    if options.format == "csv":
        return FORMS["csv"][1](printed), f"{signed}\n"
    printed = printed._replace(notes=(*printed.notes, signed))
    form = as_text if options.format == "table" else FORMS[options.format][1]
    return form(printed), ""


def refuse_unless_table_can_be(options: argparse.Namespace) -> None:
    table = PAPER_TABLES.get(options.table) if options.table else None
    if table is None:
        return
    if table.two_golds and not (options.second_gold or is_published(options.gold)):
        refuse(f"{table.key} needs --second-gold.")
    if options.part and not table.each_part:
        refuse(f"{table.key} has no column for a --part.")
    if options.second_gold and not table.two_golds:
        refuse(f"{table.key} is of one gold: --second-gold says nothing beside it.")
    if options.figure and not table.curve:
        refuse(f"{table.key} has no figure.")
    if options.figure and Path(options.figure).suffix.lstrip(".") not in FIGURES:
        refuse(f"--figure is a file that ends in .{', .'.join(FIGURES)}.")


def _scored(
    table: PaperTable,
    measures: set[str],
    gold: Sequence[GoldRecord],
    given: ScoreFiles,
    options: argparse.Namespace,
) -> list[SystemScores]:
    if table.of_multiwords:
        return score_multiword_records(
            gold,
            given.systems,
            teams=given.teams,
            groups=given.groups,
            spellings=given.spellings,
        ).systems
    return score_records(
        gold,
        given.systems,
        teams=given.teams,
        measures=[
            MeasureOnPart(key.removesuffix(f".{part}") if part else key, part)
            for key in sorted(measures)
            for part in [part_of_measure(key)]
        ],
        groups=given.groups,
        spellings=given.spellings,
        single_words=given.single_words,
        multiword_gold=given.multiword_gold,
        named=given.named,
        penalty=given.penalty,
        gold_spellings=given.gold_spellings,
    ).systems


def _number(row: SystemScores, key: str) -> float | None:
    value = row.measures.get(key)
    return value if isinstance(value, float | int) else None


def _draw(
    path: str, table: PaperTable, rows: Sequence[tuple[str, Sequence[PaperCell]]]
) -> None:
    from regild.figures.curves import paper_curve

    form = cast(Format, Path(path).suffix.lstrip("."))
    try:
        Path(path).write_bytes(paper_curve(table, rows, format=form, theme="light"))
    except OSError as error:
        refuse(f"{path}: {error.strerror}.")
