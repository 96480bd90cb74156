"""Tie groups: which systems ratings cannot tell apart, given both samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.formats.files import Ratings, RatingsGiven
from regild.rating.declared import Declared, placed
from regild.results import Result
from regild.scoring.annotators import RatedGold, RatedSubstitute
from regild.scoring.both_samples import (
    BothDrawn,
    both_intervals,
    draw_both,
    pairs_apart,
    told_apart,
)
from regild.scoring.letters import letters_of
from regild.scoring.matrices import PENALTY
from regild.scoring.measures import TABLE_2
from regild.scoring.ranking import ranks

# Measures that follow what substitutes weigh by degrees, of which intervals hold what is true
# (bench.ties). Others ask which substitutes are right at all, or weigh most: more people find
# more of them, and nobody can tell from a few how many a great many would.
TIED = (
    *("best.P", "best.R", "oot.P", "oot.R"),
    *("semdis.oot", "semdis.best_norm", "semdis.oot_norm"),
    *("jabbari.best1", "jabbari.R", "ndcg@10", "ndcg@10_judged"),
)


class GivenBoth(NamedTuple):
    """A system given both samples: its score without annotators' noise, 95 % around that, and
    the letters of its tie groups. `reason` says why there are none."""

    adjusted: float | None = None
    low: float | None = None
    high: float | None = None
    letters: str = ""
    reason: str = ""


class TiedSystem(NamedTuple):
    """`adjusted` is the score as it would be without annotators' noise, which the interval lies
    around. `letters` are those of its tie groups, the best group's first; empty without a
    score."""

    system: str
    rank: int | None
    value: float | None
    adjusted: float | None
    low: float | None
    high: float | None
    letters: str


class PairOfSystems(NamedTuple):
    """`p_holm` is corrected for all pairs."""

    first: str
    second: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None

    @property
    def turned(self) -> PairOfSystems:
        """The same the other way round."""
        difference, high, low = (
            None if n is None else -n for n in (self.difference, self.low, self.high)
        )
        return PairOfSystems(
            self.second, self.first, difference, low, high, self.p, self.p_holm
        )


@dataclass(frozen=True)
class TieGroups(Result):
    """By one measure, best first; so many `units`, targets, and `annotators` were drawn."""

    measure: str
    units: int
    annotators: int
    ratings: int
    systems: tuple[TiedSystem, ...]
    pairs: tuple[PairOfSystems, ...]

    def to_dict(self) -> dict[str, Any]:
        """`{"measure", "units", "annotators", "ratings", "systems": […], "pairs": […]}`."""
        return {
            "measure": self.measure,
            "units": self.units,
            "annotators": self.annotators,
            "ratings": self.ratings,
            "systems": self.rows(),
            "pairs": [pair._asdict() for pair in self.pairs],
        }

    def rows(self) -> list[dict[str, Any]]:
        return [system._asdict() for system in self.systems]


def tie_groups(
    ratings: RatingsGiven,
    systems: Mapping[str, Mapping[str, Sequence[str]]],
    *,
    measure: str = TABLE_2,
    scale: Declared | None = None,
    rule: str = "mean",
    groups: Mapping[str, str] | None = None,
    penalty: float = PENALTY,
    seed: int = 0,
) -> TieGroups:
    """Which systems ratings cannot tell apart, given that others might have rated, and other
    targets been drawn.

    `systems` has each one's answers by sentence, worded as the ratings are; `groups` says
    which sentences share a target. What `draw_both` makes of it all is in
    regild.scoring.both_samples. Nothing is tied, or told apart, where all share one target.

    >>> rows = [(who, n, word, good if word == "glad" else 3 - good)
    ...         for who, good in (("ann", 3), ("bob", 3), ("eve", 2))
    ...         for n in "12345678" for word in ("glad", "odd")]
    >>> systems = {"one": {n: ["glad"] for n in "12345678"},
    ...            "two": {n: ["odd"] for n in "12345678"},
    ...            "three": {n: ["glad"] for n in "12345678"}}
    >>> found = regild.tie_groups(rows, systems, scale="0-3")
    >>> [(one.system, one.letters) for one in found.systems]
    [('one', 'a'), ('three', 'a'), ('two', 'b')]
    """
    table = Ratings.of(ratings)
    numbers, places = placed(table, scale)
    rated: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for record, place in zip(table.records, places, strict=True):
        key = record.sentence, record.substitute
        rated.setdefault(key, []).append((record.annotator, place))
    by_sentence = sorted(rated.items(), key=lambda item: item[0][0])
    gold = RatedGold(
        (RatedSubstitute(sentence, text, given) for (sentence, text), given in by_sentence),
        weights=numbers,
        rule=rule,
    )
    drawn = draw_both(
        gold,
        [*systems.values()],
        measure=measure,
        groups=groups or {},
        seed=seed,
        penalty=penalty,
    )
    return groups_of(drawn, [*systems], measure=measure)


def groups_of(drawn: BothDrawn, names: Sequence[str], *, measure: str) -> TieGroups:
    """The same of what was drawn already."""
    values = [*map(_number, drawn.values.tolist())]
    places = ranks(values)
    pairs = pairs_apart(drawn)
    last = len(names) + 1
    order = sorted(range(len(names)), key=lambda system: places[system] or last)
    scored = [system for system in order if places[system] is not None]
    # Of a single target nobody knows how far another would differ.
    letters = letters_of(scored, told_apart(pairs)) if drawn.units > 1 else {}
    intervals = both_intervals(drawn)
    return TieGroups(
        measure,
        drawn.units,
        drawn.annotators,
        drawn.ratings,
        tuple(
            TiedSystem(
                names[system],
                places[system],
                values[system],
                _number(drawn.values[system] - drawn.bias[system]),
                *intervals[system],
                letters.get(system, "") if intervals[system].low is not None else "",
            )
            for system in order
        ),
        tuple(
            PairOfSystems(names[pair.first], names[pair.second], *pair[2:]) for pair in pairs
        ),
    )


def _number(value: float) -> float | None:
    return None if value != value else float(value)
