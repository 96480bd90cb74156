"""Which candidates to rate again: where one more rating tells most about the systems.

A rating more of a candidate that has n takes 1 / n - 1 / (n + 1) off the variance of its mean.
What that is worth is the square of how far the candidate's weight moves systems apart, times
the variance of ratings in its stratum: candidates of the same origin, rank and votes of the
first gold. So the greatest gain is taken first, as Neyman (1934) allocates a sample to strata.

Never by the ratings that the candidate itself got: a candidate that annotators happened to
disagree on would get more, one that they happened to agree on wrongly would not, and the gold
would lean towards whoever came first. A stratum's variance is of all its candidates together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from regild.arrays import FloatArray, np
from regild.scoring.matrices import K
from regild.tolerance import SAME

S = TypeVar("S", bound=Hashable)

MOST_RATINGS = 7
# A stratum with fewer than so many degrees of freedom leans on all of them together.
LEAST_FREEDOM = 10


class Ratable(NamedTuple, Generic[S]):
    """A candidate: its stratum, how far it moves systems apart, and how many ratings it has."""

    stratum: S
    effect: float
    ratings: int


class Chosen(NamedTuple):
    """`extra` has how many ratings more each candidate gets, in the order given; `saved` is
    the share by which the variance of systems' differences falls."""

    extra: tuple[int, ...]
    before: float
    after: float

    @property
    def saved(self) -> float | None:
        return 1 - self.after / self.before if self.before else None


class AllocatedAlike(NamedTuple):
    """What as many ratings for all candidates alike would do: the variance they leave, and how
    many `needed` for as little as a round leaves; None where the most of each are too few."""

    after: float
    needed: float | None


def stratum_variances(
    ratings: Iterable[tuple[S, Sequence[float]]],
) -> dict[S, float]:
    """Of each stratum's candidates with the weights that their raters gave: the variance within
    candidates, pooled. Where a stratum has few ratings beyond one a candidate, it is drawn
    towards that of all by as much as `LEAST_FREEDOM` degrees of freedom weigh."""
    squares: defaultdict[S, float] = defaultdict(float)
    freedom: defaultdict[S, int] = defaultdict(int)
    for stratum, weights in ratings:
        mean = sum(weights) / len(weights) if weights else 0.0
        squares[stratum] += sum((weight - mean) ** 2 for weight in weights)
        freedom[stratum] += max(0, len(weights) - 1)
    total = sum(freedom.values())
    of_all = sum(squares.values()) / total if total else 1.0
    return {
        stratum: (squares[stratum] + LEAST_FREEDOM * of_all)
        / (freedom[stratum] + LEAST_FREEDOM)
        for stratum in squares
    }


def effects(
    systems: Sequence[Mapping[K, Sequence[str]]],
    candidates: Iterable[tuple[K, str]],
    *,
    depth: int,
) -> FloatArray:
    """How far each candidate's weight moves systems apart: the standard deviation over systems
    of the share of it in their scores, by their first `depth` answers. 1 is that of a measure
    of the first answer, 10 that of one of ten. What all systems answer moves none."""
    counted: defaultdict[tuple[K, str], int] = defaultdict(int)
    for answers in systems:
        for sentence, given in answers.items():
            for text in given[:depth]:
                counted[sentence, text] += 1
    n = max(1, len(systems))
    return spread(np.array([counted[key] / n for key in candidates], dtype=np.float64))


def spread(shares: FloatArray) -> FloatArray:
    """The same of candidates by the share of the systems that answer each."""
    return np.asarray(np.sqrt(shares * (1 - shares)))


def choose_round(
    candidates: Sequence[Ratable[S]],
    variances: Mapping[S, float],
    *,
    ratings: int,
    most: int = MOST_RATINGS,
) -> Chosen:
    """Where so many `ratings` more go, none to a candidate beyond `most`; fewer where there is
    no room for them, or no candidate left that moves systems apart. Of equal gains the
    candidate given first comes first: the same candidates give the same round."""
    worth = np.array([one.effect**2 * variances[one.stratum] for one in candidates])
    has = np.array([max(1, one.ratings) for one in candidates], dtype=np.int64)
    steps = max(0, int(most - has.min(initial=most)))
    # A column a further rating; gains fall from each to the next, so the best of all are never
    # a second one without the first.
    now = has[:, np.newaxis] + np.arange(steps)
    gains = np.where(now < most, worth[:, np.newaxis] / (now * (now + 1.0)), 0.0)
    best = np.argsort(-gains.ravel(), kind="stable")[: max(0, ratings)]
    best = best[gains.ravel()[best] > 0]
    extra = np.bincount(best // max(1, steps), minlength=len(candidates))
    return Chosen(
        tuple(extra.tolist()),
        float((worth / has).sum()),
        float((worth / (has + extra)).sum()),
    )


def allocate_alike(
    candidates: Sequence[Ratable[S]],
    variances: Mapping[S, float],
    *,
    ratings: int,
    reach: float,
    most: int = MOST_RATINGS,
) -> AllocatedAlike:
    """So many `ratings` more beside a round that leaves the variance `reach`: to those with the
    fewest first, and where they are too few for one each, to any of them, by expectation."""
    worth = np.array([one.effect**2 * variances[one.stratum] for one in candidates])
    has = np.array([max(1, one.ratings) for one in candidates], dtype=np.int64)
    given, left = [0.0], [float((worth / has).sum())]
    for n in range(int(has.min(initial=most)), most):
        with_n = has <= n
        given.append(given[-1] + float(np.count_nonzero(with_n)))
        left.append(left[-1] - float(worth[with_n].sum()) / (n * (n + 1)))
    # Of all that can be given no rest is below the last; rounding must not make it so.
    enough = reach >= left[-1] - SAME * left[0]
    needed = float(np.interp(-reach, -np.array(left), given)) if enough else None
    return AllocatedAlike(float(np.interp(ratings, given, left)), needed)
