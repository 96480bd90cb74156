from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.selectors.reports import latest_report, report_tables
from agreement.selectors.staleness import report_and_changes
from agreement.services import measure_agreement, store_word_list
from agreement.templatetags.agreement_pages import changes_said, measures_of_use
from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from regild.tables.printing import Table, as_text


class Command(PipelineCommand):
    help = "Measure how far annotators agree, and keep a report of it."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--frequencies",
            metavar="FILE",
            help="a table of word and frequency, kept for this report and all later ones",
        )

        parser.add_argument(
            "--latest",
            action="store_true",
            help="measure nothing: the report that is there, and what changed since",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        if options["frequencies"]:
            with ExitStack() as stack:
                store_word_list(campaign=campaign, words=opened(stack, options["frequencies"]))
        report = latest_report(campaign) if options["latest"] else None
        if options["latest"] and report is None:
            raise CommandError(f"{campaign} has no report yet; without --latest one is made")
        report = report or measure_agreement(campaign=campaign)
        facts, made = report_and_changes(report), report_tables(report)
        lines = [
            f"{facts['n_ratings']} ratings of {facts['n_candidates']} candidates"
            f" by {facts['n_annotators']} annotators.",
            f"Measured {report.made_at:%Y-%m-%d %H:%M} UTC.",
            *(
                [f"Out of date: since it was measured, {changes_said(facts['changes'])}."]
                if facts["changes"]
                else []
            ),
        ]
        return facts, lines + (
            _of_levels(made) if facts["levels"] else _of_an_order(facts, made, campaign)
        )


def _of_levels(made: dict[str, Table]) -> list[str]:
    """Agreement at each level of the tree, and at each what was taken for what."""
    shown = [
        made[name]
        for name in made
        if name == "levels" or name.startswith(("categories_", "agreements_", "confusions_"))
    ]
    lines = []
    for table in shown:
        if table.rows:
            lines += ["", *as_text(table)]
    return lines


def _of_an_order(
    facts: dict[str, Any], made: dict[str, Table], campaign: Campaign
) -> list[str]:
    if not task_of(campaign).pools_answers:
        measures = made["measures"]._replace(rows=measures_of_use(made["measures"], campaign))
        return ["", *as_text(measures), "", *as_text(made["by_origin"])]
    new, rejected = (facts["comparison"][name] for name in ("new", "rejected"))
    lines = [
        "",
        *as_text(made["measures"]),
        "",
        *as_text(made["by_origin"]),
        "",
        f"New substitutes: {new['n']}, of which {new['n_good']} score"
        f" {new['good_from']:g} or more.",
        f"First-gold substitutes that nobody accepts now: {rejected['n']}"
        f" of {facts['comparison']['n_gold']}.",
        "",
        *as_text(made["rejected_by_votes"]),
        "",
        *as_text(made["summary"]),
    ]
    if made["frequency"].rows:
        lines += ["", *as_text(made["frequency"])]
    return lines
