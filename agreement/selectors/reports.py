"""Reports as they are kept, and all that a page, a file or a program is told of one."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from agreement.models import AgreementReport
from annotators.selectors.names import annotator_names
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from regild.agreement.measure_tables import alpha_for
from regild.agreement.tables import Groups, table_names, tables
from regild.figures.agreement import draw, figure_names
from regild.figures.agreement_charts import GroupFigure
from regild.figures.drawing import FORMATS, Theme
from regild.tables.printing import Estimate, Table
from regild.tasks import TASKS, Task
from sources.models import Item

STATE = (
    "n_ratings",
    "n_candidates",
    "n_annotators",
    "last_rating",
    "live_exclusions",
    "ledger",
    "policy",
    "seed",
    "rounds",
)
FINDINGS = (
    "measures",
    "levels",
    "by_origin",
    "by_grouping",
    "by_sentence",
    "by_annotator",
    "pairs",
    "severity",
    "devices",
    "distributions",
    "first_gold_without",
    "coverage",
    "comparison",
)


def groups_of(task: Task) -> Groups:
    return Groups(tuple(task.groupings), task.group_filter, task.level)


# Of any task: what addresses may name.
TABLES = tuple(
    dict.fromkeys(name for task in TASKS.values() for name in table_names(groups_of(task)))
)
FIGURES = tuple(
    dict.fromkeys(
        name for task in TASKS.values() for name in figure_names(task.groups_name, task.level)
    )
)

# Of a long table the page shows so many rows; the files have them all.
ROWS_ON_PAGE = 20


class FigureFile(NamedTuple):
    data: bytes
    content_type: str


def report_states(campaign: Campaign) -> QuerySet[AgreementReport]:
    """The reports from the newest on, without the much they found."""
    return campaign.agreement_reports.order_by("-id").defer(*FINDINGS, "hardest")


class EarlierReport(NamedTuple):
    """A line of how agreement went over time; `values` are those of `trend_of`."""

    id: int
    made_at: datetime
    n_ratings: int
    values: list[Estimate]


def trend_of(task: Task) -> tuple[str, ...]:
    """The measures, by key, whose course is shown."""
    spread = "sd" if task.level == "ordinal" else "pairwise_exact"
    return ("unanimity", spread, alpha_for(task.level))


def headline_of(task: Task) -> str:
    """The measure, by key, that stands for agreement where there is room for one."""
    return alpha_for(task.level)


def earlier_reports(campaign: Campaign, *, most: int) -> list[EarlierReport]:
    """The newest first. Of each only these values are read, for reports are large."""
    of_measure = ("value", "low", "high", "reason")
    keys = trend_of(task_of(campaign))
    values = [f"measures__{key}__{name}" for key in keys for name in of_measure]
    columns = ("id", "made_at", "n_ratings", *values)
    rows = campaign.agreement_reports.order_by("-id").values_list(*columns)[:most]
    step = len(of_measure)
    return [
        EarlierReport(
            id,
            at,
            n,
            [
                Estimate(value, low, high, reason or "")
                for value, low, high, reason in (
                    found[place : place + step] for place in range(0, len(found), step)
                )
            ],
        )
        for id, at, n, *found in rows
    ]


def reports_of_measure(
    campaign: Campaign, key: str, *, most: int
) -> list[tuple[int, datetime, int, float | None]]:
    """(id, when, ratings, value) of the newest reports, newest first."""
    columns = ("id", "made_at", "n_ratings", f"measures__{key}__value")
    return list(campaign.agreement_reports.order_by("-id").values_list(*columns)[:most])


def latest_report(campaign: Campaign) -> AgreementReport | None:
    return campaign.agreement_reports.defer("by_sentence").first()


def report_named(campaign: Campaign, id: int) -> AgreementReport:
    """Without its sentences until they are asked for. Raises Http404."""
    return get_object_or_404(campaign.agreement_reports.defer("by_sentence"), id=id)


def hardest_sentences(report: AgreementReport) -> list[tuple[Item, dict[str, Any]]]:
    """Those on which annotators differ at all, with their measures; a sentence that was
    deleted since is left out."""
    found = {key: measures for key, measures in report.hardest if measures["sd"]["value"]}
    sentences = {
        sentence.key: sentence for sentence in report.campaign.items.filter(key__in=found)
    }
    return [(sentences[key], found[key]) for key in found if key in sentences]


def report_facts(report: AgreementReport, *, sentences: bool = True) -> dict[str, Any]:
    """A report as one JSON object: what was found, and on what.

    Without `sentences` it is a hundredth of the size, and has no `by_sentence`.
    """
    rated_at = report.last_rated_at
    names = [name for name in (*STATE, *FINDINGS) if sentences or name != "by_sentence"]
    return {
        "campaign": report.campaign.slug,
        "report": report.id,
        "made_at": report.made_at.isoformat(),
        "last_rated_at": rated_at and rated_at.isoformat(),
        **dict(chain.from_iterable(_found(report, name) for name in names)),
    }


def _found(report: AgreementReport, name: str) -> Iterator[tuple[str, Any]]:
    """Every grouping of the task stands in the report by itself."""
    if name == "by_grouping":
        for grouping in task_of(report.campaign).groupings:
            yield f"by_{grouping}", report.by_grouping.get(grouping, {})
    else:
        yield name, getattr(report, name)


def names_in(report: AgreementReport) -> dict[str, str]:
    """Of annotators, by their ids as the report has them: JSON, whose keys are texts."""
    return {str(id): name for id, name in annotator_names(report.campaign).items()}


def report_tables(
    report: AgreementReport,
    names: Mapping[str, str] | None = None,
    *,
    sentences: bool = False,
) -> dict[str, Table]:
    """`names` are those of `names_in`, where they were read before."""
    facts = report_facts(report, sentences=sentences)
    groups = groups_of(task_of(report.campaign))
    return tables(facts, annotators=names or names_in(report), groups=groups)


def report_table(report: AgreementReport, name: str) -> Table | None:
    return report_tables(report, sentences=name == "by_sentence").get(name)


def report_figure(
    report: AgreementReport, name: str, *, form: str, theme: Theme
) -> FigureFile | None:
    """In words of the reader's language; None where there is no such figure or form."""
    task = task_of(report.campaign)
    if name not in figure_names(task.groups_name, task.level) or form not in FORMATS:
        return None
    facts, groups, origins = chart_facts(report), group_figure(report), origin_names(report)
    drawn = draw(
        name, facts, groups=groups, origins=origins, format=form, theme=theme, _=gettext
    )
    return FigureFile(drawn, FORMATS[form])


def chart_facts(report: AgreementReport) -> dict[str, Any]:
    """What charts and figures are drawn from, of the report as it was read."""
    return report_facts(report, sentences=False)


def group_figure(report: AgreementReport) -> GroupFigure:
    """The figure of the groups that the items of the report's task have."""
    task = task_of(report.campaign)
    return GroupFigure(task.groups_name, f"by_{task.group_filter}", task.level)


def origin_names(report: AgreementReport) -> dict[str, str]:
    """What the report's task calls where candidates come from."""
    phrases = task_of(report.campaign).phrases
    return {origin: phrases[f"origin {origin}"] for origin in Candidate.Origin.values}
