"""The second gold in a few numbers: its scores, its ratings, what all agreed on."""

from typing import NamedTuple

from regild.arrays import Array, FloatArray, IntArray, np


class Summary(NamedTuple):
    """None where there is nothing to count over. Whether all agreed is asked of candidates
    with two ratings or more, `n_twice`."""

    n: int
    mean_score: float | None
    median_score: float | None
    mean_ratings: float | None
    min_ratings: int | None
    max_ratings: int | None
    n_twice: int
    n_unanimous: int
    n_unanimous_lowest: int
    n_positive: int
    n_sentences: int
    min_positive: int | None
    median_positive: float | None
    max_positive: int | None


class RejectedOf(NamedTuple):
    """Of `n` first-gold candidates with so many votes, those of the lowest score."""

    votes: int
    rejected: int
    n: int


def summarised(
    *, counts: IntArray, scores: FloatArray, rejected: Array, sentence: IntArray
) -> Summary:
    """`counts` are candidates × values of the scale; a candidate is positive unless all gave
    it the lowest value. A sentence counts where a candidate of it does."""
    n = counts.sum(axis=1)
    twice = n >= 2
    unanimous = twice & (counts.max(axis=1, initial=0) == n)
    sentences, place = np.unique(sentence, return_inverse=True)
    positive = np.bincount(place, weights=~rejected, minlength=len(sentences))
    some = len(scores) > 0
    return Summary(
        n=len(scores),
        mean_score=float(scores.mean()) if some else None,
        median_score=float(np.median(scores)) if some else None,
        mean_ratings=float(n.mean()) if some else None,
        min_ratings=int(n.min()) if some else None,
        max_ratings=int(n.max()) if some else None,
        n_twice=int(twice.sum()),
        n_unanimous=int(unanimous.sum()),
        n_unanimous_lowest=int((unanimous & rejected).sum()),
        n_positive=int((~rejected).sum()),
        n_sentences=len(sentences),
        min_positive=int(positive.min()) if some else None,
        median_positive=float(np.median(positive)) if some else None,
        max_positive=int(positive.max()) if some else None,
    )


def rejected_by_votes(*, votes: IntArray, rejected: Array) -> list[RejectedOf]:
    """Candidates without a vote are not of the first gold."""
    return [
        RejectedOf(count, int((rejected & (votes == count)).sum()), int((votes == count).sum()))
        for count in np.unique(votes[votes > 0]).tolist()
    ]
