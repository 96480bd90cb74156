from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, add_encoding, opened
from sources.management.systems import system_named
from sources.services.systems import replace_answers


class Command(PipelineCommand):
    help = "Put other answers in the place of a system's, while no ratings exist."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name")
        parser.add_argument("file")
        add_encoding(parser)
        parser.add_argument(
            "--multiwords",
            metavar="FILE",
            help="the multiwords it names; without a file it names none",
        )
        parser.add_argument(
            "--as-they-are",
            action="store_true",
            help="take answers that end in numbers, as those of a gold file do",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        system = system_named(options["slug"], options["name"])
        encoding, file = options["encoding"], options["multiwords"]
        with ExitStack() as stack:
            replaced = replace_answers(
                system=system,
                answers=opened(stack, options["file"], encoding=encoding),
                multiwords=opened(stack, file, encoding=encoding) if file else None,
                as_they_are=options["as_they_are"],
            )
        self.tell_notices(replaced.notices)
        facts = {
            "campaign": options["slug"],
            "system": replaced.system.name,
            "attempted": replaced.attempted,
            "answers": replaced.answers,
            "multiwords": replaced.multiwords,
            "notices": len(replaced.notices),
        }
        told = f"{system.name}: {replaced.answers} answers to {replaced.attempted} sentences."
        return facts, [f"{told} Pool again."]
