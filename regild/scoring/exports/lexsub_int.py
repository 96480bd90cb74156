"""Gold lines with whole weights, for `score.pl` and `semdis_eval.py`, which read no decimals.

All weights are multiplied by one scale, the least common multiple of their denominators, so
that nothing is rounded: with three and four ratings a candidate it is at most 12. Weights of 0
are left out, and sentences that have no other: the programs count a 0 among the responses, and
`score.pl` divides by the sum of a line.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from regild.formats.gold import write_gold
from regild.formats.records import GoldRecord
from regild.formats.text import Sink
from regild.scoring.aggregate import SEVERITY
from regild.scoring.frozen import Entry, FrozenGold, scale_of
from regild.scoring.severity_weights import DECIMALS


def integer_scale(gold: FrozenGold) -> int:
    options, scale = _denominator(gold), 1
    for _record, entries in gold.sentences:
        for entry in entries:
            if entry.weight:
                scale = math.lcm(scale, _exact(entry, options).denominator)
    return scale


def write_lexsub_int(sink: Sink, gold: FrozenGold) -> None:
    options, scale = _denominator(gold), integer_scale(gold)
    records = (
        GoldRecord(
            record.key,
            record.group,
            tuple(
                (entry.substitute, int(_exact(entry, options) * scale))
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


def _exact(entry: Entry, options: int) -> Fraction:
    """A positive weight as the fraction it is: a sum of the options' weights over the number of
    ratings, or the half of a sum of two; adjusted, a decimal."""
    return _fraction(entry.weight or 0, 2 * options * len(entry.ratings))


# Few weights differ in a release, and of each the fraction takes longer than its line.
@lru_cache(maxsize=4_096)
def _fraction(weight: float, largest: int) -> Fraction:
    return Fraction(weight).limit_denominator(largest)


def _denominator(gold: FrozenGold) -> int:
    """Of the options' weights as they are written: 0.5 has 2. Adjusted weights are decimals of
    their own."""
    if gold.policy["rule"] == SEVERITY:
        return int(10**DECIMALS)
    written = (Fraction(str(option.weight)) for option in scale_of(gold.policy))
    return math.lcm(*(one.denominator for one in written))
