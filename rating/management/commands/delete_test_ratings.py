from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from rating.services.deleting_tests import delete_test_ratings


class Command(PipelineCommand):
    help = "Delete annotators who tried it out, with all they did, before any release."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--annotators",
            nargs="+",
            type=int,
            required=True,
            metavar="ID",
            help="their numbers",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        deleted = delete_test_ratings(campaign=campaign, annotators=options["annotators"])
        facts = {"campaign": campaign.slug, **deleted._asdict()}
        return facts, [
            f"Deleted: {deleted.annotators} annotators, {deleted.sittings} sittings,"
            f" {deleted.ratings} ratings, {deleted.proposals} proposals."
        ]
