from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from proposing.services.taking_back import take_back_rounds


class Command(PipelineCommand):
    help = "Delete all rounds of the first stage, while nobody has proposed in them."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        rounds = take_back_rounds(campaign=campaign)
        facts = {"campaign": campaign.slug, "rounds": rounds}
        return facts, [f"{rounds} rounds are deleted: annotators are not asked to propose."]
