"""Whether a model may stand in for an annotator: the alternative annotator test of Calderon,
Reichart & Dror (2025).

Each annotator in turn is left out, and on every item they share with others the model and they
are compared by how near they come to those others. The model wins over an annotator if, allowed
a head start of ε, it comes as near as they do significantly more often than they as it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, NamedTuple, get_args

from regild.arrays import np
from regild.formats.values import Values, ValuesGiven
from regild.judging.nearness import Compared, Distance, Match
from regild.problems import N_
from regild.results import Result

Score = Literal["match", "neg-rmse"]
SCORES: tuple[Score, ...] = get_args(Score)

FALSE_DISCOVERY_RATE = 0.05
LEAST_ITEMS = 30
# From here on a model may stand in for annotators.
PASSES = 0.5

TOO_FEW_ITEMS = N_("fewer than %(least)s items shared with other people and the model")
NO_SPREAD = N_("the two are as near on every item, or one of them nearer on all of them")
NOBODY = N_("no annotator shares %(least)s items with other people and the model")


class BesideAnnotator(NamedTuple):
    """The model and one annotator, on `n` items. `model` is how often the model comes as near
    to the others as the annotator does, `human` how often the annotator comes as near as the
    model. `wins` is whether the model is as good, corrected for the number of annotators; None
    where there are too few items."""

    annotator: str
    n: int
    model: float | None
    human: float | None
    p: float | None
    wins: bool | None
    reason: str | None = None


class ModelTested(NamedTuple):
    """`winning_rate` is of the `n_annotators` with enough items; the model passes from a half
    on. `advantage_probability` is the mean over them of how often it comes as near."""

    model: str
    winning_rate: float | None
    advantage_probability: float | None
    passes: bool | None
    n_annotators: int
    annotators: tuple[BesideAnnotator, ...]
    reason: str | None = None


@dataclass(frozen=True)
class AlternativeTest(Result):
    score: str
    epsilon: float
    models: tuple[ModelTested, ...]

    def to_dict(self) -> dict[str, Any]:
        """`{"score", "epsilon", …, "models": {name: {"winning_rate", "advantage_probability",
        "passes", "n_annotators", "reason", "annotators": {name: {"n", "p", "wins", …}}}}}`."""
        return {
            "score": self.score,
            "epsilon": self.epsilon,
            "false_discovery_rate": FALSE_DISCOVERY_RATE,
            "least_items": LEAST_ITEMS,
            "models": {
                one.model: {
                    **_without(one, "model"),
                    "annotators": {
                        beside.annotator: _without(beside, "annotator")
                        for beside in one.annotators
                    },
                }
                for one in self.models
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        """Of each model."""
        return [
            {
                "model": one.model,
                "winning_rate": one.winning_rate,
                "advantage_probability": one.advantage_probability,
                "passes": one.passes,
                "n_annotators": one.n_annotators,
            }
            for one in self.models
        ]


def alternative_test(
    human: ValuesGiven, model: ValuesGiven, *, epsilon: float, score: Score = "match"
) -> AlternativeTest:
    """Of each model, over how many annotators it wins.

    `human` and `model` are paths, or of each annotator and of each model the value of each
    item. `epsilon` is how much worse than a person a model may be for being cheaper: .2 beside
    experts, .15 beside skilled annotators, .1 beside a crowd. `score` is `"match"` for names,
    or `"neg-rmse"` for numbers.

    >>> people = {name: {f"{n}": n % 3 for n in range(40)} for name in ("ann", "bob")}
    >>> people["eve"] = {f"{n}": (n % 3 if n % 2 else 2) for n in range(40)}
    >>> model = {"model": {f"{n}": n % 3 for n in range(40)}}
    >>> [found] = regild.alternative_test(people, model, epsilon=0.2).models
    >>> found.winning_rate, found.advantage_probability
    (0.3333333333333333, 1.0)
    """
    if score not in SCORES:
        raise ValueError(f"score {score} is not one of {', '.join(SCORES)}")
    if not 0 <= epsilon < 1:
        raise ValueError(f"epsilon {epsilon:g} is not from 0 to below 1")
    people = Values.of(human)
    models = Values.of(model, who="model")
    compared = Match(people, models) if score == "match" else Distance(people, models)
    return AlternativeTest(
        score,
        epsilon,
        tuple(
            _tested(people, name, compared.nearer(place), epsilon)
            for place, name in enumerate(models.people)
        ),
    )


def _tested(people: Values, name: str, compared: Compared, epsilon: float) -> ModelTested:
    who = people.person[compared.rows]
    counts = [
        np.bincount(who[compared.nearer == sign], minlength=len(people.people)).tolist()
        for sign in (1, 0, -1)
    ]
    besides = [
        _beside(annotator, *won_tied_lost, epsilon=epsilon)
        for annotator, *won_tied_lost in zip(people.people, *counts, strict=True)
    ]
    tested = [one for one in besides if one.model is not None]
    if not tested:
        reason = NOBODY.filled(least=LEAST_ITEMS)
        return ModelTested(name, None, None, None, 0, tuple(besides), reason)
    limit = _highest_rejected([1.0 if one.p is None else one.p for one in tested])
    besides = [
        one
        if one.model is None
        else one._replace(wins=one.p is not None and limit is not None and one.p <= limit)
        for one in besides
    ]
    rate = sum(bool(one.wins) for one in besides) / len(tested)
    advantage = sum(one.model for one in tested if one.model is not None) / len(tested)
    return ModelTested(name, rate, advantage, rate >= PASSES, len(tested), tuple(besides))


def _beside(
    annotator: str, won: int, tied: int, lost: int, *, epsilon: float
) -> BesideAnnotator:
    """By a one-sided t test of the mean difference, which is 1 on each item that the model
    lost, -1 on each that it won and 0 on the others, against ε."""
    n = won + tied + lost
    if n < LEAST_ITEMS:
        reason = TOO_FEW_ITEMS.filled(least=LEAST_ITEMS)
        return BesideAnnotator(annotator, n, None, None, None, None, reason)
    model, human = (won + tied) / n, (lost + tied) / n
    if n in (won, tied, lost):
        return BesideAnnotator(annotator, n, model, human, None, None, NO_SPREAD)
    # Here, not above: scipy is heavy, and whoever asks for help need not wait for it.
    from scipy.special import stdtr  # type: ignore[import-untyped]

    difference = human - model
    spread = sqrt(((won + lost) / n - difference**2) * n / (n - 1))
    p = float(stdtr(n - 1, (difference - epsilon) / (spread / sqrt(n))))
    return BesideAnnotator(annotator, n, model, human, p, None)


def _highest_rejected(ps: Sequence[float]) -> float | None:
    """Benjamini & Yekutieli (2001): the largest p that is still a discovery, whatever tests
    have to do with one another."""
    harmonic = sum(1 / place for place in range(1, len(ps) + 1))
    rejected = [
        p
        for place, p in enumerate(sorted(ps), 1)
        if p <= place / len(ps) * FALSE_DISCOVERY_RATE / harmonic
    ]
    return max(rejected, default=None)


def _without(facts: NamedTuple, name: str) -> dict[str, Any]:
    return {key: value for key, value in facts._asdict().items() if key != name}
