"""The first gold against the second: votes of annotators against mean ratings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from regild.agreement.declaration import Measurement
from regild.agreement.first_gold import GoldVotes
from regild.agreement.measures.two_golds import (
    GoldMeasure,
    ScoredVotes,
    WordFrequencies,
    of_known,
)
from regild.agreement.registry import family
from regild.arrays import FloatArray, IntArray, np
from regild.problems import N_

NO_FREQUENCY = N_("one of the two samples is empty")
ONE_FREQUENCY = N_("all frequencies are equal")


class FrequencyComparison(NamedTuple):
    u: float | None
    p: float | None
    n_first: int
    n_second: int
    reason: str | None = None
    median_first: float | None = None
    median_second: float | None = None


def gold_measures(
    *,
    votes: IntArray,
    scores: FloatArray,
    ratings: IntArray,
    words: WordFrequencies | None = None,
) -> dict[str, Measurement]:
    """Over every candidate; one that is absent from the first gold has 0 votes. `ratings`
    says how many stand behind each score.
    """
    candidates = ScoredVotes(votes, scores, ratings, words)
    return {measure.key: measure.formula(candidates) for measure in family(GoldMeasure)}


def log_frequencies(texts: Iterable[str], frequencies: Mapping[str, float]) -> FloatArray:
    """NaN for a word that the list lacks, or never saw in its corpus."""
    found = np.array([frequencies.get(text, 0.0) for text in texts], dtype=np.float64)
    return np.log(found, out=np.full(len(found), np.nan), where=found > 0)


def votes_and_logarithms(
    first_gold: Sequence[GoldVotes], frequencies: Mapping[str, float]
) -> tuple[FloatArray, FloatArray]:
    """Of every substitute of every sentence."""
    proposed = [pair for sentence in first_gold for pair in sentence.votes.items()]
    return (
        np.array([votes for _text, votes in proposed], dtype=np.float64),
        log_frequencies((text for text, _votes in proposed), frequencies),
    )


def frequency_of_votes(
    first_gold: Sequence[GoldVotes], frequencies: Mapping[str, float]
) -> Measurement:
    """What `spearman_frequency_first` is, for a first gold that nobody rated."""
    votes, logarithms = votes_and_logarithms(first_gold, frequencies)
    return of_known(votes, logarithms, votes)


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
    return FrequencyComparison(
        float(test.statistic),
        float(test.pvalue),
        *sizes,
        median_first=float(np.median(first)),
        median_second=float(np.median(second)),
    )
