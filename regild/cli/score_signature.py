"""The signature of what `regild score` was asked and given."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from regild.cli.score_files import ScoreFiles
from regild.formats.published import Which
from regild.scoring.measuring import Draws
from regild.scoring.score_records import MEANS_ALONE
from regild.scoring.signature import GoldSigned, score_signature, signed_dataset
from regild.tables.papers import PAPER_TABLES


def draws_of(options: argparse.Namespace) -> Draws:
    return Draws(options.seed, options.replicates, options.permutations)


def signed(
    options: argparse.Namespace,
    given: ScoreFiles,
    measures: Sequence[str],
    *,
    n: int | None = None,
    unit: str = "",
) -> str:
    """Of the measures as named; of a paper's table, which has means alone, there are none."""
    digests, dataset = given.digests, given.dataset
    if dataset:
        table = PAPER_TABLES.get(options.table)
        both = bool(table and table.two_golds)
        which: Which = "first" if both or options.which_gold == "first" else "second"
        other: Which = "second" if which == "first" else "first"
        gold, second = (
            signed_dataset(options.gold, one, first_is_whole=dataset.first_is_whole)
            for one in (which, other)
        )
        second_gold = second.gold if both or options.rankings else None
    else:
        gold = GoldSigned(digests[options.gold])
        second_gold = options.second_gold and digests[options.second_gold]
    return score_signature(
        measures,
        gold=gold,
        systems=[
            [digests[given.paths[place]] for place in team.places] for team in given.teams
        ],
        n=n,
        unit=unit,
        draws=MEANS_ALONE.draws if options.table else draws_of(options),
        penalty=given.penalty,
        case=None if dataset else options.case or "keep",
        multiwords=dataset.multiwords_signed if dataset else options.multiwords or "keep",
        mapping=options.mapping and digests[options.mapping],
        second_gold=second_gold,
        excluded=options.exclude_target,
        parts={
            name: digests[path]
            for name, _equals, path in (part.partition("=") for part in options.part)
        },
        multiword_gold=options.multiword_gold and digests[options.multiword_gold],
        noise="skip" if options.skip_noise else None,
        repeated=options.on_repeated,
        table=options.table,
    )
