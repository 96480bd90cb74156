from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from rating.services.taking_back_imports import take_back_import


class Command(PipelineCommand):
    help = "Take back an import of ratings as a whole; nothing is deleted."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("number", type=int, help="of the import, as import_ratings said it")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        taken = take_back_import(campaign=campaign, number=options["number"])
        facts = {"campaign": campaign.slug, **taken._asdict()}
        return facts, [
            f"Import {taken.number} is taken back: {taken.ratings} ratings count no more; for"
            f" {taken.restored} of them an earlier value counts again."
        ]
