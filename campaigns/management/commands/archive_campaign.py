from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from campaigns.services.archiving import archive_campaign, bring_back_campaign


class Command(PipelineCommand):
    help = "Take a closed campaign out of the lists, only to be looked at, or bring it back."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--bring-back", action="store_true")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        change = bring_back_campaign if options["bring_back"] else archive_campaign
        archived = change(campaign=campaign).archived_at is not None
        told = "is archived" if archived else "is back"
        return {"campaign": campaign.slug, "archived": archived}, [f"{campaign} {told}."]
