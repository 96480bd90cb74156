"""`regild score`: score files of answers on a file of gold.

What only some options need is imported where it is needed: to load it takes as long as to score
a system.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from functools import partial
from os import environ
from typing import TYPE_CHECKING, NamedTuple

from regild.cli.given_files import nothing_collected
from regild.cli.progress import Progress, ProgressLine
from regild.cli.refusal import refuse
from regild.cli.score_contradictions import refuse_contradictions
from regild.cli.score_files import ScoreFiles, read_given
from regild.cli.score_options import EXAMPLES as EXAMPLES
from regild.cli.score_options import HELP as HELP
from regild.cli.score_options import add_arguments as add_arguments
from regild.cli.score_print import printed
from regild.cli.score_signature import draws_of, signed
from regild.formats.detect import has_columns
from regild.formats.known_datasets import FOLDER, DatasetMissing, find_dataset
from regild.formats.records import GoldRecord
from regild.formats.rows import TextSink
from regild.scoring.inputs import gold_weights, single_word_answers, single_word_gold
from regild.scoring.measures import FAMILIES
from regild.scoring.measuring import AskedOfScores
from regild.scoring.multiwords import gold_multiwords
from regild.scoring.parts import (
    NMWS,
    NMWT,
    MeasureOnPart,
    UnknownMeasure,
    named_measures,
)
from regild.scoring.score_records import (
    FoundScores,
    in_play,
    score_multiword_records,
    score_records,
)
from regild.scoring.signature import measures_named
from regild.scoring.system_scores import Scorecard
from regild.tables.papers import PAPER_TABLES

if TYPE_CHECKING:
    from regild.scoring.gold_rankings import GoldRankings


class Scores(NamedTuple):
    """`rankings` are of two golds, where they were asked for."""

    card: Scorecard
    rankings: list[GoldRankings]


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    with nothing_collected(), ProgressLine() as progress:
        take_dataset(options)
        if _holds_categories(options):
            from regild.cli.score_categories import score_categories

            return score_categories(options, out, err)
        if options.table:
            said, beside = _paper_table(options, err, progress)
        else:
            said, beside = _said(options, scores(options, err, progress), err)
    out.write(said)
    if beside:
        err.write(beside)
    return 0


def signed_again(options: argparse.Namespace, err: TextSink, progress: Progress) -> str:
    """The signature of what these options score, for `regild verify`."""
    if _holds_categories(options):
        from regild.cli.score_categories import category_scores

        return category_scores(options, err)[1]
    if options.table:
        return _given_table(options, err, progress)[1]
    return scores(options, err, progress).card.signature


def _holds_categories(options: argparse.Namespace) -> bool:
    try:
        return bool(options.categories) or has_columns(options.gold, "document", "category")
    except OSError:
        return False  # told with all that is wrong with the other files


def take_dataset(options: argparse.Namespace) -> None:
    """What stands where the gold would is a system then."""
    if not options.dataset:
        return
    options.systems = [*filter(None, [options.gold]), *options.systems]
    try:
        folder = options.data or environ.get(FOLDER)
        options.gold = str(find_dataset(options.dataset, folder))
    except DatasetMissing as missing:
        refuse(str(missing))
    if not (options.systems or options.runs):
        refuse(f"--dataset {options.dataset}: a SYSTEM is missing.")


def scores(options: argparse.Namespace, err: TextSink, progress: Progress) -> Scores:
    """Of all but the tables of papers and gold of categories."""
    refuse_contradictions(options)
    if options.compat:
        from regild.cli.score_official import official

        return Scores(official(options), [])
    given = read_given(
        options,
        err,
        multiwords=options.task == "mw",
        both_golds=options.rankings,
        progress=progress,
    )
    measures = _measures(options, given)
    asked = AskedOfScores(
        draws_of(options),
        options.per_sentence,
        options.compare,
        partial(progress, "scoring, parts"),
    )
    found = _found(options, given, measures, asked)
    names = ["mw"] if options.task == "mw" else measures_named(measures)
    signature = signed(options, given, names, n=found.n, unit=found.unit)
    card = Scorecard(options.gold, tuple(found.systems), signature, found.differences)
    rankings = []
    if options.rankings:
        rankings = _rankings(options, given, measures, progress)
    return Scores(card, rankings)


def _paper_table(
    options: argparse.Namespace, err: TextSink, progress: Progress
) -> tuple[str, str]:
    from regild.cli.score_table import printed_table

    return printed_table(options, *_given_table(options, err, progress))


def _given_table(
    options: argparse.Namespace, err: TextSink, progress: Progress
) -> tuple[ScoreFiles, str]:
    """What a paper's table is made of, and its signature."""
    from regild.cli.score_table import refuse_unless_table_can_be

    refuse_contradictions(options)
    refuse_unless_table_can_be(options)
    table = PAPER_TABLES[options.table]
    given = read_given(
        options,
        err,
        multiwords=options.task == "mw" or table.of_multiwords,
        both_golds=table.two_golds,
        progress=progress,
    )
    return given, signed(options, given, [options.table])


