"""Tables whose columns are the origins of candidates: verdicts, and bands of scores."""

from typing import Any, NamedTuple

from regild.agreement.patterns import Patterns
from regild.agreement.scale import Scale
from regild.agreement.undefined import defined
from regild.arrays import FloatArray, IntArray, np


class OriginTable(NamedTuple):
    counts: list[list[int]]
    shares: list[list[float | None]]  # of the column; None where the origin has nothing


def verdicts(patterns: Patterns) -> IntArray:
    """Each pattern's verdict as an index on the scale: the floor of the median.

    −1 where a candidate has fewer than two ratings. For three annotators this is the rule
    of the SemEval 2007 paper (one good, one reasonable, one bad: reasonable).
    """
    n = patterns.counts.sum(axis=1)
    below = np.cumsum(patterns.counts, axis=1)
    lower = (below <= ((n - 1) // 2)[:, np.newaxis]).sum(axis=1)
    upper = (below <= (n // 2)[:, np.newaxis]).sum(axis=1)
    return np.where(n >= 2, (lower + upper) // 2, -1)


def verdicts_by_origin(patterns: Patterns, *, members: Any) -> OriginTable:
    """Verdict × origin; `members` comes from `group_patterns`, grouped by origin."""
    values = np.arange(patterns.counts.shape[1])
    is_verdict = (verdicts(patterns)[:, np.newaxis] == values).astype(np.float64)
    return _table((members @ is_verdict).T)


def score_bands(
    *, scores: FloatArray, origin: IntArray, n_origins: int, scale: Scale
) -> OriginTable:
    """Table 1: bands of the second gold's scores × origin.

    A band starts at each value of the scale and ends before the next one; the last holds
    the highest value alone.
    """
    band = np.searchsorted(scale.numbers, scores, side="right") - 1
    counts = np.zeros((len(scale.values), n_origins), dtype=np.int64)
    np.add.at(counts, (band, origin), 1)
    return _table(counts)


def _table(counts: Any) -> OriginTable:
    totals = counts.sum(axis=0)
    shares = np.where(totals > 0, counts / np.maximum(totals, 1), np.nan)
    return OriginTable(counts.astype(int).tolist(), [defined(row) for row in shares])
