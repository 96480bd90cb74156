"""Which options of `regild score` contradict each other, or say nothing beside others."""

from __future__ import annotations

import argparse
import math
import os

from regild.cli.given_files import STANDARD_INPUT
from regild.cli.refusal import refuse
from regild.formats.published import POLICY, is_published
from regild.scoring import compat
from regild.tables.papers import PAPER_TABLES


def refuse_contradictions(options: argparse.Namespace) -> None:
    """Options that would be ignored are refused: their writer expects something of them."""
    if options.penalty is not None and not 0 <= options.penalty < math.inf:
        refuse("--penalty is a number from 0.")
    for name in ("seed", "replicates", "permutations"):
        if getattr(options, name) < 0:
            refuse(f"--{name} is a number from 0.")
    if [options.gold, *options.systems].count(STANDARD_INPUT) > 1:
        refuse("- is given twice: standard input can be read once.")
    _refuse_what_a_dataset_says(options)
    _refuse_what_says_nothing(options)
    asked = [
        f"--{one}" for one in ("per-sentence", "compare", "rankings") if _given(options, one)
    ]
    if options.format == "csv" and len(asked) > 1:
        refuse(f"--format csv is one table: take {' or '.join(asked)}.")
    if options.json and options.format not in ("table", "json"):
        refuse(f"--json and --format {options.format} contradict each other.")
    if options.table:
        return
    if options.figure:
        refuse("--figure says nothing without --table.")
    both = options.second_gold or is_published(options.gold)
    if options.rankings and not both:
        refuse("--rankings needs --second-gold, or a published dataset that has both.")
    if options.second_gold and not options.rankings:
        refuse("--second-gold says nothing without --table or --rankings.")


def _refuse_what_says_nothing(options: argparse.Namespace) -> None:
    program, task = options.compat, options.task
    useless: list[str] = []
    if program:
        useless += ["case", "measures", "exclude-target", "multiwords", "multiword-gold"]
        useless += ["penalty", "part", "table", "skip-noise", "on-repeated"]
        useless += ["runs", "compare", "rankings"]
        useless += [] if program in compat.SCORE_PL else ["task"]
        useless += [] if program == compat.SEMDIS_EVAL else ["mapping"]
        useless += [] if program in compat.BY_SENTENCE else ["per-sentence"]
    elif task:
        useless += ["measures", "penalty", "table"]
        if task == "mw":
            useless += ["multiwords", "multiword-gold", "part", "rankings"]
    elif options.table:
        useless += ["measures", "json", "per-sentence", "runs", "compare", "rankings"]
    beside = f"--compat {program}" if program else f"--task {task}"
    if options.table and not (program or task):
        beside = f"--table {options.table}"
    for option in useless:
        if _given(options, option):
            refuse(f"--{option} says nothing beside {beside}.")
    if options.data and not options.dataset:
        refuse("--data says nothing without --dataset.")


def _given(options: argparse.Namespace, option: str) -> bool:
    return getattr(options, option.replace("-", "_")) not in (None, [], False)


def _refuse_what_a_dataset_says(options: argparse.Namespace) -> None:
    if not is_published(options.gold):
        if os.path.isdir(options.gold):
            refuse(f"{options.gold}: a folder without {POLICY} is no published dataset.")
        if options.which_gold:
            refuse("--gold says nothing of a file: it is the one gold there is.")
        return
    tabled = PAPER_TABLES.get(options.table)
    if options.task == "mw" or (tabled and tabled.of_multiwords):
        refuse(f"{options.gold}: --task mw takes a gold of multiwords, which this is not.")
    if options.compat:
        refuse(f"{options.gold}: --compat {options.compat} takes its data/gold-int.txt, say.")
    for option in ("mapping", "case", "multiwords", "second-gold"):
        if _given(options, option):
            refuse(f"--{option}: a published dataset says that itself.")
