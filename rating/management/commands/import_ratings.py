from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from rating.services.importing import import_ratings


class Command(PipelineCommand):
    help = "Bring in ratings collected elsewhere: annotator, sentence, substitute, value."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            report = import_ratings(campaign=campaign, ratings=opened(stack, options["file"]))
        self.tell_notices(report.notices)
        facts = {
            "campaign": campaign.slug,
            **report._asdict(),
            "notices": len(report.notices),
        }
        return facts, [
            f"{report.added} ratings of {report.annotators} annotators added,"
            f" {report.changed} changed, {report.unchanged} there already."
        ]
