"""Which numbers of a report each figure draws, and what its axes are called."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import repeat
from typing import Any, Literal, NamedTuple

from regild.figures.drawing import (
    Dot,
    Format,
    Look,
    Theme,
    bars,
    boxes,
    dots,
    lengths,
    scatter,
    steps,
)
from regild.formats.category_tree import LEVELS
from regild.problems import N_

# More rows than this would be too tall to take in; the table beside has them all.
MOST_GROUPS = 40

# Where candidates come from, unless their task calls it otherwise.
_ORIGINS = {"gold": N_("gold only"), "systems": N_("systems only"), "both": N_("both")}

# Over the axis of a figure of groups.
_ALPHAS = {
    "ordinal": N_("ordinal alpha, 95% interval"),
    "nominal": N_("nominal alpha, 95% interval"),
}

Level = Literal["ordinal", "nominal"]
ReportFacts = Mapping[str, Any]
Translate = Callable[[str], str]


class GroupFigure(NamedTuple):
    """`section` is where a report has the groups, `level` that of the task's scales."""

    name: str
    section: str
    level: Level


def draw(
    name: str,
    report: ReportFacts,
    *,
    groups: GroupFigure | None = None,
    origins: Mapping[str, str] = _ORIGINS,
    format: Format,
    theme: Theme,
    _: Translate,
) -> bytes:
    """`groups` is the figure of the items' groups, which every task has under a name of its
    own, and `origins` what it calls where candidates come from. `_` translates all words."""
    look = partial(Look, format, theme)
    if name == "values":
        return _values(report, origins, look, _)
    if groups is not None and groups.name == name:
        return _groups(report, groups, look, _)
    return (DRAWN | OF_NAMES)[name](report, look, _)


def figure_names(groups: str, level: Level = "ordinal") -> tuple[str, ...]:
    """In the order in which a page has them; `groups` is a task's name for theirs."""
    if level == "nominal":
        return (*OF_NAMES, "coverage")
    return ("values", groups, *DRAWN)


def _values(
    report: ReportFacts, origins: Mapping[str, str], look: Callable[..., Look], _: Translate
) -> bytes:
    found = report["distributions"]
    # What a task does not tell apart is one bar.
    columns: dict[str, list[int]] = {}
    for origin, column in zip(
        found["origins"], zip(*found["values"], strict=True), strict=True
    ):
        name = _(origins[origin])
        columns[name] = list(map(sum, zip(column, columns.get(name, repeat(0)), strict=False)))
    return bars(
        [f"{option['value']} {option['label']}" for option in report["policy"]["scale"]],
        {name: _shares(column) for name, column in columns.items()},
        look("", _("share of ratings")),
    )


def _groups(
    report: ReportFacts, groups: GroupFigure, look: Callable[..., Look], _: Translate
) -> bytes:
    found_by_group = report[groups.section].items()
    alphas = {name: found[f"alpha_{groups.level}"] for name, found in found_by_group}
    rows = [
        Dot(name, alpha["value"], alpha["low"], alpha["high"])
        for name, alpha in alphas.items()
        if alpha["value"] is not None
    ]
    rows.sort(key=lambda row: row.value)
    return dots(rows[:MOST_GROUPS], look(_(_ALPHAS[groups.level]), ""))


def _annotators(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    points = [
        (found["bias"]["value"], found["loo_pearson"]["value"])
        for found in report["by_annotator"].values()
        if found["loo_pearson"]["value"] is not None
    ]
    return scatter(
        points,
        look(
            _("lower or higher than the others, on average"), _("correlation with the others")
        ),
    )


def _coverage(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    days = report["coverage"]["days"]
    return steps(
        [date.fromisoformat(day["day"]) for day in days],
        [day["covered"] for day in days],
        look("", _("candidates with enough ratings")),
    )


def _boxes(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    return boxes(
        report["comparison"]["boxes"],
        look(_("votes in the first gold (candidates)"), _("score in the second gold")),
    )


def _categories(
    level: str, report: ReportFacts, look: Callable[..., Look], _: Translate
) -> bytes:
    """Figure 1 of the paper on e-mails: how often each category was chosen."""
    rows = [
        Dot(one["category"], one["share"] or 0, one["share_low"], one["share_high"])
        for one in _of_level(report, level)
    ]
    return lengths(rows, look(_("share of choices, 95% interval"), ""))


def _agreements(
    level: str, report: ReportFacts, look: Callable[..., Look], _: Translate
) -> bytes:
    """Figure 2: on what pairs of annotators agree, and how many do not."""
    found = _of_level(report, level)
    # Who disagrees was counted with either category.
    counts = [(one["category"], one["both"]) for one in found]
    counts.append((_("disagreement"), sum(one["one"] for one in found) // 2))
    total = sum(n for _name, n in counts)
    rows = [Dot(name, n / total, None, None) for name, n in counts if total]
    return lengths(rows, look(_("share of pairs of annotators"), ""))


def _of_level(report: ReportFacts, level: str) -> Sequence[Mapping[str, Any]]:
    levels = report.get("levels") or {}
    found: Sequence[Mapping[str, Any]] = levels.get(level, {}).get("categories", ())
    return found


def _shares(counts: Sequence[int]) -> list[float | None]:
    return [count / sum(counts) if any(counts) else None for count in counts]


DRAWN = {
    "annotators": _annotators,
    "coverage": _coverage,
    "boxes": _boxes,
}

OF_NAMES = {
    f"{name}_{level}": partial(drawn, level)
    for name, drawn in (("categories", _categories), ("agreements", _agreements))
    for level in LEVELS
}
