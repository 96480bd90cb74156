"""The first gold against the second: votes against mean ratings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from regild.agreement.declaration import AgreementMeasure, Measurement
from regild.arrays import FloatArray, IntArray, np
from regild.problems import N_

TOO_FEW = "fewer than two candidates"
CONSTANT = "all votes or all scores are equal"


class ScoredVotes(NamedTuple):
    """A row for each candidate; one that is absent from the first gold has 0 votes."""

    votes: IntArray
    scores: FloatArray
    ratings: IntArray  # how many stand behind the score

    def in_first_gold(self) -> "ScoredVotes":
        rows = self.votes > 0
        return ScoredVotes(self.votes[rows], self.scores[rows], self.ratings[rows])


@dataclass(frozen=True, kw_only=True)
class GoldMeasure(AgreementMeasure):
    formula: Callable[[ScoredVotes], Measurement]


def spearman(candidates: ScoredVotes) -> Measurement:
    """Spearman's rho with mid-ranks."""
    votes, scores, ratings = candidates
    n, n_ratings = len(votes), int(ratings.sum())
    if n < 2:
        return Measurement(None, n, n_ratings, reason=TOO_FEW)
    if np.ptp(votes) == 0 or np.ptp(scores) == 0:
        return Measurement(None, n, n_ratings, reason=CONSTANT)
    # Here, not above: it takes half a second to load, and no other measure needs it.
    from scipy import stats  # type: ignore[import-untyped]

    return Measurement(float(stats.spearmanr(votes, scores).statistic), n, n_ratings)


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
        definition=N_("The same over the candidates of the first gold."),
        formula=lambda candidates: spearman(candidates.in_first_gold()),
    ),
)
