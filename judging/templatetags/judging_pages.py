"""What judges' tables look like on a page."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.models import JudgingReport
from judging.selectors.reports import judging_tables
from regild.figures.charts import ChartRow, Group
from regild.figures.drawing import FORMATS
from regild.judging.among_people import SAME_SHARE
from regild.tables.printing import Estimate

register = template.Library()

SCORES = {"match": gettext_noop("Same value"), "neg-rmse": gettext_noop("Distance")}
CAPTIONS = {
    "annotators": gettext_noop("Each annotator, and the model in their place"),
    "groups": gettext_noop("Share of others who gave the same, by kind of candidate"),
    "systems": gettext_noop("Systems on people's gold and on the model's"),
}
HEADINGS = {
    "annotator": gettext_noop("annotator"),
    "n": gettext_noop("candidates"),
    "person": gettext_noop("same as others"),
    "in_their_place": gettext_noop("model in their place"),
    "p": "p",
    "wins": gettext_noop("model wins"),
    "by": gettext_noop("by"),
    "group": gettext_noop("group"),
    "same_share_of_people": gettext_noop("people"),
    "same_share": gettext_noop("model"),
    "system": gettext_noop("system"),
    "related": gettext_noop("related"),
    "people": gettext_noop("by people"),
    "by_judge": gettext_noop("by the model"),
    "favour": gettext_noop("favour"),
    "powered": gettext_noop("with the model's help"),
    "weight": "λ",
}
LEFT_OUT = {"judge", "measure"}
# Of a long table the page shows so many rows; the files have them all.
ROWS_ON_PAGE = 30


@register.filter
def share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}".replace("-", "−")


@register.simple_tag
def figure_forms() -> list[str]:
    return list(FORMATS)


@register.filter
def score_title(score: str) -> str:
    return _(SCORES[score])


@register.filter
def powered_reason(one: dict[str, Any]) -> str:
    """Why the model's help is undefined, which it is for all systems alike."""
    found = (one["powered"] or {}).values()
    return next((helped["reason"] for helped in found if helped["reason"]), "")


@register.inclusion_tag("judging/_table.html")
def judging_table(report: JudgingReport, one: dict[str, Any], name: str) -> dict[str, Any]:
    """One judge's rows of a table."""
    table = judging_tables({"judges": [one]})[name]
    kept = [place for place, column in enumerate(table.columns) if column not in LEFT_OUT]
    return {
        "report": report,
        "name": name,
        "judge": _called(one),
        "caption": _(CAPTIONS[name]),
        "headings": [_(HEADINGS[table.columns[place]]) for place in kept],
        "rows": [
            [_cell(row[place], table.columns[place]) for place in kept]
            for row in table.rows[:ROWS_ON_PAGE]
        ],
        "total": len(table.rows),
        "cut": len(table.rows) > ROWS_ON_PAGE,
    }


@register.simple_tag
def judging_groups(one: dict[str, Any]) -> list[Group]:
    """Each annotator and the model in their place, whoever is nearest to the others first;
    below them the means of both."""
    among = one["among"]
    sides = (gettext_noop("annotator"), gettext_noop("model in their place"))

    def group(name: str, person: float | None, model: float | None) -> Group:
        values = zip(sides, (person, model), strict=True)
        return Group(name, [ChartRow(_(side), value) for side, value in values])

    places = [
        (name, place["person"][SAME_SHARE], place["model"][SAME_SHARE])
        for name, place in among["annotators"].items()
        if place["person"][SAME_SHARE] is not None
    ]
    places.sort(key=lambda place: (-place[1], place[0]))
    mean = (_("mean"), among["people"].get(SAME_SHARE), among["as_people"].get(SAME_SHARE))
    return [group(*place) for place in [*places[:ROWS_ON_PAGE], mean]] if places else []


@register.inclusion_tag("judging/_confusion.html")
def judging_confusion(one: dict[str, Any]) -> dict[str, Any]:
    """The model's value in rows, people's in columns."""
    among = one["among"]
    return {
        "judge": _called(one),
        "values": among["values"],
        "rows": list(zip(among["values"], among["confusion"], strict=True)),
    }


def _called(one: dict[str, Any]) -> str:
    return f"{one['judge']['name']} {one['judge']['model_version']}"


def _cell(value: Any, column: str) -> str:
    if isinstance(value, Estimate):
        mean = share(value.value)
        if value.low is None:
            return mean
        return f"{mean} [{share(value.low)}, {share(value.high)}]"
    if column in ("wins", "related"):
        return {"yes": _("yes"), "no": _("no"), None: "–"}[value]
    if column == "p" and value is not None and value < 0.001:
        return "< 0.001"
    return share(value) if isinstance(value, float) or value is None else str(value)
