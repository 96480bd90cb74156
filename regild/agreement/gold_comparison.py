"""The first gold against the second: votes of annotators against mean ratings."""

from typing import NamedTuple

from regild.agreement.declaration import Measurement
from regild.agreement.measures.two_golds import GoldMeasure, ScoredVotes
from regild.agreement.registry import family
from regild.arrays import FloatArray, IntArray, np

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


def gold_measures(
    *, votes: IntArray, scores: FloatArray, ratings: IntArray
) -> dict[str, Measurement]:
    """Over every candidate; one that is absent from the first gold has 0 votes. `ratings`
    says how many stand behind each score.
    """
    candidates = ScoredVotes(votes, scores, ratings)
    return {measure.key: measure.formula(candidates) for measure in family(GoldMeasure)}


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
