"""One measure on both golds side by side: what the post hoc paper's Tables 2 and 3 show."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from regild.problems import N_
from regild.scoring.annotators import OverAnnotators
from regild.scoring.evaluation import OverSentences, Scored
from regild.scoring.measures import JUDGED
from regild.scoring.ranking import kendall_tau, rank_differences, ranks, rbo, tau_ap
from regild.scoring.tie_groups import GivenBoth, PairOfSystems
from regild.tables.printing import Cell, Estimate, Table, shown

COLUMNS = (
    "system",
    "first",
    "rank_first",
    "second",
    "annotators_low",
    "annotators_high",
    "rank_second",
    "rank_difference",
    "n_first",
    "n_second",
    "p_next_first",
    "p_next_second",
    JUDGED,
    "pooled",
)
OVER_ANNOTATORS = (
    "system",
    "over_annotators",
    "rank_second",
    "best_rank",
    "worst_rank",
    "same_rank",
    "above_next",
)
OVER_SENTENCES = (
    "system",
    "targets_first",
    "first",
    "first_over_sentences",
    "p_next_first",
    "p_next_first_over_sentences",
    "targets_second",
    "second",
    "second_over_sentences",
    "p_next_second",
    "p_next_second_over_sentences",
)
TIES = (
    "system",
    "rank_second",
    "letters",
    "second",
    "adjusted",
    "difference",
    "p",
    "p_holm",
)
PAIRS = ("first", "second", "difference", "p", "p_holm")
PARTS = (
    "part",
    "system",
    "first",
    "rank_first",
    "n_first",
    "second",
    "rank_second",
    "n_second",
    "rank_difference",
)


HIDDEN_SINCE = N_("a system was hidden since: score again")


class Line(NamedTuple):
    """A system. `judged` is the share of its first ten answers that the second gold judges;
    `over_annotators` is of the second gold too; `pooled` is False for a system added after the
    pool was closed. Where targets are the unit, each gold's score has beside it what sentences
    would say. `given_both` has the tie groups of the second gold."""

    id: int
    system: str
    pooled: bool
    first: Scored
    second: Scored
    judged: float | None
    over_annotators: OverAnnotators = OverAnnotators()
    rank_difference: int | None = None
    first_over_sentences: OverSentences = OverSentences()
    second_over_sentences: OverSentences = OverSentences()
    given_both: GivenBoth = GivenBoth()


class TwoRankings(NamedTuple):
    """Lines by their rank on the second gold. The three numbers are over the systems that have
    a rank on both; `tau_ap` takes the first gold's ranking as its reference."""

    measure: str
    lines: tuple[Line, ...]
    n: int
    kendall_tau: float | None
    tau_ap: float | None
    rbo: float | None


def without(
    lines: Sequence[Line], left_out: Container[int], *, lower: bool = False
) -> list[Line]:
    """The others, ranked anew. What was measured among all of them – p of the one ranked next,
    corrected for all pairs, how ranks would change, and tie groups – is unknown until they are
    scored without it; a system's own score and its intervals stay what they are."""
    rest = [line for line in lines if line.id not in left_out]
    if len(rest) == len(lines):
        return rest
    firsts = ranks([ranked(line.first) for line in rest], lower=lower)
    seconds = ranks([ranked(line.second) for line in rest], lower=lower)
    return [
        line._replace(
            first=line.first._replace(rank=first, p_next=None),
            second=line.second._replace(rank=second, p_next=None),
            over_annotators=OverAnnotators(line.over_annotators.low, line.over_annotators.high),
            first_over_sentences=line.first_over_sentences._replace(p_next=None),
            second_over_sentences=line.second_over_sentences._replace(p_next=None),
            given_both=_without_groups(line.given_both),
        )
        for line, first, second in zip(rest, firsts, seconds, strict=True)
    ]


def ranked(scored: Scored) -> float | None:
    """The score of a system that has a rank among the others."""
    return None if scored.rank is None else scored.value


def _without_groups(given: GivenBoth) -> GivenBoth:
    return given._replace(letters="", reason=given.reason or str(HIDDEN_SINCE))


def two_rankings(measure: str, lines: Sequence[Line], *, lower: bool = False) -> TwoRankings:
    """By a measure of which the highest is best, or the `lower`est."""
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
    first = _ranks([line.first.value for line in both], lower=lower)
    second = _ranks([line.second.value for line in both], lower=lower)
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
            line.over_annotators.low,
            line.over_annotators.high,
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


