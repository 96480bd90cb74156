"""When a ranking is settled, by a rule that holds however often somebody looks.

Leads look every day, and a 95 % interval that is looked at every day misses the truth sooner or
later. So differences have a confidence sequence in place of an interval: one that holds at all
looks together. Used is Robbins' normal mixture in its asymptotic form (Waudby-Smith, Arbour,
Sinha, Kennedy & Ramdas 2024): with n ratings and a standard error s,

    ± s · √(2 (nρ² + 1) / (nρ²) · log(√(nρ² + 1) / α))

An alpha-spending boundary would be a little narrower, and would ask to say beforehand when will
be looked and how many ratings there will be; people rate when they like.

A pair is settled when its sequence excludes a tie, or lies within the difference that matters.
All pairs share ε, so that a campaign stops wrongly, with a pair further apart than that in the
wrong order, with no more than ε however often and whenever it was looked at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from regild.scoring.both_samples import BothDrawn, variance_apart
from regild.scoring.forecast import DOUBT, FURTHER_APART
from regild.tolerance import SAME


class PairLooked(NamedTuple):
    """Of two systems' difference all that the sequence does not exclude, and whether that
    settles it."""

    first: int
    second: int
    low: float
    high: float
    settled: bool


class StopDecision(NamedTuple):
    """`stop` is True when every pair is settled, and never without annotators to vary."""

    stop: bool
    pairs: tuple[PairLooked, ...]
    further_apart: float
    doubt: float

    @property
    def unsettled(self) -> tuple[PairLooked, ...]:
        return tuple(pair for pair in self.pairs if not pair.settled)


def look(
    drawn: BothDrawn,
    *,
    planned: int,
    further_apart: float = FURTHER_APART,
    doubt: float = DOUBT,
    least: int = 0,
) -> StopDecision:
    """At the ratings there are by now. `planned` is for how many ratings the sequence is to be
    narrowest, and must be the same at all looks of a campaign; before `least` nothing is
    settled, for standard errors of few ratings are themselves a guess."""
    scored = [n for n, value in enumerate(drawn.values.tolist()) if value == value]
    pairs = [*combinations(scored, 2)]
    reach = boundary(drawn.ratings, planned=planned, level=doubt / max(1, len(pairs)))
    centres = drawn.values - drawn.bias
    within = further_apart + SAME
    early = drawn.annotators < 2 or drawn.ratings < least
    found = []
    for one, two in pairs:
        gap = float(centres[one] - centres[two])
        spread = math.sqrt(max(0.0, variance_apart(drawn.of_annotators, one, two)))
        low, high = gap - reach * spread, gap + reach * spread
        known = low > 0 or high < 0 or (-within <= low and high <= within)
        found.append(PairLooked(one, two, low, high, known and not early))
    stop = bool(found) and all(pair.settled for pair in found)
    return StopDecision(stop, tuple(found), further_apart, doubt)


def boundary(n: int, *, planned: int, level: float) -> float:
    """How many standard errors the sequence reaches with `n` ratings."""
    if n < 1:
        return math.inf
    seen = n * _rho_squared(planned, level)
    return math.sqrt(2 * (seen + 1) / seen * math.log(math.sqrt(seen + 1) / level))


def _rho_squared(planned: int, level: float) -> float:
    """ρ² by which the sequence is narrowest at the planned number, nearly: equation 9 there."""
    said = -2 * math.log(level)
    return (said + math.log(said + 1)) / max(1, planned)


def false_pairs(decision: StopDecision, truth: Sequence[float]) -> list[tuple[int, int]]:
    """Pairs further apart in truth that are settled the wrong way round; for simulations."""
    return [
        (pair.first, pair.second)
        for pair in decision.pairs
        if pair.settled
        and abs(gap := truth[pair.first] - truth[pair.second]) > decision.further_apart
        and (pair.high < 0 < gap or gap < 0 < pair.low or not (pair.low > 0 or pair.high < 0))
    ]
