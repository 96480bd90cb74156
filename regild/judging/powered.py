"""Means of what people said of some sentences, made narrower by what a model said of all:
prediction-powered inference with a weight that cannot harm (PPI++, Angelopoulos, Duchi & Zrnic
2023).

The model's own mean is wrong by as much as the model is. What it is wrong by is known on the
sentences that people rated, and taken off: so the estimate is right whatever the model says, as
long as those sentences were drawn at random, or with probabilities that are known. Of the model
only so much is taken (λ, from 0 to 1) as makes the estimate narrower.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from regild.arrays import FloatArray, np
from regild.problems import N_, Text
from regild.results import Result

# 97.5 % of the normal distribution lie below.
_Z = 1.959963984540054

Scores = Mapping[str, float]

TOO_FEW_RATED = N_("people rated fewer than two sentences")
ALL_RATED = N_("people rated every sentence: there is nothing for a model to add")
NO_SPREAD = N_("the model says the same of every sentence")


class MeanWithInterval(NamedTuple):
    value: float
    low: float
    high: float


class PoweredMean(NamedTuple):
    """One system's mean score, by people alone and with the model's help. `weight` is λ; where
    `powered` is None, `reason` says why."""

    system: str
    people: MeanWithInterval | None
    powered: MeanWithInterval | None
    weight: float | None
    n_rated: int
    n_unrated: int
    reason: str | None = None


@dataclass(frozen=True)
class PoweredScores(Result):
    systems: tuple[PoweredMean, ...]

    def to_dict(self) -> dict[str, Any]:
        """`{"systems": {name: {"people": {"value", "low", "high"}, "powered": …, "weight",
        "n_rated", "n_unrated", "reason"}}}`."""
        return {
            "systems": {
                one.system: {
                    "people": one.people and one.people._asdict(),
                    "powered": one.powered and one.powered._asdict(),
                    "weight": one.weight,
                    "n_rated": one.n_rated,
                    "n_unrated": one.n_unrated,
                    "reason": one.reason,
                }
                for one in self.systems
            }
        }

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "system": one.system,
                **_columns("people", one.people),
                **_columns("powered", one.powered),
                "weight": one.weight,
                "n_rated": one.n_rated,
                "n_unrated": one.n_unrated,
            }
            for one in self.systems
        ]


def powered_scores(
    human: Mapping[str, Scores],
    model: Mapping[str, Scores],
    *,
    probabilities: Scores | None = None,
) -> PoweredScores:
    """Of each system, the mean of its sentences' scores: by people alone, and with the model's
    help.

    `human` has each system's score of the sentences that people rated, `model` its score of
    every sentence, on a gold that the model made. Without `probabilities` the rated sentences
    were drawn at random, each as likely as any other; else they say how likely each was to be
    rated. Sentences that people chose otherwise, as those a model is unsure of, say nothing of
    the rest.

    >>> people = {"one": {"1": 1.0, "2": 0.0, "3": 1.0, "4": 0.0}}
    >>> model = {"one": {str(n): float(n % 2) for n in range(1, 101)}}
    >>> [found] = regild.powered_scores(people, model).systems
    >>> found.people.value, found.powered.value, round(found.weight, 4)
    (0.5, 0.5, 0.9504)
    """
    if strangers := sorted(set(human) ^ set(model)):
        raise ValueError(f"only one of people and model scores {', '.join(strangers)}")
    return PoweredScores(
        tuple(
            _powered(system, scores, model[system], probabilities)
            for system, scores in human.items()
        )
    )


def _powered(
    system: str, human: Scores, model: Scores, probabilities: Scores | None
) -> PoweredMean:
    if missing := sorted(set(human) - set(model)):
        raise ValueError(
            f"{system}: the model judged nothing of {', '.join(missing[:5])}; a model judges"
            " every sentence, or nothing is scored with it"
        )
    rated, unrated = sorted(human), sorted(set(model) - set(human))
    true = np.array([human[sentence] for sentence in rated], dtype=np.float64)
    said = np.array([model[sentence] for sentence in (*rated, *unrated)], dtype=np.float64)
    if not (np.isfinite(true).all() and np.isfinite(said).all()):
        raise ValueError(f"{system}: a score is not a number")
    drawn = np.ones(len(rated)) if probabilities is None else _drawn(rated, probabilities)

    def found(
        people: MeanWithInterval | None,
        powered: MeanWithInterval | None,
        weight: float | None,
        reason: Text | None,
    ) -> PoweredMean:
        counts = (len(rated), len(unrated))
        return PoweredMean(system, people, powered, weight, *counts, reason)

    if len(rated) < 2:
        return found(None, None, None, TOO_FEW_RATED)
    people = _inverse(true, 0 * said, drawn, 0.0)
    if not unrated:
        return found(people, None, None, ALL_RATED)
    if np.ptp(said) == 0:
        return found(people, None, None, NO_SPREAD)
    if probabilities is None:
        weight = _weight(true, said)
        return found(people, _at_random(true, said, weight), weight, None)
    weight = _inverse_weight(true, said, drawn)
    return found(people, _inverse(true, said, drawn, weight), weight, None)


def _weight(true: FloatArray, said: FloatArray) -> float:
    """What makes the estimate narrowest: cov(Y, Ŷ) / ((1 + n / N) var(Ŷ))."""
    n = len(true)
    together = float(np.mean((true - true.mean()) * (said[:n] - said[:n].mean())))
    best = together / ((1 + n / (len(said) - n)) * float(said.var(ddof=1)))
    return min(max(best, 0.0), 1.0)


def _at_random(true: FloatArray, said: FloatArray, weight: float) -> MeanWithInterval:
    n = len(true)
    rest, wrong = said[n:], true - weight * said[:n]
    variance = weight**2 * float(rest.var()) / len(rest) + float(wrong.var()) / n
    return _interval(weight * float(rest.mean()) + float(wrong.mean()), variance)


def _drawn(rated: list[str], probabilities: Scores) -> FloatArray:
    found = np.array([probabilities.get(sentence, 0) for sentence in rated], dtype=np.float64)
    for sentence, probability in zip(rated, found.tolist(), strict=True):
        if not 0 < probability <= 1:
            raise ValueError(
                f"sentence {sentence} was rated: its probability is above 0 and at most 1"
            )
    return found


def _inverse_weight(true: FloatArray, said: FloatArray, drawn: FloatArray) -> float:
    """The same for probabilities: what makes the sum of `_moves` squared least."""
    of_people = _moves(true, 0 * said, drawn)
    of_model = _moves(0 * true, said, drawn)
    square = float(of_model @ of_model)
    best = -float(of_people @ of_model) / square if square else 0.0
    return min(max(best, 0.0), 1.0)


def _inverse(
    true: FloatArray, said: FloatArray, drawn: FloatArray, weight: float
) -> MeanWithInterval:
    """The model's mean over every sentence, and what it is wrong by on the rated ones, each of
    which stands for as many as its probability says (Hájek 1971)."""
    wrong = true - weight * said[: len(true)]
    value = weight * float(said.mean()) + float(np.average(wrong, weights=1 / drawn))
    moves = _moves(true, weight * said, drawn)
    return _interval(value, float(moves @ moves) / len(said) ** 2)


def _moves(true: FloatArray, said: FloatArray, drawn: FloatArray) -> FloatArray:
    """By how much each sentence moves the estimate, times their number: its linearisation."""
    n, stands_for = len(true), 1 / drawn
    wrong = true - said[:n]
    off = wrong - np.average(wrong, weights=stands_for)
    moves: FloatArray = said - said.mean()
    moves[:n] += len(said) / stands_for.sum() * stands_for * off
    return moves


def _interval(value: float, variance: float) -> MeanWithInterval:
    half = _Z * sqrt(variance)
    return MeanWithInterval(value, value - half, value + half)


def _columns(name: str, mean: MeanWithInterval | None) -> dict[str, float | None]:
    low, high = (None, None) if mean is None else (mean.low, mean.high)
    value = None if mean is None else mean.value
    return {name: value, f"{name}_low": low, f"{name}_high": high}
