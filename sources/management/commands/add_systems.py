from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import (
    PipelineCommand,
    add_encoding,
    campaign_to_change,
    opened,
)
from sources.models import System
from sources.services.adding_systems import NewSystem, add_systems


class Command(PipelineCommand):
    help = (
        "Add many systems to a campaign, each named after its file. All of them are added, or "
        "none where a file has a problem."
    )

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_encoding(parser)
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument(
            "--kind", choices=System.Kind.values, default=System.Kind.PARTICIPANT.value
        )
        parser.add_argument(
            "--as-they-are",
            action="store_true",
            help="take answers that end in numbers, as those of a gold file do",
        )
        parser.add_argument(
            "--good-only",
            action="store_true",
            help="add the files without problems, and leave the others out",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            found = add_systems(
                campaign=campaign,
                systems=[
                    NewSystem(opened(stack, file, encoding=options["encoding"]))
                    for file in options["files"]
                ],
                kind=options["kind"],
                as_they_are=options["as_they_are"],
                good_only=options["good_only"],
            )
        for added in found.added:
            self.tell_notices(added.notices)
        for bad in found.left_out:
            self.stderr.write(f"Left out: {bad}")
        facts = {
            "campaign": campaign.slug,
            "systems": [
                {
                    "system": one.system.name,
                    "attempted": one.attempted,
                    "answers": one.answers,
                    "notices": len(one.notices),
                }
                for one in found.added
            ],
            "left_out": [bad.name for bad in found.left_out],
        }
        return facts, [
            f"{one.system.name}: {one.answers} answers to {one.attempted} sentences."
            for one in found.added
        ]
