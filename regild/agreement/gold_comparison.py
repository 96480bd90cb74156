"""The first gold against the second: votes of annotators against mean ratings."""

from typing import NamedTuple

import numpy as np

from regild.agreement.measures import Measure
from regild.agreement.patterns import IntArray
from regild.agreement.undefined import FloatArray

TOO_FEW = "fewer than two candidates"
CONSTANT = "all votes or all scores are equal"
NO_FREQUENCY = "one of the two samples is empty"
ONE_FREQUENCY = "all frequencies are equal"


class FiveNumbers(NamedTuple):
    """A box of Figure 1: second-gold scores of the candidates with so many votes."""

    votes: int
    n: int
    minimum: float
    lower_quartile: float
    median: float
    upper_quartile: float
    maximum: float


class FrequencyComparison(NamedTuple):
    u: float | None
    p: float | None
    n_first: int
    n_second: int
    reason: str | None = None


def spearman(*, votes: IntArray, scores: FloatArray, ratings: IntArray) -> dict[str, Measure]:
    """Spearman's rho with mid-ranks, over every candidate (a candidate absent from the
    first gold has 0 votes) and over first-gold candidates. `ratings` says how many stand
    behind each score.
    """
    in_gold = votes > 0
    return {
        "spearman_all": _rho(votes, scores, ratings),
        "spearman_gold": _rho(votes[in_gold], scores[in_gold], ratings[in_gold]),
    }


def scores_by_votes(*, votes: IntArray, scores: FloatArray) -> list[FiveNumbers]:
    """Quartiles interpolate linearly between neighbouring scores."""
    return [
        FiveNumbers(int(count), len(box), *np.percentile(box, (0, 25, 50, 75, 100)).tolist())
        for count in np.unique(votes)
        for box in [scores[votes == count]]
    ]


def compare_frequencies(*, first: FloatArray, second: FloatArray) -> FrequencyComparison:
    """Mann–Whitney U of two independent samples, two-sided, corrected for ties and
    continuity. U counts the pairs in which the first sample's word is the more frequent.
    """
    sizes = len(first), len(second)
    if not all(sizes):
        return FrequencyComparison(None, None, *sizes, NO_FREQUENCY)
    if np.ptp(np.concatenate((first, second))) == 0:
        return FrequencyComparison(None, None, *sizes, ONE_FREQUENCY)
    # Here, not above: it takes half a second to load, and no other measure needs it.
    from scipy import stats  # type: ignore[import-untyped]

    test = stats.mannwhitneyu(
        first, second, use_continuity=True, alternative="two-sided", method="asymptotic"
    )
    return FrequencyComparison(float(test.statistic), float(test.pvalue), *sizes)


def _rho(votes: IntArray, scores: FloatArray, ratings: IntArray) -> Measure:
    n, n_ratings = len(votes), int(ratings.sum())
    if n < 2:
        return Measure(None, n, n_ratings, reason=TOO_FEW)
    if np.ptp(votes) == 0 or np.ptp(scores) == 0:
        return Measure(None, n, n_ratings, reason=CONSTANT)
    from scipy import stats

    return Measure(float(stats.spearmanr(votes, scores).statistic), n, n_ratings)
