"""Tables whose columns are the origins of candidates: verdicts, and bands of scores."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

from regild.agreement.patterns import Patterns
from regild.agreement.scale import Scale
from regild.agreement.undefined import defined
from regild.arrays import FloatArray, IntArray, np
from regild.tolerance import SAME


class OriginTable(NamedTuple):
    counts: list[list[int]]
    shares: list[list[float | None]]  # of the column; None where the origin has nothing


VerdictRule = Literal["median", "plurality"]
VERDICT_RULES: tuple[VerdictRule, ...] = ("median", "plurality")

# SemEval-2007's Table 8: who proposed a candidate, whoever else did. A candidate of both is in
# both.
OVERLAPPING: Mapping[str, tuple[str, str]] = {
    "sys": ("systems", "both"),
    "origA": ("gold", "both"),
}


def verdict_rule(name: str) -> VerdictRule:
    """Raises ValueError for another name."""
    return VERDICT_RULES[VERDICT_RULES.index(cast(VerdictRule, name))]


def verdicts(patterns: Patterns, rule: VerdictRule = "median") -> IntArray:
    """Each pattern's verdict as an index on the scale, −1 where a candidate has fewer than two
    ratings.

    The floor of the median: for three annotators this is the rule of the SemEval 2007 paper
    (one good, one reasonable, one bad: reasonable). Or the value that more annotators gave than
    any other, the floor of the median where several share that.
    """
    median = _floor_of_median(patterns)
    if rule == "median":
        return median
    most = patterns.counts.max(axis=1, keepdims=True)
    alone = (patterns.counts == most).sum(axis=1) == 1
    return np.where((median >= 0) & alone, patterns.counts.argmax(axis=1), median)


def _floor_of_median(patterns: Patterns) -> IntArray:
    n = patterns.counts.sum(axis=1)
    below = np.cumsum(patterns.counts, axis=1)
    lower = (below <= ((n - 1) // 2)[:, np.newaxis]).sum(axis=1)
    upper = (below <= (n // 2)[:, np.newaxis]).sum(axis=1)
    return np.where(n >= 2, (lower + upper) // 2, -1)


def verdicts_by_origin(
    patterns: Patterns, *, members: Any, rule: VerdictRule = "median"
) -> OriginTable:
    """Verdict × origin; `members` comes from `group_patterns`, grouped by origin."""
    values = np.arange(patterns.counts.shape[1])
    is_verdict = (verdicts(patterns, rule)[:, np.newaxis] == values).astype(np.float64)
    return _table((members @ is_verdict).T)


def overlapping(counts: Sequence[Sequence[int]], origins: Sequence[str]) -> OriginTable:
    """The same rows with a column for each of OVERLAPPING."""
    places = [[origins.index(name) for name in names] for names in OVERLAPPING.values()]
    return _table(
        np.array([[sum(row[place] for place in column) for column in places] for row in counts])
    )


class Differing(NamedTuple):
    """How often each value was given, and the verdict by either rule, as places on the
    scale."""

    counts: list[int]
    median: int
    plurality: int
    n: int  # candidates


def differing(patterns: Patterns) -> list[Differing]:
    """Where the rules give different verdicts, the most frequent pattern first."""
    median, plurality = (verdicts(patterns, rule) for rule in VERDICT_RULES)
    found = [
        Differing(
            patterns.counts[place].astype(int).tolist(),
            int(median[place]),
            int(plurality[place]),
            int(patterns.candidates[place]),
        )
        for place in np.flatnonzero(median != plurality).tolist()
    ]
    return sorted(found, key=lambda one: (-one.n, one.counts))


def score_bands(
    *, scores: FloatArray, origin: IntArray, n_origins: int, scale: Scale
) -> OriginTable:
    """Table 1: bands of the second gold's scores × origin.

    A band starts at each value of the scale and ends before the next one; the last holds
    the highest value alone.
    """
    band = np.searchsorted(scale.numbers - SAME, scores, side="right") - 1
    counts = np.zeros((len(scale.values), n_origins), dtype=np.int64)
    np.add.at(counts, (band, origin), 1)
    return _table(counts)


def _table(counts: Any) -> OriginTable:
    totals = counts.sum(axis=0)
    shares = np.where(totals > 0, counts / np.maximum(totals, 1), np.nan)
    return OriginTable(counts.astype(int).tolist(), [defined(row) for row in shares])
