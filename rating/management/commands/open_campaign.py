from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from campaigns.models import Campaign
from campaigns.selectors.task import phrase_of, task_of
from pooling.selectors.anchors import WaitingBlock, waiting_blocks
from rating.services.opening import open_campaign


class Command(PipelineCommand):
    help = "Open a campaign to annotators and print the link to share."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        open_campaign(campaign=campaign)
        link = settings.SITE_URL + reverse("rate-welcome", args=[campaign.slug])
        waiting = waiting_blocks(campaign)
        facts = {"campaign": campaign.slug, "state": campaign.state, "link": link}
        return {**facts, "waiting": [block.facts() for block in waiting]}, [
            link,
            *said_of_waiting(campaign, waiting),
        ]


def said_of_waiting(campaign: Campaign, waiting: Sequence[WaitingBlock]) -> Iterator[str]:
    """One line for all of them, and one for each."""
    if waiting:
        yield phrase_of(task_of(campaign), "blocks wait", count=len(waiting))
    for block in waiting:
        yield f"  subset {block.number}: {block.key}"
