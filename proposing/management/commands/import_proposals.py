from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import (
    PipelineCommand,
    add_encoding,
    campaign_to_change,
    opened,
)
from proposing.services.importing import import_proposals


class Command(PipelineCommand):
    help = "Bring in what annotators proposed elsewhere."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_encoding(parser)
        parser.add_argument(
            "file", help="a table of sentence, annotator, rank and substitute, or mark"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            file = opened(stack, options["file"], encoding=options["encoding"])
            report = import_proposals(campaign=campaign, proposals=file)
        self.tell_notices(report.notices)
        facts = report._asdict() | {"campaign": campaign.slug, "notices": len(report.notices)}
        return facts, [
            f"{report.added} responses of {report.annotators} annotators added,"
            f" {report.changed} changed, {report.unchanged} there already."
        ]
