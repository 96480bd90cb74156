"""Gold and answers as arrays, one row a sentence, so that a measure is a few array sums.

Measures need only the weights of the answers, not their texts: an answer is the mode when its
weight is the highest, and right when its weight is above 0. The texts are looked up once here.

Arrays are stored by column: there are few columns and many rows, and adding up whole columns
takes a tenth of the time that adding up each row does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, repeat
from typing import Any, Generic, Protocol, TypeVar, cast, runtime_checkable

from regild.arrays import Array, BoolArray, FloatArray, IntArray, np

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


_ABSENT = -1

# Jabbari et al.'s k in the simplest case, as they say and print it.
PENALTY = 1.0


@dataclass(frozen=True)
class GoldTable(Generic[K]):
    """`places[row]` says in which column of `weights` a substitute stands; rows end in 0s.

    A weight of 0 is a substitute that was judged and found bad. It counts as judged and as
    nothing else; only a positive weight is gold.
    """

    sentences: tuple[K, ...]
    places: tuple[Mapping[str, int], ...]
    weights: FloatArray
    _found: dict[object, object] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def columns(self) -> list[Callable[[str, int], int]]:
        """Each row's look-up of a substitute's column, with what to give for another text."""
        return [places.get for places in self.places]

    @cached_property
    def ranked(self) -> FloatArray:
        """Each row's weights, highest first: what a perfect system would give."""
        return np.sort(self.weights, axis=1)[:, ::-1]

    @cached_property
    def ranked_means(self) -> FloatArray:
        """Their mean down to the first, second, … of them."""
        return running_means(running_sums(self.ranked))

    @cached_property
    def total(self) -> FloatArray:
        return np.asarray(self.weights.sum(axis=1))

    @cached_property
    def highest(self) -> FloatArray:
        return self.ranked[:, 0]

    @cached_property
    def size(self) -> IntArray:
        """How many substitutes have a positive weight."""
        return np.asarray((self.weights > 0).sum(axis=1))

    def parts(self, size: int) -> Iterator[GoldTable[K]]:
        """The same in tables of so many sentences."""
        for start in range(0, len(self.sentences), size):
            rows = slice(start, start + size)
            yield GoldTable(self.sentences[rows], self.places[rows], self.weights[rows])

    def once(self, find: Callable[[GoldTable[Any]], T]) -> T:
        """`find(self)`, found for the first system and kept for the others."""
        if find not in self._found:
            self._found[find] = find(self)
        return cast(T, self._found[find])

    def reweighted(self, weights: FloatArray) -> GoldTable[K]:
        """The same substitutes with other weights. Every row must keep a positive one."""
        return replace(self, weights=np.asfortranarray(weights))


@dataclass(frozen=True)
class AnswerTable:
    """One system's answers: the gold's column for each, -1 where the gold lacks it.

    `given` is how many answers there are; `places` has -1 beyond them, and always a column,
    so that the first answer can be asked for. `penalty` is what a wrong answer costs, in votes,
    by the measures that know of one. `scores` are the system's own, lower beyond the answers
    than any; None unless all its answers carry one.
    """

    gold: GoldTable[Any]
    places: IntArray
    given: IntArray
    penalty: float = PENALTY
    scores: FloatArray | None = None
    # The same answers beside the first of several golds: what no weight changes is found there.
    base: AnswerTable | None = None
    _found: dict[object, object] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def judged(self) -> BoolArray:
        return np.asarray(self.places != _ABSENT)

    @cached_property
    def weights(self) -> FloatArray:
        """0 where the gold lacks the answer, and beyond the answers."""
        first = self.base or self
        found = self.gold.weights.ravel(order="F").take(first.cells).T
        return np.where(first.judged, found, 0.0)

    @cached_property
    def cells(self) -> IntArray:
        """Of each answer, column by column, where the gold has its weight."""
        n_rows = len(self.places)
        return np.asarray(self.places.T * n_rows + np.arange(n_rows))

    @cached_property
    def summed(self) -> FloatArray:
        """The weight of the first 1, 2, … answers; it stays as it is past the last."""
        return running_sums(self.weights)

    @cached_property
    def means(self) -> FloatArray:
        """The mean weight of the first 1, 2, … answers, missing ones counted as 0."""
        return running_means(self.summed)

    @cached_property
    def right(self) -> BoolArray:
        return self.weights > 0

    @cached_property
    def precisions(self) -> FloatArray:
        """The share of right answers among the first 1, 2, …"""
        return running_means(running_sums(self.right.astype(np.float64)))

    @cached_property
    def wrong(self) -> FloatArray:
        """How many of the first 1, 2, … answers are not right; as it is past the last."""
        return running_sums((self.present & ~self.right).astype(np.float64))

    @cached_property
    def present(self) -> BoolArray:
        return _filled(self.given, width=self.places.shape[1])

    @cached_property
    def attempted(self) -> BoolArray:
        return self.given > 0

    def divisor(self, most: int | None = None) -> IntArray:
        """How many answers there are, of the first `most`. 1 where there are none: they have no
        credit, and dividing by 1 gives the 0 that this is worth."""
        return np.clip(self.given, 1, most)

    @cached_property
    def judged_only(self) -> AnswerTable:
        """The answers without those that no one judged, the others moving up."""
        if self.base is not None:
            return self.base.judged_only.on(self.gold)
        given = np.asarray(self.judged.sum(axis=1))
        places = _rows(self.places[self.judged], given, fill=_ABSENT)
        return replace(self, places=places, given=given, scores=None)

    def once(self, find: Callable[[AnswerTable], T]) -> T:
        """`find(self)`, found for the first measure and kept for the others."""
        if find not in self._found:
            self._found[find] = find(self)
        return cast(T, self._found[find])

    def on(self, gold: GoldTable[Any]) -> AnswerTable:
        """The same answers on the same substitutes with other weights."""
        return replace(self, gold=gold, base=self.base or self)


