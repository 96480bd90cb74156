"""A second gold made from ratings alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from regild.formats.files import Gold, Ratings, RatingsGiven
from regild.formats.records import GoldRecord
from regild.rating.declared import Declared, placed
from regild.scoring.aggregate import second_gold_weight


class WeighedCandidate(NamedTuple):
    """`weight` is None with too few ratings: undecided, not bad."""

    sentence: str
    substitute: str
    weight: float | None
    n_ratings: int


@dataclass(frozen=True)
class SecondGold(Gold):
    """A gold to score on, heaviest first in each sentence; `entries` has the undecided too."""

    entries: tuple[WeighedCandidate, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        return [entry._asdict() for entry in self.entries]


def second_gold(
    ratings: RatingsGiven,
    *,
    scale: Declared | None = None,
    rule: Literal["mean", "median", "majority", "plurality"] = "mean",
    min_ratings: int = 3,
) -> SecondGold:
    """The weights that ratings give to candidates; what has too few ratings is undecided.

    >>> rows = [("ann", "1", "merry", 2), ("bob", "1", "merry", 3), ("eve", "1", "merry", 3),
    ...         ("ann", "1", "odd", 0)]
    >>> gold = regild.second_gold(rows, scale="0-3", rule="median")
    >>> gold.to_dict()
    {'1': {'merry': 3.0}}
    >>> print(gold.to_table())
    sentence  substitute  weight  n_ratings
    1              merry  3.0000          3
    1                odd       –          1
    """
    table = Ratings.of(ratings)
    numbers, places = placed(table, scale)
    chosen: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for record, place in zip(table.records, places, strict=True):
        chosen[record.sentence, record.substitute][place] += 1
    entries = [
        WeighedCandidate(
            sentence,
            substitute,
            second_gold_weight(
                [of_place[place] for place in range(len(numbers))],
                weights=numbers,
                rule=rule,
                min_ratings=min_ratings,
            ),
            of_place.total(),
        )
        for (sentence, substitute), of_place in chosen.items()
    ]
    order = {name: n for n, name in enumerate(dict.fromkeys(e.sentence for e in entries))}
    entries.sort(
        key=lambda e: (order[e.sentence], e.weight is None, -(e.weight or 0), e.substitute)
    )
    weights: dict[str, list[tuple[str, float]]] = {name: [] for name in order}
    for entry in entries:
        if entry.weight is not None:
            weights[entry.sentence].append((entry.substitute, entry.weight))
    records = tuple(
        GoldRecord(sentence, "", tuple(pairs), (), 0) for sentence, pairs in weights.items()
    )
    return SecondGold(records, entries=tuple(entries))
