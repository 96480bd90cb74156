"""The figures of a report, as files to print, and what their axes are called."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from regild.figures import agreement_charts as charts
from regild.figures.agreement_charts import (
    ORIGINS,
    GroupFigure,
    Level,
    ReportFacts,
    Translate,
)
from regild.figures.charts import Group
from regild.figures.drawing import (
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

# Over the axis of a figure of groups.
_ALPHAS = {
    "ordinal": N_("ordinal alpha, 95% interval"),
    "nominal": N_("nominal alpha, 95% interval"),
}


def draw(
    name: str,
    report: ReportFacts,
    *,
    groups: GroupFigure | None = None,
    origins: Mapping[str, str] = ORIGINS,
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
    return _value_bars(charts.values_by_origin(report, origins, _), look, _)


def _devices(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    return _value_bars(charts.values_by_device(report, _), look, _)


def _value_bars(groups: Sequence[Group], look: Callable[..., Look], _: Translate) -> bytes:
    names = [row.name for row in groups[0].rows] if groups else []
    series = {
        name: [group.rows[place].value for group in groups] for place, name in enumerate(names)
    }
    return bars([group.name for group in groups], series, look("", _("share of ratings")))


def _groups(
    report: ReportFacts, groups: GroupFigure, look: Callable[..., Look], _: Translate
) -> bytes:
    rows = charts.alpha_of_groups(report, groups)
    return dots(rows, look(_(_ALPHAS[groups.level]), ""))


def _annotators(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    points = [
        (spot.x, spot.y)
        for spot in charts.annotators(report, {}).values()
        if spot.x is not None and spot.y is not None
    ]
    return scatter(
        points,
        look(
            _("lower or higher than the others, on average"), _("correlation with the others")
        ),
    )


def _severity(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    rows = [*charts.severities(report, {}).values()]
    return dots(rows, look(_("rates lower or higher than others rate the same"), ""))


def _coverage(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    days = report["coverage"]["days"]
    return steps(
        [date.fromisoformat(day["day"]) for day in days],
        [day["covered"] for day in days],
        look("", _("candidates with enough ratings")),
    )


def _boxes(report: ReportFacts, look: Callable[..., Look], _: Translate) -> bytes:
    return boxes(
        charts.scores_by_votes(report),
        look(_("votes in the first gold (candidates)"), _("score in the second gold")),
    )


def _categories(
    level: str, report: ReportFacts, look: Callable[..., Look], _: Translate
) -> bytes:
    return lengths(
        charts.categories(report, level), look(_("share of choices, 95% interval"), "")
    )


def _agreements(
    level: str, report: ReportFacts, look: Callable[..., Look], _: Translate
) -> bytes:
    return lengths(
        charts.agreements(report, level, _), look(_("share of pairs of annotators"), "")
    )


DRAWN = {
    "annotators": _annotators,
    "severity": _severity,
    "devices": _devices,
    "coverage": _coverage,
    "boxes": _boxes,
}

OF_NAMES = {
    f"{name}_{level}": partial(drawn, level)
    for name, drawn in (("categories", _categories), ("agreements", _agreements))
    for level in LEVELS
}
