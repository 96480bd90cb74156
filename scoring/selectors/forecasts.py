"""Forecasts of rankings as they are kept, and what a page, a file or a program is told."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext

from agreement.models import AgreementReport
from agreement.selectors.reports import FigureFile
from campaigns.models import Campaign
from campaigns.selectors.due import is_tried
from campaigns.selectors.task import task_of
from regild.figures.charts import ChartLine, Point
from regild.figures.curves import curves
from regild.figures.drawing import FORMATS, Look, Theme
from regild.tables.printing import Cell, Table
from scoring.models import FORECAST, RankingForecast

TABLES = ("curve", "neighbours", "history")
FIGURES = ("curve", "history")


def forecasts_rankings(campaign: Campaign) -> bool:
    """Whether ratings make a ranking of systems here, that more of them could change."""
    task = task_of(campaign)
    return task.pools_answers and task.scoring.over_annotators


def forecasts_of(campaign: Campaign) -> QuerySet[RankingForecast]:
    """The newest first."""
    return RankingForecast.objects.filter(report__campaign=campaign).order_by("-report_id")


def latest_forecast(campaign: Campaign) -> RankingForecast | None:
    return forecasts_of(campaign).first()


def due_forecasts() -> Iterator[Campaign]:
    """Campaigns whose newest agreement report stands without a forecast."""
    newest = AgreementReport.objects.filter(campaign=OuterRef("pk")).order_by("-id")
    there = RankingForecast.objects.filter(report=OuterRef("newest"))
    reported = Campaign.objects.annotate(newest=Subquery(newest.values("id")[:1])).filter(
        ~Exists(there), newest__isnull=False, archived_at__isnull=True
    )
    for campaign in reported.order_by("id"):
        if forecasts_rankings(campaign) and not is_tried(campaign, FORECAST):
            yield campaign


def forecast_facts(made: RankingForecast) -> dict[str, Any]:
    """As one JSON object, with those before it, oldest first."""
    campaign = made.report.campaign
    newest = campaign.agreement_reports.values_list("id", flat=True).first()
    return {
        "campaign": campaign.slug,
        "report": made.report_id,
        "made_at": made.made_at.isoformat(),
        "out_of_date": newest != made.report_id,
        "measure": made.measure,
        "reason": made.reason,
        "n_ratings": made.n_ratings,
        "n_annotators": made.n_annotators,
        "n_targets": made.n_targets,
        "seed": made.seed,
        "kendall_tau": made.kendall_tau,
        "needed": made.needed,
        "stop": made.stop,
        "planned": made.planned,
        "pairs": made.found.get("pairs"),
        "open_pairs": made.found.get("open_pairs"),
        "stopped_at": campaign.stopped_at and campaign.stopped_at.isoformat(),
        "further_apart": made.found.get("further_apart"),
        "doubt": made.found.get("doubt"),
        "curve": made.found.get("curve", []),
        "neighbours": made.found.get("neighbours", []),
        "unsettled": made.found.get("unsettled", []),
        "history": [
            {
                "report": one.report_id,
                "made_at": one.made_at.isoformat(),
                "n_ratings": one.n_ratings,
                "kendall_tau": one.kendall_tau,
                "needed": one.needed,
                "reason": one.reason,
            }
            for one in forecasts_of(campaign)
            .filter(report_id__lte=made.report_id)
            .order_by("report_id")
            .defer("found")
        ],
    }


def forecast_table(facts: Mapping[str, Any], name: str) -> Table | None:
    """By its name; None where there is none."""
    if name not in TABLES or not facts[name]:
        return None
    columns = tuple(facts[name][0])
    rows: list[tuple[Cell, ...]] = [tuple(row.values()) for row in facts[name]]
    return Table(name, columns, rows)


def curve_line(facts: Mapping[str, Any], name: str) -> ChartLine:
    """Kendall's tau expected with twice the ratings."""
    line = ChartLine(
        name, [Point(row["ratings"], row["kendall_tau"]) for row in facts["curve"]]
    )
    return line._replace(points=[Point(facts["n_ratings"], 1.0), *line.points])


def history_line(facts: Mapping[str, Any], name: str) -> ChartLine:
    """The same by the ratings there were; the newest of as many."""
    by_ratings = {row["n_ratings"]: row["kendall_tau"] for row in facts["history"]}
    return ChartLine(name, [Point(n, by_ratings[n]) for n in sorted(by_ratings)])


def forecast_figure(
    facts: Mapping[str, Any], name: str, *, form: str, theme: Theme
) -> FigureFile | None:
    """None where there is no such figure."""
    if name not in FIGURES or form not in FORMATS or not facts[name]:
        return None
    points = (curve_line if name == "curve" else history_line)(facts, "τ").points
    drawn = curves(
        [str(point.at) for point in points],
        {"τ": [point.value for point in points]},
        Look(form, theme, x_label=gettext("ratings"), y_label="τ"),
    )
    return FigureFile(drawn, FORMATS[form])