def _said(options: argparse.Namespace, found: Scores, err: TextSink) -> tuple[str, str]:
    for row in found.card.systems:
        for key, reason in row.undefined.items():
            err.write(f"{row.system}: {key} is undefined: {reason}\n")
    if options.json or options.format == "json":
        said = found.card.to_dict()
        if options.rankings:
            said["rankings"] = [one.to_dict() for one in found.rankings]
        return f"{json.dumps(said, ensure_ascii=False)}\n", ""
    return printed(
        found.card,
        form=options.format,
        rankings=found.rankings,
        official=bool(options.compat),
    )


def _found(
    options: argparse.Namespace,
    given: ScoreFiles,
    measures: Sequence[MeasureOnPart],
    asked: AskedOfScores,
) -> FoundScores:
    # Of a dataset whose golds are compared, the first stands before the second.
    second = options.rankings and given.dataset and options.which_gold != "first"
    gold: Iterable[GoldRecord] = given.second_gold if second else given.gold
    if not options.rankings:
        gold = given.gold_once()
    if options.task == "mw":
        return score_multiword_records(
            gold,
            given.systems,
            teams=given.teams,
            groups=given.groups,
            spellings=given.spellings,
            asked=asked,
        )
    return score_records(
        gold,
        given.systems,
        teams=given.teams,
        measures=measures,
        groups=given.groups,
        spellings=given.spellings,
        single_words=given.single_words,
        multiword_gold=given.multiword_gold,
        named=given.named,
        penalty=given.penalty,
        gold_spellings=given.gold_spellings,
        asked=asked,
    )


def _rankings(
    options: argparse.Namespace,
    given: ScoreFiles,
    measures: Sequence[MeasureOnPart],
    progress: Progress,
) -> list[GoldRankings]:
    from regild.scoring.gold_rankings import rank_golds

    first, answers = in_play(
        given.gold,
        given.systems,
        groups=given.groups,
        spellings=given.spellings,
        gold_spellings=given.gold_spellings,
    )
    in_both = (record for record in given.second_gold if record.sentence in given.groups)
    second = gold_weights(in_both, given.gold_spellings)
    if given.single_words:
        first, second = single_word_gold(first), single_word_gold(second)
        answers = [single_word_answers(lists) for lists in answers]
    multiwords = gold_multiwords(gold_weights(given.multiword_gold, given.spellings))
    return rank_golds(
        measures,
        first=first,
        second=second,
        systems=answers,
        teams=given.teams,
        groups=given.groups,
        multiword_sentences=multiwords,
        named=given.named,
        penalty=given.penalty,
        draws=draws_of(options),
        progress=partial(progress, "comparing rankings, measures"),
    )


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
