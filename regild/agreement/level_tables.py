"""The tables of a report on categories, at every level of their tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any

from regild.agreement.measure_tables import NOT_MEASURED, Found, Names, estimate
from regild.agreement.registry import BY_KEY
from regild.formats.category_tree import LEVELS
from regild.problems import N_
from regild.tables.printing import Cell, Estimate, Table

# What stands in the place of a category where two annotators chose different ones.
DISAGREEMENT = "disagreement"
NEVER_COMPARED = N_("nobody chose it where another annotator chose too")

Made = Callable[[Found, Names], Table]


def level_tables() -> dict[str, Made]:
    """In the order in which files and pages have them. Of a level that a tree lacks there are
    tables without rows."""
    of_level = {
        "categories": _categories,
        "agreements": _agreements,
        "confusions": _confusions,
        "matrix": _matrix,
    }
    return {
        "levels": _levels,
        **{
            f"{name}_{level}": partial(made, level)
            for name, made in of_level.items()
            for level in LEVELS
        },
    }


def levels_of(report: Found) -> dict[str, Any]:
    """By name, the finest first: a database may keep them in another order."""
    found = report.get("levels") or {}
    return {level: found[level] for level in LEVELS if level in found}


def _levels(report: Found, _names: Names) -> Table:
    """A measure a row, the levels side by side."""
    levels = levels_of(report)
    of_each = levels.values()
    known = [key for key in BY_KEY if any(key in one["measures"] for one in levels.values())]
    columns = [column for level in levels for column in (level, f"n_{level}")]
    rows: list[tuple[Cell, ...]] = [
        (key, *chain.from_iterable(_measured(one["measures"].get(key)) for one in of_each))
        for key in known
    ]
    return Table("levels", ("measure", *columns), rows, estimates=tuple(levels))


def beside_table(before: Found, after: Found) -> Table:
    """Agreement before and after the tree was revised: a row for each level that either tree
    has, and each measure."""
    rows: list[tuple[Cell, ...]] = [
        (level, key, *_measured(then.get(key)), *_measured(now.get(key)))
        for level in LEVELS
        for then, now in [[side.get(level, {}).get("measures", {}) for side in (before, after)]]
        for key in BY_KEY
        if key in then or key in now
    ]
    columns = ("level", "measure", "before", "n_before", "after", "n_after")
    return Table("before_and_after", columns, rows, estimates=("before", "after"))


def _measured(found: Found | None) -> tuple[Cell, Cell]:
    if found is None:
        return Estimate(None, reason=NOT_MEASURED), None
    return estimate(found), found["n"]


def _categories(level: str, report: Found, _names: Names) -> Table:
    """Figure 1: how often each was chosen; and how far annotators agree on each."""
    return Table(
        f"categories_{level}",
        ("category", "chosen", "share", "both_chose", "one_chose", "specific_agreement"),
        [
            (
                one["category"],
                one["n"],
                Estimate(one["share"], one["share_low"], one["share_high"]),
                one["both"],
                one["one"],
                Estimate(
                    one["agreement"],
                    reason=NEVER_COMPARED if one["agreement"] is None else "",
                ),
            )
            for one in _section(report, level, "categories")
        ],
        estimates=("share",),
    )


def _agreements(level: str, report: Found, _names: Names) -> Table:
    """Figure 2: of all pairs of annotators, the share that agrees on each category, and the
    share that disagrees."""
    found = list(_section(report, level, "categories"))
    counts = {one["category"]: one["both"] for one in found}
    # Who disagrees was counted with either category.
    disagreeing = sum(one["one"] for one in found) // 2
    total = sum(counts.values()) + disagreeing
    rows: list[tuple[Cell, ...]] = [
        (name, n, n / total if total else None)
        for name, n in [*counts.items(), (DISAGREEMENT, disagreeing)]
    ]
    return Table(f"agreements_{level}", ("agreed_on", "pairs", "share"), rows if found else [])


def _confusions(level: str, report: Found, _names: Names) -> Table:
    """Of the pairs of annotators that disagree."""
    found = list(_section(report, level, "confusions"))
    total = sum(one["n"] for one in found)
    return Table(
        f"confusions_{level}",
        ("a", "b", "pairs", "share"),
        [(one["a"], one["b"], one["n"], one["n"] / total) for one in found],
    )


def _matrix(level: str, report: Found, _names: Names) -> Table:
    """Pairs of annotators by what the two chose; the same on either side of the diagonal."""
    both = {one["category"]: one["both"] for one in _section(report, level, "categories")}
    pairs: dict[tuple[str, str], int] = {(name, name): n for name, n in both.items()}
    for one in _section(report, level, "confusions"):
        pairs[one["a"], one["b"]] = pairs[one["b"], one["a"]] = one["n"]
    return Table(
        f"matrix_{level}",
        ("category", *both),
        [(row, *(pairs.get((row, column), 0) for column in both)) for row in both],
    )


def _section(report: Found, level: str, name: str) -> Iterable[Found]:
    found: Iterable[Found] = levels_of(report).get(level, {}).get(name, ())
    return found
