"""How sure a ranking is given both samples at once: the targets, and the annotators.

Other targets would have been drawn, and other people would have rated. By each alone a score
varies; the two variances are added. Targets' is that of a mean over whole targets; annotators'
comes of weighing them anew. The slips of each annotator at each target are in both. To take
them off once is right for a mean (Cameron, Gelbach & Miller 2011), and holds a little too
little for a score that is adjusted as below: two thirds are taken off, by simulation
(bench.ties).

A weight is drawn for each annotator from a gamma distribution, whose shape makes ratings vary
as far as those of other annotators would: with k ratings of a candidate, weights of shape a
make means whose variance is that of the ratings over k · a + 1 (a Dirichlet's), where it should
be theirs over k - 1: a is (k - 2) / k. An exponential distribution, a = 1, would halve it for
three ratings.

A score is no mean of ratings. Where it divides by the highest weight of a sentence, noise alone
makes that weight higher and the score lower: percentiles of such replicates do not even contain
the score. So noise is added once and twice, and what there would be without any is extrapolated
(SIMEX, Cook & Stefanski 1994): intervals lie around that. A straight line through the scores
without added noise and with it says too little, a parabola too much; half way between is taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from regild.arrays import BoolArray, FloatArray, IntArray, np
from regild.resampling import (
    NO_INTERVAL,
    Interval,
    as_they_come,
    student_quantile,
    student_two_sided,
)
from regild.scoring.annotators import RatedGold
from regild.scoring.letters import LEVEL
from regild.scoring.matrices import PENALTY, AnswerTable, K, answer_table, values_and_counted
from regild.scoring.measures import measure_of
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.sentence_scores import scores_of
from regild.scoring.significance import holm
from regild.scoring.units import by_unit, shared_targets
from regild.tolerance import SAME

# How often annotators are weighed anew, with their noise once more, and twice more.
ONCE_MORE, TWICE_MORE = 100, 50
# Of a gamma distribution; with two ratings of a candidate it ought to be 0, which is no shape.
LEAST_SHAPE = 0.05
SLIPS_OFF = 2 / 3
# A weight of nothing at all would leave a candidate without a rating.
_LEAST_WEIGHT = 1e-12


class BothDrawn(NamedTuple):
    """Systems' scores by one measure, NaN for one without; how far annotators' noise moves each
    (`bias`); the same scores by annotators weighed anew, a replicate a row; and the systems'
    covariances by each of the samples. `units` are the targets that were drawn, `ratings` all
    there are."""

    values: FloatArray
    bias: FloatArray
    by_annotators: FloatArray
    of_targets: FloatArray
    of_annotators: FloatArray
    of_slips: FloatArray
    units: int
    annotators: int
    ratings: int

    @property
    def covariance(self) -> FloatArray:
        """Given both."""
        return np.asarray(self.of_targets + self.of_annotators - SLIPS_OFF * self.of_slips)

    def variance(self, one: int, two: int | None = None) -> float:
        """Of a system's score, or of the difference of two. Of few ratings slips may come to
        more than both samples, and what is left to less than nothing: then it is what the
        larger of the samples says alone, for nothing is certain because little is known."""

        def of(covariance: FloatArray) -> float:
            own = float(covariance[one, one])
            return own if two is None else variance_apart(covariance, one, two)

        found = of(self.covariance)
        if found <= 0:
            return max(0.0, of(self.of_targets), of(self.of_annotators))
        return found


class PairApart(NamedTuple):
    """Of the first system's score from the second's; `low`, `high` and p say how sure it is
    given both samples. All are None where one of them has no score."""

    first: int
    second: int
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None


def draw_both(
    rated: RatedGold[K],
    systems: Sequence[Mapping[K, Sequence[str]]],
    *,
    measure: str,
    groups: Mapping[K, str],
    seed: int,
    penalty: float = PENALTY,
    once_more: int = ONCE_MORE,
    twice_more: int = TWICE_MORE,
    drawn: Callable[[], None] = lambda: None,
) -> BothDrawn:
    """`groups` says which sentences share a target; a sentence it lacks has one of its own.
    `drawn` is called after each weighing of the annotators."""
    [found] = draw_measures(
        rated,
        systems,
        measures=[measure],
        groups=groups,
        seed=seed,
        penalty=penalty,
        once_more=once_more,
        twice_more=twice_more,
        drawn=drawn,
    )
    return found


def draw_measures(
    rated: RatedGold[K],
    systems: Sequence[Mapping[K, Sequence[str]]],
    *,
    measures: Sequence[str],
    groups: Mapping[K, str],
    seed: int,
    penalty: float = PENALTY,
    once_more: int = ONCE_MORE,
    twice_more: int = TWICE_MORE,
    drawn: Callable[[], None] = lambda: None,
) -> list[BothDrawn]:
    """The same by several measures: a weighing of the annotators serves all of them."""
    answers = [answer_table(rated.gold, given, penalty=penalty) for given in systems]
    units = shared_targets(rated.gold.sentences, groups)
    summed = partial(_summed, rated, answers, [*map(measure_of, measures)], units)
    by_measure = [_OfMeasure(*one) for one in summed(np.ones(rated.annotators))]
    rng = np.random.default_rng(seed)
    # Nobody stands beside a single annotator: only targets vary then.
    levels = _levels(rated.ratings_each) if rated.annotators > 1 else []
    for place, ((shape, _noise), times) in enumerate(
        zip(levels, (once_more, twice_more), strict=False)
    ):
        weights = (
            rng.gamma(shape, size=rated.annotators) + _LEAST_WEIGHT for _time in range(times)
        )
        for weighed in as_they_come(summed, weights):
            for of_measure, one in zip(by_measure, weighed, strict=True):
                of_measure.add(place, *one)
            drawn()
    noise = [level[1] for level in levels]
    return [one.drawn(noise, rated.annotators, rated.ratings) for one in by_measure]


class _OfMeasure:
    """What weighings of the annotators make of one measure."""

    def __init__(self, sums: FloatArray, counts: FloatArray) -> None:
        self._values = _ratios(sums, counts)
        self._of_targets = _of_targets(sums, counts, self._values)
        self._at_targets = _AtTargets(sums, self._values)
        self._means: list[list[FloatArray]] = [[], []]
        self._units = len(sums)

    def add(self, level: int, sums: FloatArray, counts: FloatArray) -> None:
        self._means[level].append(_ratios(sums, counts))
        if level == 0:
            self._at_targets.add(sums, counts)

    def drawn(self, noise: Sequence[float], annotators: int, ratings: int) -> BothDrawn:
        values = self._values
        by_annotators = np.array(self._means[0]).reshape(-1, len(values))
        centred = by_annotators - by_annotators.mean(axis=0) if noise else by_annotators
        of_annotators = centred.T @ centred / max(1, len(centred) - 1)
        shifts = [np.mean(means, axis=0) - values for means in self._means[: len(noise)]]
        # Of a shape that could not be drawn, the noise is less.
        drawn = noise[0] if noise else 1
        return BothDrawn(
            values,
            _bias(noise, shifts) if noise else np.zeros_like(values),
            by_annotators,
            self._of_targets,
            of_annotators / drawn,
            self._at_targets.covariance() / drawn,
            self._units,
            annotators,
            ratings,
        )


def both_intervals(drawn: BothDrawn) -> list[Interval]:
    """95 %, a system an item, by Student's t of as many targets."""
    centres = drawn.values - drawn.bias
    return [
        _around(centre, math.sqrt(drawn.variance(system)), drawn.units)
        for system, centre in enumerate(centres.tolist())
    ]


