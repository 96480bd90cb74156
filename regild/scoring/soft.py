"""Systems that answer with a distribution over values, scored on what share of people gave
each; and systems that answer for each person.

As the shared tasks on learning with disagreements score them (Leonardelli et al. 2023, 2025).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean
from typing import Any, NamedTuple

from regild.arrays import FloatArray, np
from regild.formats.shares import ROUNDED
from regild.formats.values import Values, ValuesGiven
from regild.problems import N_
from regild.results import Result

# Of each item, the share of each value; shares add up to 1.
Shares = Mapping[str, Mapping[str, float]]
# Of each person, the value of each item.
ByPerson = Mapping[str, Mapping[str, object]]

NOTHING_TO_SCORE = N_("the gold has no item")
NO_ORDER = N_("values without numbers have no distance")
IMPOSSIBLE = N_("a value that people gave has a share of 0 in the answer")


class SoftLabel(NamedTuple):
    """How many gave each value, and which share that is."""

    counts: dict[str, int]
    shares: dict[str, float]


class SoftMeasure(NamedTuple):
    """The mean over `n` items; the lower, the better."""

    value: float | None
    n: int
    reason: str | None = None


@dataclass(frozen=True)
class SoftScores(Result):
    """Of each system, each measure, and how many items it gave no answer to."""

    systems: dict[str, dict[str, SoftMeasure]]
    unanswered: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """`{"systems": {name: {"measures": {key: {"value", "n", "reason"}}, …}}}`."""
        return {
            "systems": {
                name: {
                    "measures": {key: one._asdict() for key, one in measures.items()},
                    "unanswered": self.unanswered[name],
                }
                for name, measures in self.systems.items()
            }
        }

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"system": name, "measure": key, "value": one.value, "n": one.n}
            for name, measures in self.systems.items()
            for key, one in measures.items()
        ]


def soft_labels(ratings: ValuesGiven) -> dict[str, SoftLabel]:
    """Of each item, the values that people gave it.

    >>> rows = [("ann", "1", "yes"), ("bob", "1", "no"), ("eve", "1", "yes")]
    >>> found = regild.soft_labels(rows)
    >>> found["1"].counts, round(found["1"].shares["yes"], 3)
    ({'no': 1, 'yes': 2}, 0.667)
    """
    given = Values.of(ratings)
    size = len(given.values)
    counts = np.bincount(given.item * size + given.value, minlength=len(given.items) * size)
    found = {}
    for item, row in zip(given.items, counts.reshape(-1, size).tolist(), strict=True):
        named = {value: n for value, n in zip(given.values, row, strict=True) if n}
        total = sum(named.values())
        found[item] = SoftLabel(named, {value: n / total for value, n in named.items()})
    return found


def score_soft_labels(
    gold: Shares, systems: Mapping[str, Shares], *, scale: Mapping[str, float] | None = None
) -> SoftScores:
    """How far each system's distributions are from people's.

    `gold` has of each item the share of each value, each system the same. `scale` says what
    each value is worth, where values have an order. An item without an answer is answered
    evenly: whoever says nothing knows nothing.

    >>> gold = {"1": {"0": 0.5, "1": 0.5}, "2": {"2": 1.0}}
    >>> mine = {"1": {"0": 1.0}, "2": {"1": 0.5, "2": 0.5}}
    >>> found = regild.score_soft_labels(gold, {"mine": mine}, scale={"0": 0, "1": 1, "2": 2})
    >>> {key: one.value for key, one in found.systems["mine"].items()}
    {'wasserstein': 0.5, 'manhattan': 1.0, 'cross_entropy': None}
    """
    names = _names(gold, systems, scale)
    people = np.array([_row(gold[item], names, item) for item in gold]).reshape(-1, len(names))
    even = np.full(len(names), 1 / len(names)) if names else np.zeros(0)
    found = {}
    for system, answers in systems.items():
        rows = [
            _row(answers[item], names, f"{system}, {item}") if item in answers else even
            for item in gold
        ]
        found[system] = _measured(people, np.array(rows).reshape(people.shape), scale, names)
    return SoftScores(found, _unanswered(gold, systems))


def score_by_person(
    gold: ByPerson, systems: Mapping[str, ByPerson], *, scale: Mapping[str, float] | None = None
) -> SoftScores:
    """How well each system says what each person gave.

    `error_rate` is the share of an item's people of whom it says another value,
    `normalised_distance` the mean distance from what they gave, over the length of the scale.
    Where it says nothing of a person, that is an error, and as far as the scale is long.

    >>> gold = {"ann": {"1": "0", "2": "2"}, "bob": {"1": "1"}}
    >>> mine = {"ann": {"1": "0", "2": "1"}, "bob": {"1": "0"}}
    >>> found = regild.score_by_person(gold, {"mine": mine}, scale={"0": 0, "1": 1, "2": 2})
    >>> {key: one.value for key, one in found.systems["mine"].items()}
    {'error_rate': 0.75, 'normalised_distance': 0.375}
    """
    numbers = {str(value): float(n) for value, n in (scale or {}).items()}
    length = max(numbers.values(), default=0) - min(numbers.values(), default=0)
    n = len({item for given in gold.values() for item in given})

    def apart(true: str, said: str) -> float:
        for value in (true, said):
            if value not in numbers:
                raise ValueError(f"{value} is not on the scale")
        return abs(numbers[true] - numbers[said]) / length

    def found(value: float | None, reason: str | None = None) -> SoftMeasure:
        return SoftMeasure(value, n, reason if n else NOTHING_TO_SCORE)

    systems_found, unanswered = {}, {}
    for name, system in systems.items():
        systems_found[name] = {
            "error_rate": found(_mean_off(gold, system, lambda a, b: float(a != b))),
            "normalised_distance": found(_mean_off(gold, system, apart))
            if length
            else found(None, NO_ORDER),
        }
        unanswered[name] = sum(
            item not in system.get(person, {})
            for person, given in gold.items()
            for item in given
        )
    return SoftScores(systems_found, unanswered)


def _mean_off(
    gold: ByPerson, system: ByPerson, distance: Callable[[str, str], float]
) -> float | None:
    """Over items, of the mean over an item's people; silence is 1."""
    off: dict[str, list[float]] = {}
    for person, given in gold.items():
        said = system.get(person, {})
        for item, true in given.items():
            far = distance(str(true), str(said[item])) if item in said else 1.0
            off.setdefault(item, []).append(far)
    return fmean(map(fmean, off.values())) if off else None


