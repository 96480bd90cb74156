from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, add_encoding, opened
from campaigns.models import Campaign
from core.refusals import CampaignExists
from regild.tasks import DEFAULT, TASKS, campaign_files
from sources.services.large_campaigns import create_in_portions
from sources.services.scales import SCALES


class Command(PipelineCommand):
    help = "Make a campaign from its sentences, and their first gold if there is one."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_encoding(parser)
        parser.add_argument("--task", choices=sorted(TASKS), default=DEFAULT)
        for name, file in campaign_files().items():
            parser.add_argument(f"--{name.replace('_', '-')}", metavar="PATH", help=file.label)
        parser.add_argument("--language", required=True, help="BCP 47 tag, such as fr")
        parser.add_argument("--title", default="")
        parser.add_argument("--scale", choices=SCALES, default="")
        parser.add_argument("--multiwords", choices=Campaign.Keep.values, default="keep")
        parser.add_argument(
            "--case",
            choices=Campaign.Case.values,
            default="keep",
            help="lower: fold to lower case",
        )
        parser.add_argument("--exclude-target", nargs="+", default=[], metavar="WORD.POS")
        parser.add_argument("--min-ratings", type=int, default=3)
        parser.add_argument("--max-ratings", type=int, default=7)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        with ExitStack() as stack:
            files = {
                name: opened(
                    stack, options[name], folder=file.folder, encoding=options["encoding"]
                )
                for name, file in campaign_files().items()
                if options[name] is not None
            }
            try:
                made = create_in_portions(
                    slug=options["slug"],
                    title=options["title"],
                    task=options["task"],
                    files=files,
                    language=options["language"],
                    scale=options["scale"],
                    multiwords=options["multiwords"],
                    case_policy=options["case"],
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
        return facts, [f"Campaign {made.campaign.slug}: {made.said}"]
