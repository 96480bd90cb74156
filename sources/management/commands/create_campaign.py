from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, opened
from campaigns.models import Campaign
from core.refusals import CampaignExists
from sources.services.creating import SCALES, create_campaign


class Command(PipelineCommand):
    help = "Make a campaign from its sentences and first gold."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--sentences", required=True, metavar="FILE")
        parser.add_argument("--gold", required=True, metavar="FILE")
        parser.add_argument("--language", required=True, help="BCP 47 tag, such as fr")
        parser.add_argument("--title", default="")
        parser.add_argument("--mapping", metavar="FILE")
        parser.add_argument("--scale", choices=SCALES, default=SCALES[0])
        parser.add_argument("--multiwords", choices=Campaign.Keep.values, default="keep")
        parser.add_argument("--exclude-target", nargs="+", default=[], metavar="WORD.POS")
        parser.add_argument("--min-ratings", type=int, default=3)
        parser.add_argument("--max-ratings", type=int, default=7)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        with ExitStack() as stack:
            mapping = options["mapping"]
            try:
                made = create_campaign(
                    slug=options["slug"],
                    title=options["title"],
                    sentences=opened(stack, options["sentences"]),
                    gold=opened(stack, options["gold"]),
                    mapping=opened(stack, mapping) if mapping else None,
                    language=options["language"],
                    scale=options["scale"],
                    multiwords=options["multiwords"],
                    excluded_targets=options["exclude_target"],
                    min_ratings=options["min_ratings"],
                    max_ratings=options["max_ratings"],
                )
            except CampaignExists as exists:
                raise CommandError(f"there is a campaign {exists.slug} already") from exists
        self.tell_notices(made.notices)
        facts = {
            "campaign": made.campaign.slug,
            "sentences": made.sentences,
            "gold_substitutes": made.gold_substitutes,
            "notices": len(made.notices),
        }
        return facts, [
            f"Campaign {made.campaign.slug}: {made.sentences} sentences,"
            f" {made.gold_substitutes} gold substitutes."
        ]
