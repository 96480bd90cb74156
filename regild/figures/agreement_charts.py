"""What the charts of a report show, for the page and for the files to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from itertools import repeat
from typing import Any, Literal, NamedTuple

from regild.figures.charts import ChartBox, ChartLine, ChartRow, Group, Point, Spot
from regild.problems import N_
from regild.tolerance import highest_first

# More rows than this would be too tall to take in; the table beside has them all.
MOST_GROUPS = 40

# Where candidates come from, unless their task calls it otherwise.
ORIGINS = {"gold": N_("gold only"), "systems": N_("systems only"), "both": N_("both")}

Level = Literal["ordinal", "nominal"]
ReportFacts = Mapping[str, Any]
Translate = Callable[[str], str]


class GroupFigure(NamedTuple):
    """`section` is where a report has the groups, `level` that of the task's scales."""

    name: str
    section: str
    level: Level


def values_by_origin(
    report: ReportFacts, origins: Mapping[str, str], _: Translate
) -> list[Group]:
    """For each value the share of ratings that gave it, of candidates of each origin. What a
    task calls by one name is one."""
    found = report["distributions"]
    columns: dict[str, list[int]] = {}
    for origin, column in zip(
        found["origins"], zip(*found["values"], strict=True), strict=True
    ):
        name = _(origins[origin])
        columns[name] = list(map(sum, zip(column, columns.get(name, repeat(0)), strict=False)))
    return [
        Group(
            f"{option['value']} {option['label']}",
            [
                ChartRow(name, column[place] / sum(column) if any(column) else None)
                for name, column in columns.items()
            ],
        )
        for place, option in enumerate(report["policy"]["scale"])
    ]


# As Regild stores them.
DEVICES = {"phone": N_("phones"), "desk": N_("computers")}


def values_by_device(report: ReportFacts, _: Translate) -> list[Group]:
    """For each value the share of ratings that gave it, on each kind of device."""
    found = report.get("devices") or ()
    return [
        Group(
            f"{option['value']} {option['label']}",
            [
                ChartRow(_(DEVICES[one["device"]]), one["counts"][place] / one["n_ratings"])
                for one in found
            ],
        )
        for place, option in enumerate(report["policy"]["scale"] if found else ())
    ]


def alpha_of_groups(report: ReportFacts, groups: GroupFigure) -> list[ChartRow]:
    """The lowest first, without those that have none."""
    found = report[groups.section].items()
    alphas = {name: measures[f"alpha_{groups.level}"] for name, measures in found}
    rows = [
        ChartRow(name, alpha["value"], alpha["low"], alpha["high"])
        for name, alpha in alphas.items()
        if alpha["value"] is not None
    ]
    lowest = highest_first([-(row.value or 0.0) for row in rows])[:MOST_GROUPS]
    return [rows[place] for place in lowest.tolist()]


def annotators(report: ReportFacts, names: Mapping[str, str]) -> dict[str, Spot]:
    """By the ids that the report has, as `names` are; who has none is shown by the id."""
    return {
        id: Spot(names.get(id, id), found["bias"]["value"], found["loo_pearson"]["value"])
        for id, found in report["by_annotator"].items()
    }


def severities(report: ReportFacts, names: Mapping[str, str]) -> dict[str, ChartRow]:
    """By the ids that the report has, the strictest first. Of very many those furthest from
    the others, at either end."""
    found = list((report.get("severity") or {}).get("annotators", ()))
    if len(found) > MOST_GROUPS:
        half = MOST_GROUPS // 2
        found = [*found[:half], *found[-half:]]
    return {
        (id := str(one["annotator"])): ChartRow(
            names.get(id, id), one["effect"], one["low"], one["high"]
        )
        for one in found
    }


def coverage(report: ReportFacts, name: str) -> list[ChartLine]:
    days = report["coverage"]["days"]
    points = [Point(date.fromisoformat(day["day"]), day["covered"]) for day in days]
    return [ChartLine(name, points)] if points else []


def scores_by_votes(report: ReportFacts) -> list[ChartBox]:
    """Of an earlier report, which knew no outliers, whiskers reach to the lowest and highest
    score."""
    return [
        ChartBox(
            f"{box['votes']:g}",
            box["n"],
            box.get("lower_whisker", box["minimum"]),
            box["lower_quartile"],
            box["median"],
            box["upper_quartile"],
            box.get("upper_whisker", box["maximum"]),
            [score for score, _n in box.get("outliers", ())],
        )
        for box in report["comparison"]["boxes"]
    ]


def categories(report: ReportFacts, level: str) -> list[ChartRow]:
    """Figure 1 of the paper on e-mails: how often each category was chosen."""
    return [
        ChartRow(one["category"], one["share"] or 0, one["share_low"], one["share_high"])
        for one in _of_level(report, level)
    ]


def agreements(report: ReportFacts, level: str, _: Translate) -> list[ChartRow]:
    """Figure 2: on what pairs of annotators agree, and how many do not."""
    found = _of_level(report, level)
    # Who disagrees was counted with either category.
    counts = [(one["category"], one["both"]) for one in found]
    counts.append((_("disagreement"), sum(one["one"] for one in found) // 2))
    total = sum(n for _name, n in counts)
    return [ChartRow(name, n / total) for name, n in counts if total]


def _of_level(report: ReportFacts, level: str) -> list[Mapping[str, Any]]:
    levels = report.get("levels") or {}
    return list(levels.get(level, {}).get("categories", ()))
