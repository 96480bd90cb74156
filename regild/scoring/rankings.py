"""Systems in the order of a measure, on one gold or on two beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.results import Result
from regild.scoring.measures import TABLE_2
from regild.scoring.ranking import kendall_tau, rank_differences, ranks, rbo, tau_ap
from regild.scoring.system_scores import Scorecard


class Ranked(NamedTuple):
    system: str
    value: float | None
    rank: int | None


class RankedTwice(NamedTuple):
    """`difference` is negative for a system that rose."""

    system: str
    first: float | None
    rank_first: int | None
    second: float | None
    rank_second: int | None
    difference: int | None


@dataclass(frozen=True)
class Ranking(Result):
    """Best first; equal values share the better rank, a system without one has none."""

    measure: str
    systems: tuple[Ranked, ...]

    def to_dict(self) -> dict[str, Any]:
        """`{"measure", "systems": [{"system", "value", "rank"}, …]}`."""
        return {"measure": self.measure, "systems": self.rows()}

    def rows(self) -> list[dict[str, Any]]:
        return [system._asdict() for system in self.systems]


@dataclass(frozen=True)
class RankedByTwo(Result):
    """Best on the second gold first. The coefficients are over the `n` systems with a rank on
    both; tau-AP takes the first gold's ranking as its reference."""

    measure: str
    systems: tuple[RankedTwice, ...]
    n: int
    kendall_tau: float | None
    tau_ap: float | None
    rbo: float | None

    def to_dict(self) -> dict[str, Any]:
        """`{"measure", "n", "kendall_tau", "tau_ap", "rbo", "systems": […]}`."""
        return {
            "measure": self.measure,
            "n": self.n,
            "kendall_tau": self.kendall_tau,
            "tau_ap": self.tau_ap,
            "rbo": self.rbo,
            "systems": self.rows(),
        }

    def rows(self) -> list[dict[str, Any]]:
        return [system._asdict() for system in self.systems]


def rank(scores: Scorecard, *, measure: str = TABLE_2) -> Ranking:
    """The systems in the order of one measure.

    >>> gold = {"1": {"pleased": 3, "merry": 1}}
    >>> scores = regild.score(gold, {"one": {"1": ["merry"]}, "two": {"1": ["pleased"]}})
    >>> [(system.rank, system.system) for system in regild.rank(scores).systems]
    [(1, 'two'), (2, 'one')]
    """
    values = _values(scores, measure)
    found = map(Ranked, values, values.values(), ranks([*values.values()]))
    last = len(values) + 1
    return Ranking(measure, tuple(sorted(found, key=lambda one: one.rank or last)))


def compare_rankings(
    first: Scorecard, second: Scorecard, *, measure: str = TABLE_2
) -> RankedByTwo:
    """The same systems on two golds: ranks, how far each moved, how far the golds agree.

    >>> systems = {"one": {"1": ["merry"]}, "two": {"1": ["pleased"]}}
    >>> first = regild.score({"1": {"pleased": 3, "merry": 1}}, systems)
    >>> second = regild.score({"1": {"pleased": 1, "merry": 2}}, systems)
    >>> found = regild.compare_rankings(first, second)
    >>> found.kendall_tau, found.systems[0].system, found.systems[0].difference
    (-1.0, 'one', -1)
    """
    one, two = _values(first, measure), _values(second, measure)
    if set(one) != set(two):
        raise ValueError(f"scored on one gold only: {', '.join(sorted(set(one) ^ set(two)))}")
    values = [one[name] for name in one], [two[name] for name in one]
    places = [ranks(column) for column in values]
    differences = rank_differences(first_gold=places[0], second_gold=places[1])
    lines = [
        RankedTwice(*line)
        for line in zip(
            one, values[0], places[0], values[1], places[1], differences, strict=True
        )
    ]
    # Ranked anew: a system that only one gold ranks would leave a gap.
    both = [line for line in lines if line.difference is not None]
    on_first = [rank for rank in ranks([line.first for line in both]) if rank is not None]
    on_second = [rank for rank in ranks([line.second for line in both]) if rank is not None]
    last = len(lines) + 1
    return RankedByTwo(
        measure=measure,
        systems=tuple(
            sorted(lines, key=lambda line: (line.rank_second or last, line.rank_first or last))
        ),
        n=len(both),
        kendall_tau=kendall_tau(on_first, on_second),
        tau_ap=tau_ap(on_second, reference=on_first),
        rbo=rbo(on_first, on_second),
    )


def _values(scores: Scorecard, measure: str) -> dict[str, float | None]:
    values: dict[str, float | None] = {}
    for system in scores.systems:
        if measure not in system.measures:
            raise ValueError(f"{system.system} was not scored by {measure}")
        value = system.measures[measure]
        values[system.system] = value if isinstance(value, float) else None
    return values
