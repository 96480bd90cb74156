"""A model among people: how each agrees with the others, and the model in their place.

A person is compared with the mean of the others on what they rated, as in a campaign's report.
On the very same ratings the model takes the person's place, before the same others: else it
would be measured on other items, and against more people than any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal, NamedTuple

from regild.agreement.measures.one_annotator import AnnotatorMeasure, LeftOut
from regild.agreement.registry import family
from regild.agreement.undefined import defined
from regild.arrays import BoolArray, IntArray, np
from regild.formats.values import Values, ValuesGiven
from regild.judging.nearness import Match, shared_ratings
from regild.problems import N_
from regild.results import Result

Level = Literal["ordinal", "nominal"]
Numbers = dict[str, float | None]

SAME_SHARE = "same_share"
NOTHING_SHARED = N_("no item rated by two people and by the model")


class InTheirPlace(NamedTuple):
    """`person` is how the annotator agrees with the others on `n` items, `model` how the model
    does on the same ones. By measure."""

    annotator: str
    n: int
    person: Numbers
    model: Numbers


class ModelAmongPeople(NamedTuple):
    """`people` and `as_people` are the means over annotators of the two sides. `confusion` is
    how often the model gave each value where people's mean, or most of them, came to each; its
    rows and columns are `values`."""

    model: str
    n_items: int
    n_ratings: int
    people: Numbers
    as_people: Numbers
    annotators: tuple[InTheirPlace, ...]
    values: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...]
    reason: str | None = None


@dataclass(frozen=True)
class AmongPeople(Result):
    """Of each model: on all items, and on each group of them by its name."""

    level: Level
    models: tuple[ModelAmongPeople, ...]
    groups: dict[str, tuple[ModelAmongPeople, ...]]

    def to_dict(self) -> dict[str, Any]:
        """`{"level", "models": {name: {"people": {measure: value}, "as_people": …,
        "annotators": {name: {"n", "person", "model"}}, "values", "confusion", …}}, "groups":
        {group: {name: …}}}`."""
        return {
            "level": self.level,
            "models": {one.model: _facts(one) for one in self.models},
            "groups": {
                group: {one.model: _facts(one) for one in models}
                for group, models in self.groups.items()
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row a model and annotator, each measure for both."""
        return [
            {
                "model": one.model,
                "annotator": place.annotator,
                "n": place.n,
                **place.person,
                **{f"model_{key}": value for key, value in place.model.items()},
            }
            for one in self.models
            for place in one.annotators
        ]


def model_among_people(
    human: ValuesGiven,
    model: ValuesGiven,
    *,
    level: Level = "ordinal",
    groups: Mapping[str, str] | None = None,
) -> AmongPeople:
    """How each annotator agrees with the others, and each model in the annotator's place.

    `human` and `model` are paths, or of each annotator and of each model the value of each
    item; `level` is `"nominal"` where values are names. `groups` says of items what they are
    also measured by: their origin, part of speech or target.

    >>> people = {"ann": {"1": 3, "2": 0, "3": 2}, "bob": {"1": 3, "2": 1, "3": 2}}
    >>> found = regild.model_among_people(people, {"model": {"1": 3, "2": 0, "3": 1}})
    >>> [in_place] = [one for one in found.models[0].annotators if one.annotator == "bob"]
    >>> round(in_place.person["same_share"], 3), round(in_place.model["same_share"], 3)
    (0.667, 0.667)
    """
    people, models = Values.of(human), Values.of(model, who="model")
    among = _Among(people, models, level)
    of_item = np.array([(groups or {}).get(item, "") for item in people.items], dtype=object)
    return AmongPeople(
        level,
        among.models(np.ones(len(people.items), dtype=bool)),
        {group: among.models(of_item == group) for group in sorted({*of_item.tolist()} - {""})},
    )


