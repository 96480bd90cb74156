from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand
from sources.management.systems import system_named
from sources.services.changing_systems import rename_system


class Command(PipelineCommand):
    help = "Call a system otherwise; what a release froze keeps the name it had."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name")
        parser.add_argument("new_name")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        system = system_named(options["slug"], options["name"])
        renamed = rename_system(system=system, name=options["new_name"])
        facts = {"campaign": options["slug"], "former": system.name, "system": renamed.name}
        return facts, [f"{system.name} is now called {renamed.name}."]
