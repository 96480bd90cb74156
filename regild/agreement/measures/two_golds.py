"""The first gold against the second: votes against mean ratings, and both against frequency."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from regild.agreement.declaration import AgreementMeasure, Measurement
from regild.agreement.rank_correlation import rank_correlation
from regild.arrays import Array, BoolArray, FloatArray, IntArray, np
from regild.problems import N_

NO_WORD_LIST = N_("there is no word list")


class WordFrequencies(NamedTuple):
    """Logarithms of frequencies, NaN where the list lacks the word."""

    of_candidates: FloatArray
    in_second: BoolArray  # candidates above the lowest score: substitutes of the second gold
    first_votes: FloatArray  # of every substitute of the first gold, rated or not
    of_first: FloatArray


class ScoredVotes(NamedTuple):
    """A row for each candidate; one that is absent from the first gold has 0 votes."""

    votes: IntArray
    scores: FloatArray
    ratings: IntArray  # how many stand behind the score
    words: WordFrequencies | None = None

    def in_first_gold(self) -> "ScoredVotes":
        rows = self.votes > 0
        return ScoredVotes(self.votes[rows], self.scores[rows], self.ratings[rows])


@dataclass(frozen=True, kw_only=True)
class GoldMeasure(AgreementMeasure):
    formula: Callable[[ScoredVotes], Measurement]


def spearman(candidates: ScoredVotes) -> Measurement:
    """Spearman's rho with mid-ranks."""
    return rank_correlation(
        candidates.votes, candidates.scores, n_ratings=int(candidates.ratings.sum())
    )


def votes_and_frequency(candidates: ScoredVotes) -> Measurement:
    words = candidates.words
    if words is None:
        return Measurement(None, 0, 0, reason=NO_WORD_LIST)
    return of_known(words.first_votes, words.of_first, words.first_votes)


def scores_and_frequency(candidates: ScoredVotes) -> Measurement:
    words = candidates.words
    if words is None:
        return Measurement(None, 0, 0, reason=NO_WORD_LIST)
    rows = words.in_second
    return of_known(
        candidates.scores[rows], words.of_candidates[rows], candidates.ratings[rows]
    )


def all_scores_and_frequency(candidates: ScoredVotes) -> Measurement:
    words = candidates.words
    if words is None:
        return Measurement(None, 0, 0, reason=NO_WORD_LIST)
    return of_known(candidates.scores, words.of_candidates, candidates.ratings)


def of_known(values: FloatArray, logarithms: FloatArray, ratings: Array) -> Measurement:
    """Over the words that the list has; `ratings` are the responses behind each."""
    known = ~np.isnan(logarithms)
    return rank_correlation(
        values[known], logarithms[known], n_ratings=int(ratings[known].sum())
    )


MEASURES = (
    GoldMeasure(
        key="spearman_all",
        title=N_("First and second gold, all candidates"),
        definition=N_(
            "Spearman's rank correlation of votes and mean ratings; a candidate that is not"
            " in the first gold has 0 votes. Candidates with too few ratings are left out."
        ),
        formula=spearman,
    ),
    GoldMeasure(
        key="spearman_gold",
        title=N_("First and second gold, first-gold candidates"),
        definition=N_(
            "Rank correlation of votes and mean ratings over the candidates of the first gold"
            " alone."
        ),
        formula=lambda candidates: spearman(candidates.in_first_gold()),
    ),
    GoldMeasure(
        key="spearman_frequency_first",
        title=N_("First gold and word frequency"),
        definition=N_(
            "Spearman's rank correlation of votes and the logarithm of a word's frequency, over"
            " the substitutes of the first gold that the word list has."
        ),
        formula=votes_and_frequency,
    ),
    GoldMeasure(
        key="spearman_frequency_second",
        title=N_("Second gold and word frequency"),
        definition=N_(
            "Spearman's rank correlation of mean ratings and the logarithm of a word's"
            " frequency, over the candidates that score above the lowest value."
        ),
        formula=scores_and_frequency,
    ),
    GoldMeasure(
        key="spearman_frequency_rated",
        title=N_("All mean ratings and word frequency"),
        definition=N_(
            "Spearman's rank correlation of mean ratings and the logarithm of a word's"
            " frequency, over all candidates."
        ),
        formula=all_scores_and_frequency,
    ),
)
