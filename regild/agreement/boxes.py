"""Figure 1: the scores of the second gold for each number of votes in the first."""

from typing import NamedTuple

from regild.arrays import Array, FloatArray, IntArray, np

# How far a whisker reaches from its box, in heights of the box (Tukey 1977).
REACH = 1.5
# A mean of ratings that lies on the fence is no outlier for the last bit of a float.
_BIT = 1e-9


class Box(NamedTuple):
    """Second-gold scores of the candidates with so many votes. `outliers` has each score
    beyond the whiskers once, with how many candidates have it."""

    votes: int
    n: int
    minimum: float
    lower_whisker: float
    lower_quartile: float
    median: float
    upper_quartile: float
    upper_whisker: float
    maximum: float
    n_outliers: int
    outliers: list[tuple[float, int]]


class Boxes(NamedTuple):
    boxes: list[Box]
    is_outlier: Array  # of each candidate


def scores_by_votes(*, votes: IntArray, scores: FloatArray) -> Boxes:
    """Quartiles interpolate linearly between neighbouring scores. A whisker ends at the
    furthest score within 1.5 times the distance of the quartiles, or at its quartile where
    every score beyond that is an outlier."""
    is_outlier = np.zeros(len(scores), dtype=bool)
    boxes = []
    for count in np.unique(votes).tolist():
        members = np.flatnonzero(votes == count)
        found, outside = _box(count, scores[members])
        boxes.append(found)
        is_outlier[members] = outside
    return Boxes(boxes, is_outlier)


def _box(votes: int, scores: FloatArray) -> tuple[Box, Array]:
    lowest, lower, median, upper, highest = np.percentile(scores, (0, 25, 50, 75, 100)).tolist()
    reach = REACH * (upper - lower) + _BIT
    outside = (scores < lower - reach) | (scores > upper + reach)
    inside = scores[~outside]
    beyond, counts = np.unique(scores[outside], return_counts=True)
    box = Box(
        votes=votes,
        n=len(scores),
        minimum=lowest,
        lower_whisker=min(lower, float(inside.min())),
        lower_quartile=lower,
        median=median,
        upper_quartile=upper,
        upper_whisker=max(upper, float(inside.max())),
        maximum=highest,
        n_outliers=int(outside.sum()),
        outliers=[*zip(beyond.tolist(), counts.tolist(), strict=True)],
    )
    return box, outside
