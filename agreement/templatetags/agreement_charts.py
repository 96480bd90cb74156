"""The charts of a report on its page, and the parts that the page is made of."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agreement.models import AgreementReport
from agreement.selectors.reports import EarlierReport, chart_facts, group_figure, origin_names
from agreement.templatetags.agreement_pages import LEVEL_TITLES
from campaigns.selectors.task import task_of
from regild.agreement.level_tables import levels_of
from regild.agreement.measure_tables import alpha_for
from regild.agreement.registry import BY_KEY
from regild.figures import agreement_charts as charts
from regild.figures.charts import ChartLine, ChartRow, Group, Point, Spot
from regild.figures.drawing import FORMATS

register = template.Library()

# More marks would make the page slow and tell nobody more; the figures' files have all.
MOST_ANNOTATORS = 150
MOST_DAYS = 150


class ChartPart(NamedTuple):
    """A section of the page; `level` is that of a tree of categories it is about."""

    id: str
    title: Any
    template: str
    level: str = ""


@register.simple_tag
def report_parts(report: AgreementReport, *, words: bool) -> list[ChartPart]:
    """In their order; `words` says whether the list of words can be kept on this page."""
    task = task_of(report.campaign)
    folder = f"tasks/{report.campaign.task}"
    if report.levels:
        parts = [
            ChartPart("measures", _("Measures"), "agreement/_levels.html"),
            *(
                ChartPart(f"level-{level}", LEVEL_TITLES[level], "agreement/_level.html", level)
                for level in levels_of({"levels": report.levels})
            ),
            ChartPart("annotators", _("Annotators"), "agreement/_annotators.html"),
            ChartPart("coverage", _("Coverage"), "agreement/_coverage.html"),
        ]
    else:
        hardest = gettext(task.phrases["hardest items"])
        parts = [
            ChartPart("measures", _("All measures"), "agreement/_measures.html"),
            ChartPart("values", _("Values given"), "agreement/_values.html"),
            ChartPart("groups", _("By group"), f"{folder}/agreement.html"),
            ChartPart("annotators", _("Annotators"), "agreement/_annotators.html"),
            ChartPart("severity", _("How strict annotators are"), "agreement/_severity.html"),
            ChartPart("devices", _("Phones and computers"), "agreement/_devices.html"),
            ChartPart("hardest", hardest, "agreement/_hardest.html"),
            ChartPart("coverage", _("Coverage"), "agreement/_coverage.html"),
            ChartPart("second-gold", _("First and second gold"), f"{folder}/two_golds.html"),
        ]
    parts.append(ChartPart("earlier", _("Earlier reports"), "agreement/_earlier.html"))
    if words:
        parts.append(ChartPart("words", _("Word list"), "agreement/_words.html"))
    parts.append(ChartPart("basis", _("What was measured"), "agreement/_state.html"))
    return parts


@register.inclusion_tag("agreement/_chart.html", takes_context=True)
def agreement_chart(
    context: Context, report: AgreementReport, name: str, label: str
) -> dict[str, Any]:
    """A chart by the name of its figure, with the links to its files; the page has `names`."""
    return {
        "report": report,
        "campaign": report.campaign,
        "name": name,
        "kind": "groups"
        if name == task_of(report.campaign).groups_name
        else name.split("_")[0],
        "label": label,
        "cut": name == "annotators" and len(report.by_annotator) > MOST_ANNOTATORS,
        "data": _data(report, name, context["names"]),
        "formats": FORMATS,
    }


def _data(report: AgreementReport, name: str, names: Mapping[str, str]) -> Any:
    facts = chart_facts(report)
    task = task_of(report.campaign)
    if name == task.groups_name:
        return [
            row._replace(href=_candidates(report, **{task.group_filter: row.name}))
            for row in charts.alpha_of_groups(facts, group_figure(report))
        ]
    kind, _separator, level = name.partition("_")
    match kind:
        case "values":
            return _values(report, facts)
        case "annotators":
            return [
                spot._replace(href=reverse("annotator", args=[report.campaign.slug, int(id)]))
                for id, spot in least_like_others(charts.annotators(facts, names))
            ]
        case "severity":
            return [
                row._replace(href=reverse("annotator", args=[report.campaign.slug, int(id)]))
                for id, row in charts.severities(facts, names).items()
            ]
        case "devices":
            return charts.values_by_device(facts, gettext)
        case "coverage":
            lines = charts.coverage(facts, gettext("candidates with enough ratings"))
            return [line._replace(points=thinned(line.points)) for line in lines]
        case "boxes":
            return [
                box._replace(name=gettext("votes: %(n)s") % {"n": box.name})
                for box in charts.scores_by_votes(facts)
            ]
        case "categories":
            return _categories(report, charts.categories(facts, level))
        case _:
            return charts.agreements(facts, level, gettext)


def least_like_others(spots: Mapping[str, Spot]) -> list[tuple[str, Spot]]:
    """Of very many those who correlate least with the others."""
    if len(spots) <= MOST_ANNOTATORS:
        return [*spots.items()]
    known = ((id, spot) for id, spot in spots.items() if spot.y is not None)
    return sorted(known, key=lambda one: one[1].y or 0.0)[:MOST_ANNOTATORS]


def thinned(points: Sequence[Point]) -> Sequence[Point]:
    """Of very many days some, evenly spaced back from the last."""
    apart = ceil(len(points) / MOST_DAYS) or 1
    return points[::-1][::apart][::-1]


def _values(report: AgreementReport, facts: Mapping[str, Any]) -> list[Group]:
    """Each bar leads to the candidates of its origin that somebody gave its value; what a task
    calls by one name leads nowhere."""
    names = origin_names(report)
    origins = {gettext(name): origin for origin, name in names.items()}
    alone = {name for name, n in Counter(map(gettext, names.values())).items() if n == 1}
    groups = charts.values_by_origin(facts, names, gettext)
    return [
        group._replace(
            rows=[
                row._replace(
                    href=_candidates(report, origin=origins[row.name], value=option["value"])
                )
                if row.name in alone
                else row
                for row in group.rows
            ]
        )
        for group, option in zip(groups, report.policy["scale"], strict=True)
    ]


def _categories(report: AgreementReport, rows: Sequence[ChartRow]) -> list[ChartRow]:
    """Those that can be chosen lead to their documents; what lies above them does not."""
    codes = {option["label"]: option["value"] for option in report.policy["scale"]}
    return [
        row._replace(href=_candidates(report, value=codes[row.name]))
        if row.name in codes
        else row
        for row in rows
    ]


def _candidates(report: AgreementReport, **asked: Any) -> str:
    return f"{reverse('read-candidates', args=[report.campaign.slug])}?{urlencode(asked)}"


@register.simple_tag
def alpha_course(report: AgreementReport, earlier: Sequence[EarlierReport]) -> list[ChartLine]:
    """Of the reports there are, the oldest first; nothing where there is one alone."""
    key = alpha_for(task_of(report.campaign).level)
    points = []
    for one in reversed(earlier):
        found = one.values[-1]
        href = reverse("agreement-report", args=[report.campaign.slug, one.id])
        points.append(Point(one.made_at, found.value, found.low, found.high, href))
    known = [point for point in points if point.value is not None]
    return [ChartLine(gettext(BY_KEY[key].title), points)] if len(known) > 1 else []
