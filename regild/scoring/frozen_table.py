"""A second gold as columns, from rated candidates to what a release freezes.

As values, a million candidates with their ratings take gigabytes. Here they are arrays, and a
sentence is made into values while somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from regild.agreement.annotators import RatingColumns
from regild.agreement.patterns import pack_counts
from regild.arrays import BoolArray, FloatArray, IntArray, np
from regild.formats.records import SentenceRecord
from regild.scoring.aggregate import SEVERITY, chosen_option, second_gold_weight
from regild.scoring.frozen import Entry, FrozenOption, FrozenRating, FrozenSentence
from regild.scoring.severity_weights import AdjustedWeights, adjusted_weights


class RatedPool(NamedTuple):
    """Candidates in any order, with all their ratings. `seats`: for how many annotators each
    was meant, 0 where nobody said so; None where that is so of all."""

    records: Sequence[SentenceRecord]
    sentence: IntArray  # of each candidate its place in `records`
    text: Sequence[str]
    origin: Sequence[str]
    votes: FloatArray  # NaN where the first gold lacks it
    ratings: RatingColumns
    seats: IntArray | None = None

    def needed(self, min_ratings: int) -> IntArray:
        """Of each: with fewer it is undecided. What is meant for fewer needs only those."""
        found = np.full(len(self.text), max(1, min_ratings), dtype=np.int64)
        if self.seats is not None:
            found = np.where(self.seats > 0, np.minimum(found, self.seats), found)
        return found

    def without(self, annotators: Collection[int]) -> RatedPool:
        kept = ~np.isin(self.ratings.annotator, [*annotators])
        return self._replace(ratings=RatingColumns(*(column[kept] for column in self.ratings)))


class FrozenTable:
    """In the order of a release: sentences as they came; in each the heaviest first, undecided
    last, equal ones by text. Ratings stand by candidate, in each by annotator, and annotators
    are numbered anew: a release names nobody."""

    def __init__(
        self,
        pool: RatedPool,
        scale: Sequence[FrozenOption],
        *,
        rule: str,
        min_ratings: int,
        ordered: bool = True,
        rng: Random | None = None,
        numbers: Sequence[int] | None = None,
    ) -> None:
        """`ordered` says whether the options have an order: else they have no weight, and one
        of them is chosen. `numbers` are those of the pool's annotators. Without them `rng`
        draws them; without it too they follow the pool's, and tell who came first."""
        number = (
            _numbers(pool.ratings, rng)
            if numbers is None
            else np.array([*numbers], dtype=np.int64)
        )
        numbered = number[pool.ratings.annotator]
        pool = pool._replace(ratings=pool.ratings._replace(annotator=numbered))
        weight = np.full(len(pool.text), np.nan)
        choice = weight
        adjusted = None
        if ordered and rule == SEVERITY:
            adjusted = _adjusted(pool.ratings, scale, len(pool.text))
            weight = np.where(_enough(pool, min_ratings), adjusted.weight, np.nan)
        elif ordered:
            weight = _weights(pool, scale, rule=rule, min_ratings=min_ratings)
        else:
            choice = _choices(pool, scale, rule=rule, min_ratings=min_ratings)
        order = _in_order(pool, weight)
        self.ordered, self.rule, self.min_ratings = ordered, rule, min_ratings
        self.records = pool.records
        self.scale = scale
        self.sentence = pool.sentence[order]
        self.weight = weight[order]  # NaN where undecided
        self.choice = choice[order]  # a place on the scale; NaN where there is none
        self.votes = pool.votes[order]
        self.text = [pool.text[row] for row in order.tolist()]
        self.origin = [pool.origin[row] for row in order.tolist()]
        self.ratings = _by_candidate(pool.ratings, order, len(scale))
        self._adjusted = adjusted and adjusted._replace(weight=adjusted.weight[order])

    @cached_property
    def severity(self) -> AdjustedWeights:
        """Annotators by their numbers; only where options have an order."""
        return self._adjusted or _adjusted(self.ratings, self.scale, len(self.text))

    @cached_property
    def counts(self) -> IntArray:
        """Candidates × options: how often each was chosen."""
        return _counts(self.ratings, len(self.text), len(self.scale))

    @property
    def decided(self) -> IntArray:
        """The candidates with a weight, or of which most chose one option."""
        return np.flatnonzero(~np.isnan(self.weight if self.ordered else self.choice))

    def facts(self) -> dict[str, int]:
        """How much there is."""
        if not self.ordered:
            return self._facts_of_choices()
        n_decided = len(self.decided)
        with_weight = self.sentence[self.decided][self.weight[self.decided] != 0]
        unanimous = (self.counts > 0).sum(axis=1) == 1
        return {
            "sentences": len(np.unique(with_weight)),
            "candidates": len(self.text),
            "decided": n_decided,
            "undecided": len(self.text) - n_decided,
            "positive": int((self.weight > 0).sum()),
            "unanimous_zeros": int((unanimous & (self.weight == 0)).sum()),
            "ratings": len(self.ratings.value),
            "annotators": len(np.unique(self.ratings.annotator)),
        }

    def _facts_of_choices(self) -> dict[str, int]:
        """`undecided` have too few ratings, `tied` enough, and no choice of most."""
        enough = int((self.counts.sum(axis=1) >= max(1, self.min_ratings)).sum())
        return {
            "sentences": len(np.unique(self.sentence[self.decided])),
            "candidates": len(self.text),
            "decided": len(self.decided),
            "undecided": len(self.text) - enough,
            "tied": enough - len(self.decided),
            "ratings": len(self.ratings.value),
            "annotators": len(np.unique(self.ratings.annotator)),
        }

    def sentences(self) -> Iterator[FrozenSentence]:
        """Those with a candidate, each made anew."""
        values = [option.value for option in self.scale]
        place = np.arange(len(self.records) + 1)
        ends = np.searchsorted(self.sentence, place).tolist()
        for record, begin, end in zip(self.records, ends, ends[1:], strict=False):
            if begin < end:
                yield FrozenSentence(record, tuple(self._entries(begin, end, values)))

    def _entries(self, begin: int, end: int, values: Sequence[int]) -> Iterator[Entry]:
        """Of the candidates from one place to another."""
        rows = np.arange(begin, end + 1)
        cuts = np.searchsorted(self.ratings.candidate, rows).tolist()
        first, last = cuts[0], cuts[-1]
        annotator = self.ratings.annotator[first:last].tolist()
        value = [values[option] for option in self.ratings.value[first:last].tolist()]
        given = [*map(FrozenRating, annotator, value)]
        for row, start, stop, votes, weight, place in zip(
            range(begin, end),
            cuts,
            cuts[1:],
            _known(self.votes[begin:end]),
            _known(self.weight[begin:end]),
            _known(self.choice[begin:end]),
            strict=False,
        ):
            ratings = tuple(given[start - first : stop - first])
            choice = None if place is None else values[int(place)]
            yield Entry(self.text[row], self.origin[row], votes, weight, ratings, choice)