def interval_shown(over: OverAnnotators | OverSentences) -> str:
    return "–" if over.low is None else f"[{shown(over.low)}, {shown(over.high)}]"


def annotator_table(rankings: TwoRankings) -> Table:
    """The second gold's scores and ranks with what other annotators would have made of them."""
    rows: list[tuple[Cell, ...]] = [
        (
            line.system,
            Estimate(line.second.value, line.over_annotators.low, line.over_annotators.high),
            line.second.rank,
            *line.over_annotators[2:],
        )
        for line in rankings.lines
    ]
    name = f"annotators-{rankings.measure}"
    return Table(name, OVER_ANNOTATORS, rows, estimates=("over_annotators",))


def over_sentences_table(rankings: TwoRankings) -> Table:
    """What targets say of a score, and what sentences would."""
    rows: list[tuple[Cell, ...]] = [
        (
            line.system,
            *(
                cell
                for scored, over in (
                    (line.first, line.first_over_sentences),
                    (line.second, line.second_over_sentences),
                )
                for cell in (
                    over.targets,
                    _estimate(scored),
                    Estimate(scored.value, over.low, over.high),
                    scored.p_next,
                    over.p_next,
                )
            ),
        )
        for line in rankings.lines
    ]
    estimates = ("first", "first_over_sentences", "second", "second_over_sentences")
    return Table(f"sentences-{rankings.measure}", OVER_SENTENCES, rows, estimates=estimates)


def next_pairs(
    rankings: TwoRankings, pairs: Iterable[PairOfSystems]
) -> dict[str, PairOfSystems]:
    """By system, how far it is from the one ranked next, of those with tie groups."""
    by_names = {
        (pair.first, pair.second): pair for given in pairs for pair in (given, given.turned)
    }
    scored = [line.system for line in rankings.lines if line.second.rank is not None]
    return {one: by_names[one, two] for one, two in pairwise(scored) if (one, two) in by_names}


def tie_table(rankings: TwoRankings, pairs: Iterable[PairOfSystems]) -> Table:
    """Tie groups, and each system's difference from the one ranked next."""
    following = next_pairs(rankings, pairs)
    rows: list[tuple[Cell, ...]] = []
    for line in rankings.lines:
        given, pair = line.given_both, following.get(line.system)
        rows.append(
            (
                line.system,
                line.second.rank,
                given.letters or None,
                line.second.value,
                Estimate(given.adjusted, given.low, given.high),
                Estimate(pair.difference, pair.low, pair.high) if pair else Estimate(None),
                pair and pair.p,
                pair and pair.p_holm,
            )
        )
    name = f"ties-{rankings.measure}"
    return Table(name, TIES, rows, estimates=("adjusted", "difference"))


def pair_table(measure: str, pairs: Iterable[PairOfSystems]) -> Table:
    """All pairs."""
    rows: list[tuple[Cell, ...]] = [
        (
            pair.first,
            pair.second,
            Estimate(pair.difference, pair.low, pair.high),
            pair.p,
            pair.p_holm,
        )
        for pair in pairs
    ]
    return Table(f"pairs-{measure}", PAIRS, rows, estimates=("difference",))


def part_table(measure: str, parts: Mapping[str, TwoRankings]) -> Table:
    """A measure on parts of the sentences, a part and system a row."""
    rows: list[tuple[Cell, ...]] = [
        (
            part,
            line.system,
            _estimate(line.first),
            line.first.rank,
            line.first.n,
            _estimate(line.second),
            line.second.rank,
            line.second.n,
            line.rank_difference,
        )
        for part, rankings in parts.items()
        for line in rankings.lines
    ]
    return Table(f"parts-{measure}", PARTS, rows, estimates=("first", "second"))


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
            "lines": [line_facts(line) for line in found.lines],
        }
        for found in rankings.values()
    ]


def line_facts(line: Line) -> dict[str, object]:
    return {
        **line._asdict(),
        "first": line.first._asdict(),
        "second": line.second._asdict(),
        "over_annotators": line.over_annotators._asdict(),
        "first_over_sentences": line.first_over_sentences._asdict(),
        "second_over_sentences": line.second_over_sentences._asdict(),
        "given_both": line.given_both._asdict(),
    }


def _ranks(values: Sequence[float | None], *, lower: bool) -> list[int]:
    return [rank for rank in ranks(values, lower=lower) if rank is not None]


def _estimate(scored: Scored) -> Estimate:
    return Estimate(scored.value, scored.low, scored.high)
