"""Gold lines with whole weights, for `score.pl` and `semdis_eval.py`, which read no decimals.

All weights are multiplied by one scale, the least common multiple of their denominators, so
that nothing is rounded: with three and four ratings a candidate it is at most 12. Weights of 0
are left out, and sentences that have no other: the programs count a 0 among the responses, and
`score.pl` divides by the sum of a line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from regild.formats.gold import write_gold
from regild.formats.records import GoldRecord
from regild.formats.text import Sink
from regild.scoring.frozen import FrozenGold, FrozenOption, scale_of


def integer_scale(gold: FrozenGold) -> int:
    return _scale_of(_exact(gold))


def write_lexsub_int(sink: Sink, gold: FrozenGold) -> None:
    exact = _exact(gold)
    scale = _scale_of(exact)
    records = (
        GoldRecord(
            record.key,
            record.group,
            tuple(
                (entry.substitute, int(exact[record.key, entry.substitute] * scale))
                for entry in entries
                if entry.weight
            ),
            codes=(),
            line=0,
        )
        for record, entries in gold.sentences
        if any(entry.weight for entry in entries)
    )
    write_gold(sink, records)


def _scale_of(exact: Mapping[tuple[str, str], Fraction]) -> int:
    return math.lcm(*(weight.denominator for weight in exact.values()))


def _exact(gold: FrozenGold) -> dict[tuple[str, str], Fraction]:
    """The positive weights as the fractions they are: a sum of the options' weights over the
    number of ratings, or the half of a sum of two."""
    options = _denominator(scale_of(gold.policy))
    return {
        (record.key, entry.substitute): Fraction(entry.weight).limit_denominator(
            2 * options * len(entry.ratings)
        )
        for record, entries in gold.sentences
        for entry in entries
        if entry.weight
    }


def _denominator(scale: tuple[FrozenOption, ...]) -> int:
    """Of the options' weights as they are written: 0.5 has 2."""
    return math.lcm(*(Fraction(str(option.weight)).denominator for option in scale))
