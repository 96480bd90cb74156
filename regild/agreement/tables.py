"""The tables of a report: the same rows on the page, as CSV and as LaTeX."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from regild.agreement.level_tables import level_tables
from regild.agreement.measure_tables import (
    Found,
    Level,
    Names,
    annotators_table,
    campaign_table,
    devices_table,
    group_table,
    hardest_first,
    left_out_table,
    ordered,
    pairs_table,
    severity_table,
)
from regild.agreement.origins import OVERLAPPING, overlapping
from regild.agreement.second_gold_summary import Summary
from regild.rating.ledger import ledger_table
from regild.tables.printing import Cell, Table

BOX = (
    "votes",
    "n",
    "minimum",
    "lower_whisker",
    "lower_quartile",
    "median",
    "upper_quartile",
    "upper_whisker",
    "maximum",
    "n_outliers",
)
FREQUENCY = (
    "n_first",
    "n_second",
    "n_unknown",
    "median_first",
    "median_second",
    "u",
    "p",
    "reason",
)


Made: TypeAlias = Callable[[Found, Names], Table]


class Groups(NamedTuple):
    """What a task calls the groups of its items: `names` are those a report breaks down by,
    `own` is what an item's own group is called; and the level of the task's scales."""

    names: tuple[str, ...]
    own: str
    level: Level


def table_names(groups: Groups) -> tuple[str, ...]:
    return tuple(_tables(groups))


def tables(report: Found, *, annotators: Names, groups: Groups) -> dict[str, Table]:
    """Every table by its name; `annotators` are the names to show for their ids. Without the
    sentences in the report there is no table of them."""
    return {
        name: made(report, annotators)
        for name, made in _tables(groups).items()
        if name != "by_sentence" or name in report
    }


def _by_origin(level: Level) -> Made:
    def made(report: Found, _names: Names) -> Table:
        section = ordered(report["by_origin"], report["distributions"]["origins"])
        return group_table("by_origin", "origin", section, level=level)

    return made


def _by(group: str, level: Level) -> Made:
    name = f"by_{group}"
    return lambda report, _names: group_table(
        name, group, dict(sorted(report[name].items())), level=level
    )


def _by_sentence(level: Level) -> Made:
    return lambda report, _names: group_table(
        "by_sentence", "sentence", hardest_first(report["by_sentence"]), level=level
    )


def _substitutes(name: str, group: str, of: Callable[[Found], Iterable[Found]]) -> Made:
    return _records(name, ("sentence", group, "text", "votes", "score", "n_ratings"), of)


def _values(report: Found, _names: Names) -> Table:
    found = report["distributions"]
    return _counts("values", ("value", *found["origins"]), _labels(report), found["values"])


def _confusion(report: Found, _names: Names) -> Table:
    labels = _labels(report)
    found = report["distributions"]["confusion"]
    return _counts("confusion", ("value", *labels), labels, found)


def _verdicts(report: Found, _names: Names) -> Table:
    found = report["distributions"]
    head = ("verdict", *found["origins"])
    return _counts_and_shares("verdicts", head, _labels(report), found["verdicts"])


def _table_8(report: Found, _names: Names) -> Table:
    """Of who proposed them, the share of each verdict in per cent, the best first: as SemEval
    prints it."""
    found = report["distributions"]
    labels = _labels(report)[::-1]
    counts, shares = overlapping(found["verdicts"]["counts"], found["origins"])
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            sum(row[place] for row in counts),
            *(
                None if row[place] is None else 100.0 * (row[place] or 0)
                for row in reversed(shares)
            ),
        )
        for place, name in enumerate(OVERLAPPING)
    ]
    return Table("table_8", ("proposed_by", "n", *labels), rows)


def _differ(report: Found, _names: Names) -> Table:
    """Where the two rules for a verdict give different ones."""
    labels = _labels(report)
    rows: list[tuple[Cell, ...]] = [
        (
            ", ".join(
                f"{n} × {label}" for label, n in zip(labels, one["counts"], strict=True) if n
            ),
            one["n"],
            labels[one["median"]],
            labels[one["plurality"]],
        )
        for one in report["distributions"].get("differ", ())
    ]
    return Table("differ", ("ratings_given", "n", "by_median", "by_plurality"), rows)


def _bands(report: Found, _names: Names) -> Table:
    """[0, 1[ … [3]: the last band is the highest score alone."""
    found = report["comparison"]["bands"]
    lows = found["from"]
    between = itertools.pairwise(lows)
    labels = [*(f"[{low:g}, {high:g}[" for low, high in between), f"[{lows[-1]:g}]"]
    head = ("score", *report["distributions"]["origins"])
    return _counts_and_shares("bands", head, labels, found)


def _summary(report: Found, _names: Names) -> Table:
    """In an order of its own: a database may keep the keys in another."""
    found = report["comparison"].get("summary", {})
    rows: list[tuple[Cell, ...]] = [
        (name, found[name]) for name in Summary._fields if name in found
    ]
    return Table("summary", ("summary", "value"), rows)


def _rejected_by_votes(report: Found, _names: Names) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (found["votes"], found["rejected"], found["n"], found["rejected"] / found["n"])
        for found in report["comparison"]["rejected"].get("by_votes", ())
    ]
    return Table("rejected_by_votes", ("votes", "rejected", "n", "rejected_share"), rows)


def _ledger(report: Found, _names: Names) -> Table:
    return ledger_table(report.get("ledger") or {})


def _labels(report: Found) -> list[str]:
    return [option["label"] for option in report["policy"]["scale"]]


def _counts(name: str, head: tuple[str, ...], labels: Sequence[str], counts: Any) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (label, *row) for label, row in zip(labels, counts, strict=True)
    ]
    return Table(name, head, rows)


def _counts_and_shares(
    name: str, head: tuple[str, ...], labels: Sequence[str], found: Found
) -> Table:
    """Shares are of the column."""
    both = [
        (*counts, *shares)
        for counts, shares in zip(found["counts"], found["shares"], strict=True)
    ]
    share_columns = tuple(f"{column}_share" for column in head[1:])
    return _counts(name, (*head, *share_columns), labels, both)


def _records(
    name: str, columns: tuple[str, ...], of: Callable[[Found], Iterable[Found]]
) -> Made:
    """Earlier reports lack what came since; a reason is a text, if an empty one."""

    def cell(record: Found, column: str) -> Cell:
        found: Cell = record.get(column)
        return "" if found is None and column == "reason" else found

    return lambda report, _names: Table(
        name,
        columns,
        [tuple(cell(record, column) for column in columns) for record in of(report)],
    )


_coverage = _records(
    "coverage", ("day", "reached", "covered"), lambda report: report["coverage"]["days"]
)


def _tables(groups: Groups) -> dict[str, Made]:
    """In the order in which files and pages have them. What asks which of two values is higher
    makes no sense of names."""
    return _of_names() if groups.level == "nominal" else _of_an_order(groups)


def _of_names() -> dict[str, Made]:
    return {
        **level_tables(),
        "ledger": _ledger,
        "annotators": partial(annotators_table, level="nominal"),
        "pairs": partial(pairs_table, level="nominal"),
        "coverage": _coverage,
    }


def _of_an_order(groups: Groups) -> dict[str, Made]:
    level, own = groups.level, groups.own
    return {
        "measures": campaign_table,
        "first_gold_without": lambda report, _names: left_out_table(
            report.get("first_gold_without") or {}
        ),
        "ledger": _ledger,
        "by_origin": _by_origin(level),
        **{f"by_{name}": _by(name, level) for name in groups.names},
        "by_sentence": _by_sentence(level),
        "annotators": annotators_table,
        "severity": severity_table,
        "devices": devices_table,
        "pairs": pairs_table,
        "values": _values,
        "confusion": _confusion,
        "verdicts": _verdicts,
        "table_8": _table_8,
        "differ": _differ,
        "bands": _bands,
        "summary": _summary,
        "boxes": _records("boxes", BOX, lambda report: report["comparison"]["boxes"]),
        "outliers": _substitutes(
            "outliers",
            own,
            lambda report: report["comparison"].get("outliers", {}).get("listed", ()),
        ),
        "new": _substitutes("new", own, lambda report: report["comparison"]["new"]["good"]),
        "rejected_by_votes": _rejected_by_votes,
        "rejected": _substitutes(
            "rejected", own, lambda report: report["comparison"]["rejected"]["listed"]
        ),
        "frequency": _records(
            "frequency",
            FREQUENCY,
            lambda report: filter(None, [report["comparison"].get("frequency")]),
        ),
        "coverage": _coverage,
    }
