from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from rating.services.ledger import count_and_keep_ledger
from regild.rating.ledger import entries


class Command(PipelineCommand):
    help = "Count where the ratings of a campaign went, from given to counted."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        kept = count_and_keep_ledger(campaign)
        facts = {
            "campaign": campaign.slug,
            "counted_at": kept.counted_at.isoformat(),
            "ratings": kept.ratings,
        }
        width = len(f"{kept.ratings['given']:,}")
        return facts, [
            f"{entry.sign or ' '} {entry.ratings:>{width},}  {entry.place.words}"
            for entry in entries(kept.ratings)
        ]
