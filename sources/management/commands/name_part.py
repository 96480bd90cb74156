from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import (
    PipelineCommand,
    add_encoding,
    campaign_to_change,
    opened,
)
from sources.services.parts import name_part, remove_part


class Command(PipelineCommand):
    help = "Name a part of a campaign's sentences, to score systems on it apart."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_encoding(parser)
        parser.add_argument("name", help="such as MAN: measures are best.R.MAN then")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("file", nargs="?", help="an id of a sentence a line")
        what.add_argument("--remove", action="store_true", help="forget the part")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign, name = campaign_to_change(options["slug"]), options["name"]
        facts = {"campaign": campaign.slug, "part": name}
        if options["remove"]:
            remove_part(campaign=campaign, name=name, by=None)
            return facts | {"sentences": 0}, [f"{name} is no part any more."]
        with ExitStack() as stack:
            named = name_part(
                campaign=campaign,
                name=name,
                sentences=opened(stack, options["file"], encoding=options["encoding"]),
            )
        self.tell_notices(named.notices)
        return facts | {"sentences": named.sentences}, [
            f"{name}: {named.sentences} sentences. rescore scores systems on it."
        ]