def pairs_apart(drawn: BothDrawn) -> list[PairApart]:
    """Every pair, with p by Student's t and corrected by Holm."""
    centres = drawn.values - drawn.bias
    found: list[PairApart] = []
    for one, two in combinations(range(len(drawn.values)), 2):
        gap = float(centres[one] - centres[two])
        sd = math.sqrt(drawn.variance(one, two))
        p = _p(abs(gap), sd, drawn.units)
        if p is None:
            found.append(PairApart(one, two, None, None, None, None, None))
        else:
            shown = float(drawn.values[one] - drawn.values[two])
            interval = _around(gap, sd, drawn.units)
            found.append(PairApart(one, two, shown, *interval, p, None))
    corrected = iter(holm([pair.p for pair in found if pair.p is not None]))
    return [pair if pair.p is None else pair._replace(p_holm=next(corrected)) for pair in found]


def told_apart(pairs: Sequence[PairApart], *, level: float = LEVEL) -> set[tuple[int, int]]:
    return {
        (pair.first, pair.second)
        for pair in pairs
        if pair.p_holm is not None and pair.p_holm < level
    }


def variance_apart(covariance: FloatArray, one: int, two: int) -> float:
    """Of the difference of two. What is left of two systems that always score the same is 0."""
    own = float(covariance[one, one] + covariance[two, two])
    apart = own - float(covariance[one, two] + covariance[two, one])
    return 0.0 if abs(apart) <= SAME * abs(own) else apart


