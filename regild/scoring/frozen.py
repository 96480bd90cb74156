"""A frozen second gold as plain values: what exports, scores and checksums are made of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from regild.formats.records import GoldRecord, SentenceRecord
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.exports.statement import Statement


class FrozenRating(NamedTuple):
    """`annotator` is a number from 1 that means nothing outside its release; `value` is an
    option's."""

    annotator: int
    value: int


class Entry(NamedTuple):
    """A candidate. `weight` is None where it has too few ratings: undecided, not bad. Where
    options have no order there is none; `choice` is the value that most chose, None in a tie
    and with too few ratings."""

    substitute: str
    origin: str
    votes: float | None
    weight: float | None
    ratings: tuple[FrozenRating, ...]
    choice: int | None = None


class FrozenSentence(NamedTuple):
    """A sentence in play that has candidates, the heaviest first."""

    record: SentenceRecord
    entries: tuple[Entry, ...]


class FrozenOption(NamedTuple):
    """`value` is the code that files show; a scale has its options from the lowest."""

    value: int
    label: str
    weight: float


class FrozenGold(NamedTuple):
    """A release: `policy` says how ratings became weights, `counts` what there was, `columns`
    what its task calls what its items hold. `sentences` can be gone through again and again;
    a large release's are not in memory. `ledger` is where the ratings went, empty where nobody
    counted (regild.rating.ledger). `first_gold` is worded by the policy, as systems are scored
    on it; `penalty` is what a wrong answer costs by the measures that know of one, where a
    campaign says it. `annotated` has annotators and their ratings by where they came from,
    nothing where nobody noted it (regild.scoring.exports.people). `statement` is what leads say
    of the data."""

    slug: str
    title: str
    language: str
    number: int
    notes: str
    policy: Mapping[str, Any]
    counts: Mapping[str, int]
    columns: ItemColumns
    sentences: Iterable[FrozenSentence]
    ledger: Mapping[str, int] = MappingProxyType({})
    first_gold: Iterable[GoldRecord] = ()
    penalty: float | None = None
    annotated: Mapping[str, Mapping[str, int]] = MappingProxyType({})
    statement: Statement = Statement()


def scale_of(policy: Mapping[str, Any]) -> tuple[FrozenOption, ...]:
    return tuple(FrozenOption(**option) for option in policy["scale"])


def in_order(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Heaviest first, undecided last, equal ones by text: never by when they were stored."""

    def place(entry: Entry) -> tuple[bool, float, str]:
        return entry.weight is None, -(entry.weight or 0), entry.substitute

    return tuple(sorted(entries, key=place))


def value_counts(ratings: Sequence[FrozenRating], scale: Sequence[FrozenOption]) -> list[int]:
    """How often each option was chosen, from the worst."""
    chosen = [rating.value for rating in ratings]
    return [chosen.count(option.value) for option in scale]


def spread(counts: Sequence[int], scale: Sequence[FrozenOption]) -> float | None:
    """The sample standard deviation of the weights; None with fewer than two ratings."""
    n = sum(counts)
    if n < 2:
        return None
    pairs = [(count, option.weight) for count, option in zip(counts, scale, strict=True)]
    mean = math.fsum(count * weight for count, weight in pairs) / n
    return math.sqrt(math.fsum(count * (w - mean) ** 2 for count, w in pairs) / (n - 1))


def is_unanimous_zero(entry: Entry) -> bool:
    """Everyone chose one and the same option, and it weighs nothing."""
    return entry.weight == 0 and len({rating.value for rating in entry.ratings}) == 1
