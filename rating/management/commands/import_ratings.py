from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import (
    PipelineCommand,
    add_encoding,
    campaign_to_change,
    opened,
)
from rating.services.importing import import_ratings, preview_import


class Command(PipelineCommand):
    help = "Bring in ratings collected elsewhere, a table with the columns that the task has."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_encoding(parser)
        parser.add_argument("file")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what it would do, and store nothing"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            bring_in = preview_import if options["dry_run"] else import_ratings
            report = bring_in(
                campaign=campaign,
                ratings=opened(stack, options["file"], encoding=options["encoding"]),
            )
        self.tell_notices(report.notices)
        facts = {
            "campaign": campaign.slug,
            **report._asdict(),
            "notices": len(report.notices),
        }
        said = (
            f"{report.added} ratings of {report.annotators} annotators added,"
            f" {report.changed} changed, {report.unchanged} there already."
        )
        if options["dry_run"]:
            return facts, [said, "Nothing was stored: this is what an import would do."]
        if report.number is not None:
            said += f" This is import {report.number}."
        return facts, [said]
