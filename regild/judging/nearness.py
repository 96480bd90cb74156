"""How near to the other people somebody comes on an item, and a model in their place."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.formats.values import Values

# Two distances this near, to the numbers they are made of, differ by rounding alone.
_SAME = 1e-9


class Compared(NamedTuple):
    """`rows` are places in the people's columns; `nearer` is 1 where the model is nearer to the
    others than the annotator is, -1 where it is further, 0 where both are as near."""

    rows: IntArray
    nearer: IntArray


class Match:
    """By how many of the others gave the same name. `of_model` has for each value of the models
    its place among `names`, which are people's and models'."""

    def __init__(self, people: Values, models: Values) -> None:
        self._people, self._models = people, models
        written: dict[object, str] = {}
        for value in (*people.values, *models.values):
            written.setdefault(_name(value), value)
        self.names = tuple(written.values())
        places = {name: place for place, name in enumerate(written)}
        of_value = np.array(
            [places[_name(value)] for value in (*people.values, *models.values)],
            dtype=np.int64,
        )
        self.of_model = of_value[len(people.values) :]
        self._own = of_value[: len(people.values)][people.value]
        keys = people.item * len(self.names) + self._own
        self._given, self._times = np.unique(keys, return_counts=True)

    @cached_property
    def _n(self) -> IntArray:
        return np.bincount(self._people.item)

    def nearer(self, model: int) -> Compared:
        rows, value = shared_ratings(self._people, self._models, model)
        own, by_model = self._counts(rows, value)
        return Compared(rows, np.sign(by_model - own))

    def shares(self, rows: IntArray, value: IntArray) -> tuple[FloatArray, FloatArray]:
        """Of the others, how many gave what the person gave, and what the model did."""
        others = self._n[self._people.item[rows]] - 1
        own, by_model = self._counts(rows, value)
        return own / others, by_model / others

    def majority(self, items: IntArray) -> IntArray:
        """The name that more gave than any other; -1 where there is none."""
        counts = np.stack(
            [self._count(items, np.full_like(items, name)) for name in range(len(self.names))]
        )
        highest = counts.max(axis=0)
        return np.where((counts == highest).sum(axis=0) == 1, counts.argmax(axis=0), -1)

    def _counts(self, rows: IntArray, value: IntArray) -> tuple[IntArray, IntArray]:
        item, own, other = self._people.item[rows], self._own[rows], self.of_model[value]
        return self._count(item, own) - 1, self._count(item, other) - (own == other)

    def _count(self, item: IntArray, name: IntArray) -> IntArray:
        """How many gave the item this name."""
        keys = item * len(self.names) + name
        place = np.minimum(np.searchsorted(self._given, keys), len(self._given) - 1)
        return np.where(self._given[place] == keys, self._times[place], 0)


class Distance:
    """By the root of the mean squared distance from what the others gave."""

    def __init__(self, people: Values, models: Values) -> None:
        self._people, self._models = people, models
        self._own = people.numbers[people.value]
        self._of_model = models.numbers
        self._n = np.bincount(people.item)
        self._total = np.bincount(people.item, weights=self._own)

    def nearer(self, model: int) -> Compared:
        """Of two sums of squares the difference is a product, whose sign rounding can change
        only where it is all but 0."""
        rows, value = shared_ratings(self._people, self._models, model)
        item, own, other = self._people.item[rows], self._own[rows], self._of_model[value]
        others = self._n[item] - 1
        middle = others * (own + other) - 2 * (self._total[item] - own)
        near = _SAME * others * (np.abs(own) + np.abs(other) + 1)
        middle[np.abs(middle) <= near] = 0
        return Compared(rows, np.sign((own - other) * middle).astype(np.int64))


def shared_ratings(people: Values, models: Values, model: int) -> tuple[IntArray, IntArray]:
    """The ratings of items that another person rated too and the model judged; and which value
    the model gave, a place among its own."""
    judged = models.person == model
    names = [models.items[place] for place in models.item[judged].tolist()]
    given = dict(zip(names, models.value[judged].tolist(), strict=True))
    value = np.array([given.get(name, -1) for name in people.items], dtype=np.int64)
    usable = (value >= 0) & (np.bincount(people.item, minlength=len(value)) > 1)
    rows = np.flatnonzero(usable[people.item])
    return rows, value[people.item[rows]]


def _name(value: str) -> object:
    """3.0 in one file is 3 in another."""
    try:
        return float(value)
    except ValueError:
        return value