def _known(numbers: FloatArray) -> list[float | None]:
    return [None if number != number else number for number in numbers.tolist()]


def _counts(ratings: RatingColumns, n_candidates: int, n_options: int) -> IntArray:
    cells = ratings.candidate * n_options + ratings.value
    return np.bincount(cells, minlength=n_candidates * n_options).reshape(-1, n_options)


def _weights(
    pool: RatedPool, scale: Sequence[FrozenOption], *, rule: str, min_ratings: int
) -> FloatArray:
    # Of few ratings there are few histograms: each is weighed once, and exactly.
    counts = _counts(pool.ratings, len(pool.text), len(scale))
    packed = pack_counts(counts)
    numbers = [option.weight for option in scale]
    weights = [
        second_gold_weight(row, weights=numbers, rule=rule, min_ratings=1)
        for row in packed.patterns.counts.tolist()
    ]
    found = np.array(weights, dtype=np.float64)[packed.of_candidate]
    found[~_enough(pool, min_ratings)] = np.nan
    return found


def _enough(pool: RatedPool, min_ratings: int) -> BoolArray:
    n = np.bincount(pool.ratings.candidate, minlength=len(pool.text))
    return np.asarray(n >= pool.needed(min_ratings))


def _adjusted(
    ratings: RatingColumns, scale: Sequence[FrozenOption], n_candidates: int
) -> AdjustedWeights:
    weights = [option.weight for option in scale]
    return adjusted_weights(ratings, weights, n_candidates=n_candidates)


def _choices(
    pool: RatedPool, scale: Sequence[FrozenOption], *, rule: str, min_ratings: int
) -> FloatArray:
    counts = _counts(pool.ratings, len(pool.text), len(scale)).tolist()
    chosen = [chosen_option(row, rule=rule, min_ratings=min_ratings) for row in counts]
    return np.array([np.nan if one is None else one for one in chosen], dtype=np.float64)


def _in_order(pool: RatedPool, weight: FloatArray) -> IntArray:
    alphabet = {text: place for place, text in enumerate(sorted(set(pool.text)))}
    text = np.fromiter(map(alphabet.__getitem__, pool.text), np.int64, count=len(pool.text))
    # NaN sorts last.
    return np.lexsort((text, -weight, pool.sentence))


def _numbers(ratings: RatingColumns, rng: Random | None) -> IntArray:
    """Of each annotator, from 1."""
    present = np.bincount(ratings.annotator) > 0
    number: IntArray = np.cumsum(present)
    if rng is not None:
        n = int(present.sum())
        drawn = [0, *rng.sample(range(1, n + 1), n)]
        number = np.array(drawn, dtype=np.int64)[number]
    return number


def _by_candidate(ratings: RatingColumns, order: IntArray, n_options: int) -> RatingColumns:
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    n_annotators = int(ratings.annotator.max(initial=0)) + 1
    # One number holds all three, and sorting numbers is quick.
    keys = place[ratings.candidate] * n_annotators + ratings.annotator
    keys = keys * n_options + ratings.value
    keys.sort()
    keys, value = np.divmod(keys, n_options)
    candidate, annotator = np.divmod(keys, n_annotators)
    return RatingColumns(candidate, annotator, value)
