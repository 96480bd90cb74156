"""A first gold as it stands at one moment: its lines, their checksum, a number."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regild.formats.gold import write_gold
from regild.formats.records import GoldRecord


class FrozenFirstGold(NamedTuple):
    """`sha256` is that of `lines`, as `sha256sum` gives it of the file."""

    number: int
    sha256: str
    lines: bytes


def freeze_first_gold(
    records: Iterable[GoldRecord], *, earlier: Sequence[FrozenFirstGold] = ()
) -> FrozenFirstGold:
    """The next number; the one before again where nothing has changed since. Raises ValueError
    where a sentence has no `word.pos`."""
    lines = gold_lines(records)
    sha256 = hashlib.sha256(lines).hexdigest()
    if earlier and earlier[-1].sha256 == sha256:
        return earlier[-1]
    return FrozenFirstGold(earlier[-1].number + 1 if earlier else 1, sha256, lines)


def gold_lines(records: Iterable[GoldRecord]) -> bytes:
    """The highest votes first: the official scorers look for the mode there."""
    out = io.BytesIO()
    write_gold(out, records, sort_by_votes=True)
    return out.getvalue()
