"""How much scores and ranks hang on who happened to rate: a bootstrap over annotators.

Each replicate gives every annotator a weight drawn from the exponential distribution (Rubin's
Bayesian bootstrap, 1981) and makes the gold again with it. Drawing annotators with replacement
would leave candidates without a rating; this never does.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.scoring.bootstrap import mean_interval
from regild.scoring.evaluation import neighbours
from regild.scoring.matrices import PENALTY, GoldTable, K, answer_table, gold_table
from regild.scoring.measures import KEYS
from regild.scoring.ranking import SAME
from regild.scoring.sentence_scores import score_tables

REPLICATES = 200


class PlacedRating(NamedTuple, Generic[K]):
    """`option` is the place on the scale of what was chosen, 0 for the worst."""

    sentence: K
    substitute: str
    annotator: Hashable
    option: int


class RatedGold(Generic[K]):
    """A second gold that can be made again as if its annotators weighed more or less.

    `gold` has every sentence that some weights of the annotators can give a positive weight;
    its own weights mean nothing. Ratings come as a stream, and are kept as three numbers each.
    """

    def __init__(
        self, ratings: Iterable[PlacedRating[K]], *, weights: Sequence[float], rule: str
    ) -> None:
        numbers: dict[tuple[K, str], int] = {}
        annotators: dict[Hashable, int] = {}
        highest: dict[K, dict[str, float]] = {}
        chosen, by = array("q"), array("q")
        for sentence, substitute, annotator, option in ratings:
            candidate = numbers.setdefault((sentence, substitute), len(numbers))
            chosen.append(candidate * len(weights) + option)
            by.append(annotators.setdefault(annotator, len(annotators)))
            known = highest.setdefault(sentence, {})
            known[substitute] = max(known.get(substitute, 0.0), weights[option])
        self.gold: GoldTable[K] = gold_table(highest)
        self.annotators = len(annotators)
        self._weights = np.array(weights, dtype=np.float64)
        self._rule = _RULES[rule]
        self._chosen = np.frombuffer(chosen, dtype=np.int64)
        self._by = np.frombuffer(by, dtype=np.int64)
        rows = {sentence: row for row, sentence in enumerate(self.gold.sentences)}
        width = self.gold.weights.shape[1]
        self._kept = np.array([sentence in rows for sentence, _text in numbers], dtype=bool)
        self._cells = np.array(
            [
                rows[sentence] * width + self.gold.places[rows[sentence]][text]
                for sentence, text in numbers
                if sentence in rows
            ],
            dtype=np.intp,
        )

    def reweighted(self, annotator_weights: FloatArray) -> GoldTable[K]:
        """The weights are positive, one an annotator in the order they came; equal ones give
        the gold that the rule gives. A sentence may have no positive weight left."""
        counts = np.bincount(
            self._chosen,
            annotator_weights[self._by],
            minlength=len(self._kept) * len(self._weights),
        ).reshape(-1, len(self._weights))
        made = np.zeros(self.gold.weights.shape)
        made.ravel()[self._cells] = self._rule(counts[self._kept], self._weights)
        return self.gold.reweighted(made)


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
    for replicate in range(replicates):
        gold = rated.reweighted(rng.exponential(size=rated.annotators))
        # What the rule leaves without a positive weight divides by 0, and is left out after.
        with np.errstate(divide="ignore", invalid="ignore"):
            found = score_tables(
                (table.on(gold) for table in answers),
                n_systems=len(answers),
                sentences=gold.sentences,
            )
        without = gold.highest <= 0
        for key, matrix in found.matrices.items():
            matrix[without] = np.nan
            values = [mean.value for mean in found.means(key)]
            means[key][replicate] = np.array(values, dtype=np.float64)
        scored()
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
    return np.asarray((counts / counts.sum(axis=1, keepdims=True)) @ weights)


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
}
