from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand
from sources.management.systems import system_named
from sources.services.changing_systems import hide_system, show_system


class Command(PipelineCommand):
    help = "Neither pool, score nor rank a system; what was rated keeps its ratings."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name")
        parser.add_argument("--show", action="store_true", help="pool and score it again")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        system = system_named(options["slug"], options["name"])
        change = show_system if options["show"] else hide_system
        hidden = change(system=system).hidden_at is not None
        facts = {"campaign": options["slug"], "system": system.name, "hidden": hidden}
        state = "hidden" if hidden else "shown"
        return facts, [f"{system.name} is {state}. Pool again, and score again."]
