"""Whether a model favours systems: by how much it scores each higher than people do, less what
it scores all of them higher.

A model that is lenient with everybody favours nobody. One that is of a system's own family may.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.agreement.undefined import ratio
from regild.arrays import BoolArray, FloatArray, IntArray, np
from regild.judging.powered import Scores
from regild.problems import N_
from regild.resampling import Interval, bootstrap_weights, percentile_interval
from regild.results import Result

REPLICATES = 10_000

NOTHING_SHARED = N_("no sentence scored both by people and by the model")


class Favoured(NamedTuple):
    """`difference` is the model's mean less people's, on the `n` sentences that both scored;
    `favour` is that less the mean difference over all systems."""

    system: str
    n: int
    people: float | None
    model: float | None
    difference: float | None
    favour: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True)
class FavouredSystems(Result):
    seed: int
    systems: tuple[Favoured, ...]

    def to_dict(self) -> dict[str, Any]:
        """`{"seed", "systems": {name: {"n", "people", "model", "difference", "favour", "low",
        "high", "reason"}}}`."""
        return {
            "seed": self.seed,
            "systems": {
                one.system: {k: v for k, v in one._asdict().items() if k != "system"}
                for one in self.systems
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        return [
            {key: value for key, value in one._asdict().items() if key != "reason"}
            for one in self.systems
        ]


def favoured_systems(
    human: Mapping[str, Scores],
    model: Mapping[str, Scores],
    *,
    groups: Mapping[str, str] | None = None,
    seed: int = 0,
    replicates: int = REPLICATES,
) -> FavouredSystems:
    """Which systems a model scores higher than people do, with 95 % intervals.

    `human` and `model` have each system's score of each sentence, on the gold of people and on
    the model's. `groups` are what is drawn anew for the intervals, such as targets; without
    them, sentences.

    >>> people = {"one": {"1": 1.0, "2": 0.5}, "two": {"1": 0.5, "2": 0.0}}
    >>> model = {"one": {"1": 1.0, "2": 1.0}, "two": {"1": 0.5, "2": 0.0}}
    >>> [(one.system, one.favour) for one in regild.favoured_systems(people, model).systems]
    [('one', 0.125), ('two', -0.125)]
    """
    if strangers := sorted(set(human) ^ set(model)):
        raise ValueError(f"only one of people and model scores {', '.join(strangers)}")
    names = [*human]
    sentences = sorted({sentence for scores in human.values() for sentence in scores})
    both = np.array(
        [
            [sentence in human[name] and sentence in model[name] for name in names]
            for sentence in sentences
        ]
    ).reshape(len(sentences), len(names))

    def of(scores: Mapping[str, Scores]) -> FloatArray:
        rows = [[scores[name].get(sentence, 0.0) for name in names] for sentence in sentences]
        return np.where(both, np.array(rows).reshape(both.shape), 0.0)

    place = _places(sentences, groups)
    added = [_added(part, place) for part in (of(human), of(model), both.astype(np.float64))]
    people, by_model, n = (part.sum(axis=0) for part in added)
    scored = n > 0
    difference = ratio(by_model - people, n)
    favour = difference - difference[scored].mean() if scored.any() else difference
    intervals = _intervals(added[1] - added[0], added[2], scored, seed, replicates)
    columns = (ratio(people, n), ratio(by_model, n), difference, favour)
    found = []
    for name, count, interval, *row in zip(
        names, n.tolist(), intervals, *(column.tolist() for column in columns), strict=True
    ):
        facts = Favoured(name, int(count), None, None, None, None, None, None, NOTHING_SHARED)
        found.append(Favoured(name, int(count), *row, *interval) if count else facts)
    return FavouredSystems(seed, tuple(found))


def _places(sentences: list[str], groups: Mapping[str, str] | None) -> IntArray:
    """Of each sentence, the group that is drawn with it."""
    of = [sentence if groups is None else groups[sentence] for sentence in sentences]
    places = {group: place for place, group in enumerate(sorted(set(of)))}
    return np.array([places[group] for group in of], dtype=np.int64)


def _added(scores: FloatArray, place: IntArray) -> FloatArray:
    """Groups × systems."""
    found = np.zeros((int(place.max(initial=-1)) + 1, scores.shape[1]))
    np.add.at(found, place, scores)
    return found


def _intervals(
    difference: FloatArray, n: FloatArray, scored: BoolArray, seed: int, replicates: int
) -> list[Interval]:
    """All systems see the same draws, so that what they share falls out of each replicate."""
    if not scored.any():
        return [Interval(None, None)] * len(scored)
    rng = np.random.default_rng(seed)
    drawn = bootstrap_weights(
        np.ones(len(difference), dtype=np.int64), replicates=replicates, rng=rng
    )
    means = np.concatenate([ratio(w @ difference, w @ n) for w in drawn])
    favours = means - means[:, scored].mean(axis=1, keepdims=True)
    return [percentile_interval(favours[:, place]) for place in range(len(scored))]