def gold_table(gold: Mapping[K, Mapping[str, float]]) -> GoldTable[K]:
    """Sentences without a positive weight are left out: nothing can be right there."""
    usable = {
        sentence: weights
        for sentence, weights in gold.items()
        if max(weights.values(), default=0.0) > 0
    }
    sizes = np.fromiter(map(len, usable.values()), dtype=np.intp, count=len(usable))
    flat = np.fromiter(
        chain.from_iterable(weights.values() for weights in usable.values()),
        dtype=np.float64,
        count=int(sizes.sum()),
    )
    return GoldTable(
        sentences=tuple(usable),
        places=tuple(
            dict(zip(weights, range(len(weights)), strict=True)) for weights in usable.values()
        ),
        weights=_rows(flat, sizes, fill=0.0),
    )


def answer_table(
    gold: GoldTable[K], answers: Mapping[K, Sequence[str]], *, penalty: float = PENALTY
) -> AnswerTable:
    """Answers must be distinct and best first; a sentence without any may be missing."""
    given = [*map(answers.get, gold.sentences, repeat(()))]
    sizes = np.fromiter(map(len, given), dtype=np.intp, count=len(given))
    absent = repeat(_ABSENT)
    flat = np.fromiter(
        chain.from_iterable(map(map, gold.columns, given, repeat(absent))),
        dtype=np.intp,
        count=int(sizes.sum()),
    )
    return AnswerTable(
        gold, _rows(flat, sizes, fill=_ABSENT), sizes, penalty, _scores(gold, answers, sizes)
    )


@runtime_checkable
class ScoredAnswers(Protocol):
    """Answers that may carry scores: by sentence, one an answer."""

    @property
    def scores(self) -> Mapping[Any, Sequence[float]]: ...


def scores_given(answers: object) -> Mapping[Any, Sequence[float]]:
    """Plain mappings of answers carry none."""
    return answers.scores if isinstance(answers, ScoredAnswers) else {}


def _scores(gold: GoldTable[K], answers: object, sizes: IntArray) -> FloatArray | None:
    by_sentence = scores_given(answers)
    if not by_sentence:
        return None
    given = [by_sentence.get(sentence, ()) for sentence in gold.sentences]
    flat = np.fromiter(chain.from_iterable(given), dtype=np.float64)
    if not np.array_equal(np.fromiter(map(len, given), dtype=np.intp), sizes):
        return None
    return _rows(flat, sizes, fill=-np.inf)


def _rows(flat: Array, sizes: IntArray, *, fill: float) -> Array:
    """Cut `flat` into rows of the given sizes, filled up to the longest and to one column."""
    width = max(1, int(sizes.max(initial=0)))
    rows = np.full((len(sizes), width), fill, dtype=flat.dtype, order="F")
    rows[_filled(sizes, width=width)] = flat
    return rows


def _filled(sizes: IntArray, *, width: int) -> BoolArray:
    return np.asarray(np.arange(width)[:, np.newaxis] < sizes).T


def values_and_counted(matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Scores with 0 for NaN, and 1 where there is a score."""
    missing = np.isnan(matrix)
    return np.where(missing, 0.0, matrix), (~missing).astype(np.float64)


def running_means(sums: FloatArray) -> FloatArray:
    return np.asarray(sums / np.arange(1.0, sums.shape[1] + 1))


def running_sums(rows: FloatArray) -> FloatArray:
    """Each row's cumulative sum. `np.cumsum` goes row by row, and takes ten times as long."""
    return np.array([*accumulate(rows.T)]).T
