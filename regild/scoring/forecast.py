"""Would more ratings still change the ranking?

More ratings of the same sentences change what annotators have to do with a score, and leave
the targets as they are. With f times the ratings the variance by annotators is 1 / f of
today's, the bias by their noise too; so a score then is today's, less (1 - 1/f) of its bias,
and strays from it by (1 - 1/f) of that variance: half of it by twice the ratings. Scores stray
together, as the replicates of `draw_both` do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from statistics import NormalDist
from typing import NamedTuple

from regild.arrays import FloatArray, np
from regild.scoring.both_samples import BothDrawn, variance_apart
from regild.scoring.ranking import kendall_tau, ranks
from regild.tolerance import SAME

# Pairs further apart are to be settled, in the measure's own unit, each but for so much doubt.
FURTHER_APART = 0.05
DOUBT = 0.005
# Times today's ratings: where the curve is drawn.
CURVE = (1.25, 1.5, 2.0, 3.0, 4.0)


class Expected(NamedTuple):
    """With `times` today's ratings: Kendall's tau between then and now, its mean over
    replicates. None where fewer than two systems have a score."""

    times: float
    ratings: int
    kendall_tau: float | None


class NeighboursKept(NamedTuple):
    """Systems ranked one after the other, and how likely twice the ratings keep their order; a
    tie counts one half."""

    first: int
    second: int
    difference: float
    keeps: float


class Forecast(NamedTuple):
    """`needed` are the ratings still to be made until every pair further apart than
    `further_apart` is settled but for `doubt`; 0 where all are, None where nobody knows how
    much annotators vary. `unsettled` are those pairs that are not."""

    curve: tuple[Expected, ...]
    neighbours: tuple[NeighboursKept, ...]
    needed: int | None
    unsettled: tuple[tuple[int, int], ...]
    further_apart: float
    doubt: float

    @property
    def twice(self) -> Expected:
        return next(one for one in self.curve if one.times == 2)


def forecast(
    drawn: BothDrawn,
    *,
    further_apart: float = FURTHER_APART,
    doubt: float = DOUBT,
    curve: Sequence[float] = CURVE,
) -> Forecast:
    """Of one measure's scores."""
    scored = [n for n, value in enumerate(drawn.values.tolist()) if value == value]
    values = drawn.values[scored]
    places = [place for place in ranks(values.tolist()) if place is not None]
    order = [scored[n] for n in sorted(range(len(scored)), key=places.__getitem__)]
    later = {times: then(drawn, times) for times in {*curve, 2.0}}
    expected = []
    for times in sorted(later):
        taus = [
            kendall_tau(places, [place for place in ranks(row) if place is not None])
            for row in later[times][:, scored].tolist()
        ]
        known = [tau for tau in taus if tau is not None]
        expected.append(
            Expected(
                times,
                round(times * drawn.ratings),
                sum(known) / len(known) if known else None,
            )
        )
    twice = later[2.0]
    neighbours = tuple(
        NeighboursKept(
            one, two, float(drawn.values[one] - drawn.values[two]), _kept(twice, one, two)
        )
        for one, two in pairwise(order)
    )
    needed, unsettled = _needed(drawn, scored, further_apart, doubt)
    return Forecast(tuple(expected), neighbours, needed, unsettled, further_apart, doubt)


def then(drawn: BothDrawn, times: float) -> FloatArray:
    """What scores would be with so many times the ratings, a replicate a row."""
    replicates = drawn.by_annotators
    if not len(replicates):
        return np.asarray(drawn.values[np.newaxis])
    gained = 1 - 1 / times
    strayed = replicates - replicates.mean(axis=0)
    return np.asarray(drawn.values - gained * drawn.bias + math.sqrt(gained) * strayed)


def _kept(later: FloatArray, one: int, two: int) -> float:
    gaps = later[:, one] - later[:, two]
    return float(((gaps > SAME) + (np.abs(gaps) <= SAME) / 2).mean())


def _needed(
    drawn: BothDrawn, scored: Sequence[int], further_apart: float, doubt: float
) -> tuple[int | None, tuple[tuple[int, int], ...]]:
    """A pair is settled when its order is wrong with no more than `doubt`, one-sided: when the
    difference is so many standard errors by annotators as the normal distribution asks."""
    if drawn.annotators < 2:
        return None, ()
    reach = NormalDist().inv_cdf(1 - doubt)
    centres = drawn.values - drawn.bias
    times, unsettled = 1.0, []
    for one, two in combinations(scored, 2):
        gap = abs(float(centres[one] - centres[two]))
        if gap <= further_apart + SAME:
            continue
        of_pair = reach**2 * variance_apart(drawn.of_annotators, one, two) / gap**2
        if of_pair > 1:
            unsettled.append((one, two))
            times = max(times, of_pair)
    return math.ceil((times - 1) * drawn.ratings), tuple(unsettled)
