"""Trials of what annotators are told: who is drawn, and what it changed.

The unit is a person, and people are compared as they were drawn, whether they ever saw what
they were to be shown (intention to treat): who would not have come to see it stays where the
draw put them, or the two sides would differ by more than what is tried.
"""

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

LEVEL = 0.95


class Encouragement(StrEnum):
    """What a campaign may tell its annotators to make them finish and come back."""

    FIRST_WORD = "first_word"
    GOAL = "goal"
    AGREEMENT_TOLD = "agreement_told"
    DIVIDED_WORD = "divided_word"
    CAMPAIGN_PROGRESS = "campaign_progress"
    HALFWAY = "halfway"


def is_shown(*, annotator: int, seed: int) -> bool:
    """The draw: for half of all annotators, and with another seed for another half."""
    return sha256(f"{seed}:{annotator}".encode()).digest()[0] % 2 == 0


class Side(NamedTuple):
    """`mean` is None where `n`, the people counted, is 0."""

    n: int
    mean: float | None


class DifferenceInMeans(NamedTuple):
    """How much more those who were to be shown it have, and its 95 % interval.

    No value where a side has nobody; no interval where one has fewer than two, or nobody
    differs from anybody on either side.
    """

    shown: Side
    hidden: Side
    value: float | None
    low: float | None
    high: float | None


def difference_in_means(shown: Sequence[float], hidden: Sequence[float]) -> DifferenceInMeans:
    """Welch's interval: sides of unequal size and spread. How often it covers what is true,
    for ratings a person, which are skewed, `python -m bench.trials` holds."""
    sides = Side(len(shown), _mean(shown)), Side(len(hidden), _mean(hidden))
    if not shown or not hidden:
        return DifferenceInMeans(*sides, None, None, None)
    value = fmean(shown) - fmean(hidden)
    if min(len(shown), len(hidden)) < 2:
        return DifferenceInMeans(*sides, value, None, None)
    parts = variance(shown) / len(shown), variance(hidden) / len(hidden)
    if not sum(parts):
        return DifferenceInMeans(*sides, value, None, None)
    freedom = sum(parts) ** 2 / (
        parts[0] ** 2 / (len(shown) - 1) + parts[1] ** 2 / (len(hidden) - 1)
    )
    reach = _quantile((1 + LEVEL) / 2, freedom) * sqrt(sum(parts))
    return DifferenceInMeans(*sides, value, value - reach, value + reach)


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _quantile(share: float, freedom: float) -> float:
    # Here, not above: scipy is heavy, and most who import this want the names alone.
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, share))
