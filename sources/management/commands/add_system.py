from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import (
    PipelineCommand,
    add_encoding,
    campaign_to_change,
    opened,
)
from core.refusals import SystemExists
from sources.models import System
from sources.services.systems import add_system


class Command(PipelineCommand):
    help = "Add a system's ranked answers to a campaign."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_encoding(parser)
        parser.add_argument("name")
        parser.add_argument("file")
        parser.add_argument(
            "--multiwords",
            metavar="FILE",
            help="the multiwords it names, scored by mw.detect_P and others",
        )
        parser.add_argument(
            "--kind", choices=System.Kind.values, default=System.Kind.PARTICIPANT.value
        )

        parser.add_argument(
            "--as-they-are",
            action="store_true",
            help="take answers that end in numbers, as those of a gold file do",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            file = options["multiwords"]
            multiwords = opened(stack, file, encoding=options["encoding"]) if file else None
            try:
                added = add_system(
                    campaign=campaign,
                    name=options["name"],
                    kind=options["kind"],
                    answers=opened(stack, options["file"], encoding=options["encoding"]),
                    multiwords=multiwords,
                    as_they_are=options["as_they_are"],
                )
            except SystemExists as exists:
                raise CommandError(f"{campaign} has a system {exists.name} already") from exists
        self.tell_notices(added.notices)
        facts = {
            "campaign": campaign.slug,
            "system": added.system.name,
            "kind": added.system.kind,
            "attempted": added.attempted,
            "answers": added.answers,
            "multiwords": added.multiwords,
            "notices": len(added.notices),
        }
        lines = [
            f"{added.system.name}: {added.answers} answers to {added.attempted} sentences."
        ]
        if added.multiwords is not None:
            lines.append(f"It names a multiword in {added.multiwords} sentences.")
        return facts, lines