class _AtTargets:
    """How scores vary when annotators weigh otherwise, were they others at every target."""

    def __init__(self, sums: FloatArray, values: FloatArray) -> None:
        self._values = values
        self._total = np.zeros_like(sums)
        self._squares = np.zeros((len(values), len(values)))
        self._times = 0

    def add(self, sums: FloatArray, counts: FloatArray) -> None:
        moved = (sums - counts * self._values) / counts.sum(axis=0)
        self._total += moved
        self._squares += moved.T @ moved
        self._times += 1

    def covariance(self) -> FloatArray:
        if self._times < 2:
            return np.zeros_like(self._squares)
        products = self._squares - self._total.T @ self._total / self._times
        return np.asarray(products / (self._times - 1))


def _levels(ratings_each: float) -> list[tuple[float, float]]:
    """Shapes that add the noise of so many ratings once, and twice, with how often they do."""
    found = []
    for noise in (1.0, 2.0):
        shape = max(LEAST_SHAPE, ((ratings_each - 1) / noise - 1) / ratings_each)
        found.append((shape, (ratings_each - 1) / (ratings_each * shape + 1)))
    return [(shape, noise) for shape, noise in found if noise > 0]


def _bias(noise: Sequence[float], shifts: Sequence[FloatArray]) -> FloatArray:
    """How far the noise that is in the ratings has moved scores already: half way between the
    straight line and the parabola through none added, once and twice as much."""
    straight = shifts[0] / noise[0]
    if len(noise) < 2 or noise[1] < 1.2 * noise[0]:
        return np.asarray(straight)
    # a · x + b · x² at the two, and what it is at -1 with the other sign.
    b = (shifts[1] / noise[1] - straight) / (noise[1] - noise[0])
    a = straight - b * noise[0]
    return np.asarray((straight + a - b) / 2)


def _of_targets(sums: FloatArray, counts: FloatArray, values: FloatArray) -> FloatArray:
    """Covariances of means over whole targets, of a sample of them."""
    n = len(sums)
    if n < 2:
        return np.full((len(values), len(values)), np.nan)
    moved = (sums - counts * values) / counts.sum(axis=0)
    return np.asarray(moved.T @ moved * (n / (n - 1)))


def _around(centre: float, spread: float, units: int) -> Interval:
    if math.isnan(centre) or math.isnan(spread) or units < 2:
        return NO_INTERVAL
    reach = student_quantile(1 - LEVEL / 2, freedom=units - 1) * spread
    return Interval(centre - reach, centre + reach)


def _p(gap: float, spread: float, units: int) -> float | None:
    if math.isnan(gap) or math.isnan(spread) or units < 2:
        return None
    if spread <= SAME:
        return 1.0 if gap <= SAME else 0.0
    return student_two_sided(gap / spread, freedom=units - 1)


def _summed(
    rated: RatedGold[K],
    answers: Sequence[AnswerTable],
    measures: Sequence[SystemMeasure[AnswerTable]],
    units: IntArray | None,
    weights: FloatArray,
) -> list[tuple[FloatArray, FloatArray]]:
    """By each measure, of each target and system what its sentences add up to, and how many
    count."""
    gold = rated.reweighted(weights)
    without: BoolArray = gold.highest <= 0
    columns: list[list[FloatArray]] = [[] for _measure in measures]
    # What no weight is left of divides by 0, and is left out.
    with np.errstate(divide="ignore", invalid="ignore"):
        for given in answers:
            table = given.on(gold)
            for column, measure in zip(columns, measures, strict=True):
                column.append(np.where(without, np.nan, scores_of(measure, table)))
    found = []
    for column in columns:
        values, counted = values_and_counted(np.stack(column, axis=1))
        found.append((by_unit(values, units), by_unit(counted, units)))
    return found


def _ratios(sums: FloatArray, counts: FloatArray) -> FloatArray:
    n = counts.sum(axis=0)
    means: FloatArray = np.full(len(n), np.nan)
    np.divide(sums.sum(axis=0), n, out=means, where=n > 0)
    return means
