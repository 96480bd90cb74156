"""How much scores and ranks hang on who happened to rate: a bootstrap over annotators.

Each replicate gives every annotator a weight drawn from the exponential distribution (Rubin's
Bayesian bootstrap, 1981) and makes the gold again with it. Drawing annotators with replacement
would leave candidates without a rating; this never does.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from regild.agreement.alike import merge_alike
from regild.arrays import FloatArray, IntArray, np
from regild.resampling import as_they_come
from regild.scoring.aggregate import SEVERITY
from regild.scoring.bootstrap import mean_interval
from regild.scoring.evaluation import neighbours
from regild.scoring.matrices import (
    PENALTY,
    AnswerTable,
    GoldTable,
    K,
    answer_table,
    gold_table,
)
from regild.scoring.measures import KEYS, MEASURES
from regild.scoring.sentence_scores import scores_of
from regild.scoring.severity_weights import on_scale
from regild.tolerance import SAME

REPLICATES = 200


class RatedSubstitute(NamedTuple, Generic[K]):
    """Each annotator with the place on the scale of what they chose, 0 for the worst."""

    sentence: K
    substitute: str
    ratings: Iterable[tuple[Hashable, int]]


class RatedGold(Generic[K]):
    """A second gold that can be made again as if its annotators weighed more or less.

    `gold` has every sentence that some weights of the annotators can give a positive weight;
    its own weights mean nothing. Substitutes come as a stream, each once, and of a rating two
    numbers are kept.
    """

    def __init__(
        self,
        rated: Iterable[RatedSubstitute[K]],
        *,
        weights: Sequence[float],
        rule: str,
        effects: Mapping[Hashable, float] | None = None,
    ) -> None:
        """`effects` say by how much annotators rate higher than others, where the rule takes
        that off; they stay as they are, whoever weighs more."""
        shift = effects or {}
        annotators: dict[Hashable, int] = {}
        highest: dict[K, dict[str, float]] = {}
        options, by, sizes = array("b"), array("q"), array("q")
        for sentence, substitute, ratings in rated:
            before, best = len(by), 0.0
            for annotator, option in ratings:
                options.append(option)
                by.append(annotators.setdefault(annotator, len(annotators)))
                best = max(best, weights[option] - shift.get(annotator, 0.0))
            sizes.append(len(by) - before)
            highest.setdefault(sentence, {})[substitute] = best
        self.gold: GoldTable[K] = gold_table(highest)
        self.annotators = len(annotators)
        self.ratings = len(by)
        # Of a substitute that has any, on average.
        self.ratings_each = len(by) / max(1, sum(size > 0 for size in sizes))
        self._weights = np.array(weights, dtype=np.float64)
        self._rule = _RULES[rule]
        self._effects = (
            None if effects is None else np.array([effects[one] for one in annotators])
        )
        kinds = self._keep_ratings(
            np.frombuffer(sizes, dtype=np.int64),
            np.frombuffer(by, dtype=np.int64),
            np.frombuffer(options, dtype=np.int8),
        )
        usable = set(self.gold.sentences)
        kept = np.array(
            [
                sentence in usable
                for sentence, substitutes in highest.items()
                for _text in substitutes
            ],
            dtype=bool,
        )
        # Row by row, as they came: a sentence's substitutes come one after the other.
        self._cells = np.concatenate(
            [
                row * self.gold.weights.shape[1] + np.arange(len(places))
                for row, places in enumerate(self.gold.places)
            ]
            or [np.empty(0, dtype=np.intp)]
        )
        self._kinds = kinds[kept]

    def _keep_ratings(self, sizes: IntArray, by: IntArray, option: IntArray) -> IntArray:
        """Of substitutes rated alike those of the first: they weigh the same in any round.
        Which kind each substitute is."""
        n_options = len(self._weights)
        row = np.repeat(np.arange(len(sizes)), sizes)
        alike = merge_alike(
            row=row,
            cell=by * n_options + option,
            n_rows=len(sizes),
            n_cells=self.annotators * n_options,
        )
        kind = alike.of_row[row]
        one = alike.first[kind] == row
        chosen = kind[one] * n_options + option[one]
        order = np.argsort(chosen, kind="stable")
        self._by = by[one][order]
        # Where in these each option of each kind begins.
        self._chosen, self._starts = np.unique(chosen[order], return_index=True)
        self._n_kinds = len(alike.first)
        return alike.of_row

    def reweighted(self, annotator_weights: FloatArray) -> GoldTable[K]:
        """The weights are positive, one an annotator in the order they came; equal ones give
        the gold that the rule gives. A sentence may have no positive weight left."""
        counts = np.zeros((self._n_kinds, len(self._weights)))
        # Not bincount, which keeps Python's lock.
        counts.ravel()[self._chosen] = np.add.reduceat(
            annotator_weights.take(self._by), self._starts
        )
        made = np.zeros(self.gold.weights.shape)
        made.ravel()[self._cells] = self._weighed(counts, annotator_weights).take(self._kinds)
        return self.gold.reweighted(made)

    def _weighed(self, counts: FloatArray, annotator_weights: FloatArray) -> FloatArray:
        found = self._rule(counts, self._weights)
        if self._effects is None:
            return found
        taken_off = np.zeros(counts.shape)
        taken_off.ravel()[self._chosen] = np.add.reduceat(
            (annotator_weights * self._effects).take(self._by), self._starts
        )
        return on_scale(found - taken_off.sum(axis=1) / counts.sum(axis=1), self._weights)


class OverAnnotators(NamedTuple):
    """A system in the replicates: 95 % of its scores and ranks lie within, ends included.

    `same_rank` is the share of replicates that rank it as all annotators together do,
    `above_next` that in which it stays above the system ranked next; in a replicate that ties
    them, half. All are None where a replicate leaves it without a score.
    """

    low: float | None = None
    high: float | None = None
    best_rank: int | None = None
    worst_rank: int | None = None
    same_rank: float | None = None
    above_next: float | None = None


def replicates_for(rated: RatedGold[K]) -> int:
    """0 where one annotator did everything: there is nobody to weigh against."""
    return REPLICATES if rated.annotators >= 2 else 0


def score_replicates(
    rated: RatedGold[K],
    systems: Sequence[Mapping[K, Sequence[str]]],
    *,
    seed: int,
    replicates: int = REPLICATES,
    penalty: float = PENALTY,
    scored: Callable[[], None] = lambda: None,
) -> dict[str, FloatArray]:
    """By measure the systems' means, a replicate a row, NaN where there is none. `scored` is
    called after each replicate."""
    answers = [answer_table(rated.gold, given, penalty=penalty) for given in systems]
    rng = np.random.default_rng(seed)
    means = {key: np.full((replicates, len(systems)), np.nan) for key in KEYS}
    drawn = (rng.exponential(size=rated.annotators) for _replicate in range(replicates))
    made = as_they_come(lambda weights: _means(rated.reweighted(weights), answers), drawn)
    for replicate, found in enumerate(made):
        for key, values in zip(KEYS, found, strict=True):
            means[key][replicate] = values
        scored()
    return means


def _means(gold: GoldTable[K], answers: Sequence[AnswerTable]) -> FloatArray:
    """Measures × systems, NaN where there is none. No sentence's score is kept."""
    # What the rule leaves without a positive weight divides by 0, and is left out.
    without = gold.highest <= 0
    means = np.full((len(MEASURES), len(answers)), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        for system, given in enumerate(answers):
            table = given.on(gold)
            for row, measure in enumerate(MEASURES):
                scores = np.where(without, np.nan, scores_of(measure, table))
                if n := np.count_nonzero(~np.isnan(scores)):
                    means[row, system] = np.nansum(scores) / n
    return means


def over_annotators(means: FloatArray, places: Sequence[int | None]) -> list[OverAnnotators]:
    """One a system; `places` are the ranks that all annotators together give."""
    above = means[:, np.newaxis, :] - means[:, :, np.newaxis] > SAME
    ranks = np.where(np.isnan(means), np.nan, 1 + above.sum(axis=2))
    following = dict(neighbours(places))
    return [
        _over(means, ranks[:, system], system, place, following.get(system))
        for system, place in enumerate(places)
    ]


def _over(
    means: FloatArray, ranks: FloatArray, system: int, place: int | None, after: int | None
) -> OverAnnotators:
    interval = mean_interval(means[:, system])
    if interval.low is None or place is None:
        return OverAnnotators()
    # Outwards, for a rank is a whole number.
    best = int(np.quantile(ranks, 0.025, method="lower"))
    worst = int(np.quantile(ranks, 0.975, method="higher"))
    above = None
    if after is not None and not np.isnan(means[:, after]).any():
        gaps = means[:, system] - means[:, after]
        above = float(((gaps > SAME) + (np.abs(gaps) <= SAME) / 2).mean())
    same = float((ranks == place).mean())
    return OverAnnotators(interval.low, interval.high, best, worst, same, above)


def _mean(counts: FloatArray, weights: FloatArray) -> FloatArray:
    # Shares first: what all chose then has a share of 1 and that option's very weight, and two
    # such substitutes stay equal. Divided last, they would differ in the last digit.
    # Column by column: summing along many rows of few takes longer than all the rest.
    total = sum(counts.T[1:], counts[:, 0])
    return np.asarray((counts / total[:, np.newaxis]) @ weights)


def _median(counts: FloatArray, weights: FloatArray) -> FloatArray:
    low, high = _middle(counts)
    return np.asarray((weights[low] + weights[high]) / 2)


def _majority(counts: FloatArray, weights: FloatArray) -> FloatArray:
    low, high = _middle(counts)
    return np.asarray(weights[(low + high) // 2])


def _plurality(counts: FloatArray, weights: FloatArray) -> FloatArray:
    most = counts.max(axis=1, keepdims=True)
    alone = (counts == most).sum(axis=1) == 1
    return np.where(alone, weights[counts.argmax(axis=1)], _majority(counts, weights))


def _middle(counts: FloatArray) -> tuple[IntArray, IntArray]:
    """The options at which half of the annotators' weight is reached, and passed."""
    reached = np.cumsum(counts, axis=1)
    half = reached[:, -1:] / 2
    return (reached < half).sum(axis=1), (reached <= half).sum(axis=1)


# As aggregate has them, of all candidates at once and with counts that are not whole.
_RULES: Mapping[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "mean": _mean,
    "median": _median,
    "majority": _majority,
    "plurality": _plurality,
    SEVERITY: _mean,
}
