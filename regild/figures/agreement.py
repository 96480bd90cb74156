"""Which numbers of a report each figure draws, and what its axes are called."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from regild.figures.drawing import Dot, Format, Look, Theme, bars, boxes, dots, scatter, steps

# More rows than this would be too tall to take in; the table beside has them all.
MOST_TARGETS = 40

Report = Mapping[str, Any]
Translate = Callable[[str], str]


def draw(name: str, report: Report, *, format: Format, theme: Theme, _: Translate) -> bytes:
    """`_` translates the words of the axes."""
    return FIGURES[name](report, partial(Look, format, theme), _)


def _values(report: Report, look: Callable[..., Look], _: Translate) -> bytes:
    found = report["distributions"]
    names = {"gold": _("gold only"), "systems": _("systems only"), "both": _("both")}
    columns = zip(*found["values"], strict=True)
    return bars(
        [f"{option['value']} {option['label']}" for option in report["policy"]["scale"]],
        {
            names[origin]: _shares(column)
            for origin, column in zip(found["origins"], columns, strict=True)
        },
        look("", _("share of ratings")),
    )


def _targets(report: Report, look: Callable[..., Look], _: Translate) -> bytes:
    alphas = {name: found["alpha_ordinal"] for name, found in report["by_target"].items()}
    rows = [
        Dot(name, alpha["value"], alpha["low"], alpha["high"])
        for name, alpha in alphas.items()
        if alpha["value"] is not None
    ]
    rows.sort(key=lambda row: row.value)
    return dots(rows[:MOST_TARGETS], look(_("ordinal alpha, 95% interval"), ""))


def _annotators(report: Report, look: Callable[..., Look], _: Translate) -> bytes:
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


def _coverage(report: Report, look: Callable[..., Look], _: Translate) -> bytes:
    days = report["coverage"]["days"]
    return steps(
        [date.fromisoformat(day["day"]) for day in days],
        [day["covered"] for day in days],
        look("", _("candidates with enough ratings")),
    )


def _boxes(report: Report, look: Callable[..., Look], _: Translate) -> bytes:
    return boxes(
        report["comparison"]["boxes"],
        look(_("votes in the first gold (candidates)"), _("score in the second gold")),
    )


def _shares(counts: Sequence[int]) -> list[float | None]:
    return [count / sum(counts) if any(counts) else None for count in counts]


FIGURES = {
    "values": _values,
    "targets": _targets,
    "annotators": _annotators,
    "coverage": _coverage,
    "boxes": _boxes,
}