class _Among:
    def __init__(self, people: Values, models: Values, level: Level) -> None:
        self._people, self._models, self._level = people, models, level
        self._match = Match(people, models)
        if level == "ordinal":
            self._numbers, self._of_model = people.numbers, models.numbers
            self._given = self._numbers[people.value]
            self._total = np.bincount(people.item, weights=self._given)
            self._scale = np.union1d(self._numbers, self._of_model)

    def models(self, items: BoolArray) -> tuple[ModelAmongPeople, ...]:
        return tuple(
            self._model(place, name, items) for place, name in enumerate(self._models.people)
        )

    def _model(self, place: int, name: str, items: BoolArray) -> ModelAmongPeople:
        rows, value = shared_ratings(self._people, self._models, place)
        kept = items[self._people.item[rows]]
        rows, value = rows[kept], value[kept]
        values, confusion = self._confusion(rows, value)
        n_items = len(np.unique(self._people.item[rows]))
        found = self._annotators(rows, value)
        return ModelAmongPeople(
            name,
            n_items,
            len(rows),
            _means([one.person for one in found]),
            _means([one.model for one in found]),
            found,
            values,
            confusion,
            None if len(rows) else NOTHING_SHARED,
        )

    def _annotators(self, rows: IntArray, value: IntArray) -> tuple[InTheirPlace, ...]:
        names = self._people.people
        who = self._people.person[rows]
        n = np.bincount(who, minlength=len(names))
        own, by_model = self._match.shares(rows, value)
        sides = [
            {SAME_SHARE: np.bincount(who, weights=side, minlength=len(n)) / np.maximum(n, 1)}
            for side in (own, by_model)
        ]
        if self._level == "ordinal":
            item, given = self._people.item[rows], self._given[rows]
            others = np.bincount(self._people.item)[item] - 1
            mean = (self._total[item] - given) / others
            for side, numbers in zip(sides, (given, self._of_model[value]), strict=True):
                left_out = LeftOut(own=numbers, others=mean, annotator=who, n=n)
                side |= {
                    measure.key: measure.formula(left_out)
                    for measure in family(AnnotatorMeasure)
                }
        columns = [{key: defined(column) for key, column in side.items()} for side in sides]
        return tuple(
            InTheirPlace(
                name,
                int(n[place]),
                *({key: column[place] for key, column in side.items()} for side in columns),
            )
            for place, name in enumerate(names)
            if n[place]
        )

    def _confusion(
        self, rows: IntArray, value: IntArray
    ) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
        """Of each item once. The value nearest to people's mean, the higher of two as near; or
        the name that most gave, where no other was given as often."""
        item, first = np.unique(self._people.item[rows], return_index=True)
        if self._level == "ordinal":
            mean = self._total[item] / np.bincount(self._people.item)[item]
            middles = (self._scale[1:] + self._scale[:-1]) / 2
            by_people = np.digitize(mean, middles)
            by_model = np.searchsorted(self._scale, self._of_model[value[first]])
            names = tuple(f"{number:g}" for number in self._scale.tolist())
        else:
            by_people = self._match.majority(item)
            by_model = self._match.of_model[value[first]]
            names = self._match.names
        decided = by_people >= 0
        cell = by_model[decided] * len(names) + by_people[decided]
        counts = np.bincount(cell, minlength=len(names) ** 2).reshape(len(names), -1)
        return names, tuple(map(tuple, counts.tolist()))


def _means(found: list[Numbers]) -> Numbers:
    """Over the annotators of whom a measure is defined."""
    keys = found[0] if found else ()
    return {
        key: fmean(known)
        if (known := [v for one in found if (v := one[key]) is not None])
        else None
        for key in keys
    }


def _facts(one: ModelAmongPeople) -> dict[str, Any]:
    return {
        **{key: value for key, value in one._asdict().items() if key != "model"},
        "annotators": {
            place.annotator: {"n": place.n, "person": place.person, "model": place.model}
            for place in one.annotators
        },
        "confusion": [list(row) for row in one.confusion],
        "values": list(one.values),
    }
