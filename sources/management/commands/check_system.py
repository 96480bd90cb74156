from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import (
    WRONG_INPUT,
    PipelineCommand,
    campaign_named,
    opened,
)
from regild.problems import BadFiles
from sources.services.checking import check_system

TOLD = 20


class Command(PipelineCommand):
    help = "Look at a system's file before it is added: what is wrong, and what it lacks."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--multiwords", metavar="FILE", help="those that it names")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        with ExitStack() as stack:
            named = options["multiwords"]
            found = check_system(
                campaign=campaign,
                answers=opened(stack, options["file"]),
                multiwords=opened(stack, named) if named else None,
            )
        if found.problems:
            raise BadFiles([*found.problems])
        if found.refusal is not None:
            raise CommandError(str(found.refusal), returncode=WRONG_INPUT)
        self.tell_notices(found.notices)
        facts = {
            "campaign": campaign.slug,
            "items": found.items,
            "attempted": found.attempted,
            "answers": found.answers,
            "missing": [*found.missing],
        }
        lines = [f"{found.answers} answers; {found.attempted} of {found.items} items have one."]
        if found.missing:
            more = len(found.missing) - TOLD
            shown = ", ".join(found.missing[:TOLD])
            lines.append(f"Missing: {shown}{f' and {more} more' if more > 0 else ''}.")
        return facts, lines
