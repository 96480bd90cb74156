"""Gold lines with decimal weights, a sentence a line, the heaviest substitute first."""

from __future__ import annotations

from collections.abc import Iterator

from regild.formats.gold import write_gold
from regild.formats.records import GoldRecord
from regild.formats.text import Sink
from regild.scoring.frozen import FrozenGold, is_unanimous_zero


def write_lexsub(sink: Sink, gold: FrozenGold) -> None:
    """Every digit is written, so that reading gives the very same weights. Undecided candidates
    are no gold; sentences that have nothing else have no line."""
    write_gold(sink, _records(gold))


def _records(gold: FrozenGold) -> Iterator[GoldRecord]:
    zeros = gold.policy["list_unanimous_zeros"]
    for record, entries in gold.sentences:
        listed = tuple(
            (entry.substitute, entry.weight)
            for entry in entries
            if entry.weight is not None and (zeros or not is_unanimous_zero(entry))
        )
        if listed:
            yield GoldRecord(record.key, record.group, listed, codes=(), line=0)
