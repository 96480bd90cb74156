"""What a change does to a first gold: substitutes that come or go, and votes that change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from regild.formats.records import GoldRecord


class VotesChanged(NamedTuple):
    """0 where the text is not in the one gold or the other."""

    sentence: str
    text: str
    before: float
    after: float


class GoldEffect(NamedTuple):
    """`changes` has every substitute whose votes are others, in the order of the sentences;
    those that go first."""

    substitutes: tuple[int, int]
    votes: tuple[float, float]
    changes: tuple[VotesChanged, ...]

    @property
    def gone(self) -> list[VotesChanged]:
        return [one for one in self.changes if not one.after]

    @property
    def new(self) -> list[VotesChanged]:
        return [one for one in self.changes if not one.before]

    @property
    def moved(self) -> list[VotesChanged]:
        return [one for one in self.changes if one.before and one.after]


def gold_effect(before: Iterable[GoldRecord], after: Iterable[GoldRecord]) -> GoldEffect:
    one, other = _votes(before), _votes(after)
    changes = [
        VotesChanged(*key, one.get(key, 0), other.get(key, 0))
        for key in {**one, **other}
        if one.get(key, 0) != other.get(key, 0)
    ]
    return GoldEffect(
        (len(one), len(other)),
        (sum(one.values()), sum(other.values())),
        tuple(sorted(changes, key=lambda change: bool(change.after))),
    )


def _votes(records: Iterable[GoldRecord]) -> dict[tuple[str, str], float]:
    return {
        (record.sentence, text): votes
        for record in records
        for text, votes in record.substitutes
        if votes > 0
    }
