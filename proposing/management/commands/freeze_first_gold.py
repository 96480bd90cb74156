from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from proposing.services.freezing import freeze_first_gold


class Command(PipelineCommand):
    help = "Freeze what annotators proposed as a numbered first gold."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--name-code",
            choices=["NAME", "pn"],
            default="NAME",
            help="how names are written in its file",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        gold, new = freeze_first_gold(campaign=campaign, name_code=options["name_code"])
        counts = gold.facts["counts"]
        facts = {
            "campaign": campaign.slug,
            "gold": gold.number,
            "new": new,
            "sha256": gold.sha256,
            "facts": gold.facts,
        }
        return facts, [
            f"First gold {gold.number} of {campaign}: {counts['substitutes']} substitutes in"
            f" {counts['sentences']} sentences."
            if new
            else f"Nothing has changed since first gold {gold.number} of {campaign}.",
            f"SHA-256 {gold.sha256}",
        ]
