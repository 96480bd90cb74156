from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from judging.selectors.reports import judging_facts, judging_tables, latest_judging
from judging.services.measuring import EPSILON, measure_judges
from regild.tables.printing import as_text


class Command(PipelineCommand):
    help = "Set the models that judged beside the annotators, and keep a report of it."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--epsilon",
            type=float,
            default=EPSILON,
            metavar="E",
            help="head start of a model: .2 beside experts, .15 beside skilled people, .1"
            f" beside a crowd; {EPSILON:g}",
        )
        parser.add_argument(
            "--latest", action="store_true", help="measure nothing: the report that is there"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        report = latest_judging(campaign) if options["latest"] else None
        if options["latest"] and report is None:
            raise CommandError(f"{campaign} has no report yet; without --latest one is made")
        report = report or measure_judges(campaign=campaign, epsilon=options["epsilon"])
        facts = judging_facts(report)
        lines = [
            f"{facts['n_ratings']} ratings by {facts['n_annotators']} annotators, ε"
            f" {facts['epsilon']:g}."
        ]
        for one in facts["judges"]:
            if one["not_scored"]:
                lines.append(f"{one['judge']['name']}: {one['not_scored']}")
        for table in judging_tables(facts).values():
            if table.rows:
                lines += ["", *as_text(table)]
        return facts, lines
