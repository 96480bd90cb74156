"""One measure on both golds side by side: what the post hoc paper's Tables 2 and 3 show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from agreement.tables import Cell, Estimate, Table
from scoring.evaluation import Scored
from scoring.ranking import kendall_tau, rank_differences, ranks, rbo, tau_ap

# The two measures of the paper's tables.
TABLE_2, TABLE_3 = "semdis.best_norm", "semdis.oot_norm"

COLUMNS = (
    "system",
    "first",
    "rank_first",
    "second",
    "rank_second",
    "rank_difference",
    "n_first",
    "n_second",
    "p_next_first",
    "p_next_second",
    "judged@10",
    "pooled",
)


class Line(NamedTuple):
    """A system. `judged` is the share of its first ten answers that the second gold judges;
    `pooled` is False for a system added after the pool was closed."""

    id: int
    system: str
    pooled: bool
    first: Scored
    second: Scored
    judged: float | None
    rank_difference: int | None = None


class TwoRankings(NamedTuple):
    """Lines by their rank on the second gold. The three numbers are over the systems that have
    a rank on both; `tau_ap` takes the first gold's ranking as its reference."""

    measure: str
    lines: tuple[Line, ...]
    n: int
    kendall_tau: float | None
    tau_ap: float | None
    rbo: float | None


def two_rankings(measure: str, lines: Sequence[Line]) -> TwoRankings:
    differences = rank_differences(
        first_gold=[line.first.rank for line in lines],
        second_gold=[line.second.rank for line in lines],
    )
    lines = [
        line._replace(rank_difference=difference)
        for line, difference in zip(lines, differences, strict=True)
    ]
    both = [line for line in lines if line.rank_difference is not None]
    # Ranked anew: a system that only one gold ranks would leave a gap.
    first = _ranks([line.first.value for line in both])
    second = _ranks([line.second.value for line in both])
    last = len(lines) + 1

    def place(line: Line) -> tuple[int, int, str]:
        return line.second.rank or last, line.first.rank or last, line.system

    return TwoRankings(
        measure=measure,
        lines=tuple(sorted(lines, key=place)),
        n=len(both),
        kendall_tau=kendall_tau(first, second),
        tau_ap=tau_ap(second, reference=first),
        rbo=rbo(first, second),
    )


def score_table(rankings: TwoRankings) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            line.system,
            _estimate(line.first),
            line.first.rank,
            _estimate(line.second),
            line.second.rank,
            line.rank_difference,
            line.first.n,
            line.second.n,
            line.first.p_next,
            line.second.p_next,
            line.judged,
            "yes" if line.pooled else "no",
        )
        for line in rankings.lines
    ]
    return Table(rankings.measure, COLUMNS, rows, estimates=("first", "second"))


def ranking_table(rankings: Iterable[TwoRankings]) -> Table:
    """How far the two golds rank alike, a measure a row."""
    return Table(
        "rankings",
        ("measure", "n", "kendall_tau", "tau_ap", "rbo"),
        [
            (found.measure, found.n, found.kendall_tau, found.tau_ap, found.rbo)
            for found in rankings
        ],
    )


def facts(rankings: Mapping[str, TwoRankings]) -> list[dict[str, object]]:
    """For JSON."""
    return [
        {
            **found._asdict(),
            "lines": [
                {
                    **line._asdict(),
                    "first": line.first._asdict(),
                    "second": line.second._asdict(),
                }
                for line in found.lines
            ],
        }
        for found in rankings.values()
    ]


def _ranks(values: Sequence[float | None]) -> list[int]:
    return [rank for rank in ranks(values) if rank is not None]


def _estimate(scored: Scored) -> Estimate:
    return Estimate(scored.value, scored.low, scored.high)
