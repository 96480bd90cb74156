from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from judging.models import Judge
from judging.services.importing import remove_judge


class Command(PipelineCommand):
    help = "Remove a model that judged, with all it judged; reports stay."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("number", type=int, help="of the judge, as import_ratings said it")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        try:
            judge = remove_judge(campaign=campaign, number=options["number"])
        except Judge.DoesNotExist as missing:
            raise CommandError(f"{campaign} has no judge {options['number']}") from missing
        facts = {"campaign": campaign.slug, "judge": judge.number, "name": judge.name}
        return facts, [f"{judge} is removed."]
