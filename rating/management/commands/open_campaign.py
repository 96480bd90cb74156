from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from rating.services.opening import open_campaign


class Command(PipelineCommand):
    help = "Open a campaign to annotators and print the link to share."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        open_campaign(campaign=campaign)
        link = settings.SITE_URL + reverse("rate-welcome", args=[campaign.slug])
        return {"campaign": campaign.slug, "state": campaign.state, "link": link}, [link]