def _measured(
    people: FloatArray,
    answered: FloatArray,
    scale: Mapping[str, float] | None,
    names: Sequence[str],
) -> dict[str, SoftMeasure]:
    n = len(people)
    if not n:
        nothing = SoftMeasure(None, 0, NOTHING_TO_SCORE)
        return dict.fromkeys(("wasserstein", "manhattan", "cross_entropy"), nothing)
    manhattan = np.abs(people - answered).sum(axis=1)
    return {
        "wasserstein": _wasserstein(people, answered, scale, names),
        "manhattan": SoftMeasure(float(manhattan.mean()), n),
        "cross_entropy": _cross_entropy(people, answered),
    }


def _wasserstein(
    people: FloatArray,
    answered: FloatArray,
    scale: Mapping[str, float] | None,
    names: Sequence[str],
) -> SoftMeasure:
    """How far how much has to be carried: along the scale, what has been passed by the one
    and not by the other, times the steps' lengths."""
    if scale is None:
        return SoftMeasure(None, len(people), NO_ORDER)
    numbers = np.array([scale[name] for name in names], dtype=np.float64)
    order = np.argsort(numbers, kind="stable")
    passed = np.abs((people - answered)[:, order].cumsum(axis=1))
    return SoftMeasure(float((passed[:, :-1] @ np.diff(numbers[order])).mean()), len(people))


def _cross_entropy(people: FloatArray, answered: FloatArray) -> SoftMeasure:
    """In nats."""
    given = people > 0
    if (answered[given] == 0).any():
        return SoftMeasure(None, len(people), IMPOSSIBLE)
    logarithm = np.log(answered, out=np.zeros_like(answered), where=given)
    return SoftMeasure(float(-(people * logarithm).sum(axis=1).mean()), len(people))


def _names(
    gold: Shares, systems: Mapping[str, Shares], scale: Mapping[str, float] | None
) -> tuple[str, ...]:
    used = {
        value
        for labels in (gold, *systems.values())
        for shares in labels.values()
        for value in shares
    }
    if scale is None:
        return tuple(sorted(used))
    if strangers := sorted(used - set(scale)):
        raise ValueError(f"{', '.join(strangers)} are not on the scale")
    return tuple(scale)


def _row(shares: Mapping[str, float], names: Sequence[str], where: str) -> FloatArray:
    row = np.array([shares.get(name, 0.0) for name in names], dtype=np.float64)
    total = float(row.sum())
    if not isfinite(total) or (row < 0).any() or abs(total - 1) > ROUNDED:
        raise ValueError(f"{where}: shares are not negative and add up to 1, not to {total:g}")
    found: FloatArray = row / total
    return found


def _unanswered(gold: Shares, systems: Mapping[str, Shares]) -> dict[str, int]:
    return {name: len(set(gold) - set(answers)) for name, answers in systems.items()}
