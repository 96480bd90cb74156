"""Rankings of systems, and how far two of them agree.

Rank 1 is best and equal scores share the better rank. Two rankings are of the same systems in
the same order; fewer than two systems have no agreement, which is None.
"""

from __future__ import annotations

from collections.abc import Sequence

from regild.arrays import FloatArray, np
from regild.tolerance import SAME

PERSISTENCE = 0.9


def ranks(scores: Sequence[float | None], *, lower: bool = False) -> list[int | None]:
    """A system without a score has no rank. The highest is best, or the `lower`est."""
    sign = -1 if lower else 1
    defined = [score for score in scores if score is not None]
    return [
        None if score is None else 1 + sum(sign * (other - score) > SAME for other in defined)
        for score in scores
    ]


def rank_differences(
    *, first_gold: Sequence[int | None], second_gold: Sequence[int | None]
) -> list[int | None]:
    """Rank on the second gold minus rank on the first: negative for a system that rose."""
    return [
        None if first is None or second is None else second - first
        for first, second in zip(first_gold, second_gold, strict=True)
    ]


def kendall_tau(ranking: Sequence[int], other: Sequence[int]) -> float | None:
    """Tau-b, which corrects for ties; None when one ranking ties all systems."""
    one, two = _orders(ranking), _orders(other)
    spread = float((one**2).sum() * (two**2).sum())
    return float((one * two).sum()) / spread**0.5 if spread else None


def tau_ap(ranking: Sequence[int], *, reference: Sequence[int]) -> float | None:
    """Kendall's tau with more weight at the top (Yilmaz, Aslam & Robertson, SIGIR 2008).

    For each system of `ranking` but the first: the share of those above it that `reference`
    puts above it too; a pair tied there counts one half. Systems tied in `ranking` have the
    mean over all their orders (Urbano & Marrero, ICTIR 2017).
    """
    n = len(ranking)
    if n < 2:
        return None
    positions = np.array(ranking)
    # above_too[i, j]: how far the reference puts i above j.
    above_too = (1 + _orders(reference)) / 2
    total = 0.0
    for rank in sorted(set(ranking)):
        tied = positions == rank
        above = positions < rank
        n_above, n_tied = int(above.sum()), int(tied.sum())
        kept_above = float(above_too[np.ix_(above, tied)].sum()) / n_tied
        # The k-th of the tied ones has, on average, half of the k tied before it in order.
        for k in range(n_tied):
            if n_above + k:
                total += (kept_above + k / 2) / (n_above + k)
    return 2 * total / (n - 1) - 1


def rbo(
    ranking: Sequence[int], other: Sequence[int], *, persistence: float = PERSISTENCE
) -> float | None:
    """Rank-biased overlap, extrapolated (Webber, Moffat & Zobel 2010, equation 32).

    Tied systems enter together, at the better rank. Without ties it is that of the package
    `rbo`, which knows of none.
    """
    n = len(ranking)
    if n < 2:
        return None
    one, two = np.array(ranking), np.array(other)
    depths = np.arange(1, n + 1)
    in_one = one[:, np.newaxis] <= depths
    in_two = two[:, np.newaxis] <= depths
    agreement = 2 * (in_one & in_two).sum(axis=0) / (in_one.sum(axis=0) + in_two.sum(axis=0))
    weights = persistence**depths
    summed = (1 - persistence) / persistence * float(agreement @ weights)
    return summed + float(agreement[-1] * weights[-1])


def pairwise_accuracy(ranking: Sequence[int], other: Sequence[int]) -> float | None:
    """The share of pairs that both have in the same order, or both tied: a pair tied in one
    alone is not the same (Deutsch, Foster & Freitag 2023)."""
    n = len(ranking)
    if n < 2:
        return None
    same = _orders(ranking) == _orders(other)
    return float((same.sum() - n) / (n * (n - 1)))


def _orders(ranking: Sequence[int]) -> FloatArray:
    """1 where the row's system is above the column's, -1 where it is below, 0 when tied."""
    positions = np.array(ranking, dtype=np.float64)
    return np.asarray(np.sign(positions[np.newaxis, :] - positions[:, np.newaxis]))
