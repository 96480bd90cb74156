from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from regild.tables.printing import as_text
from scoring.selectors.releases import find_release
from scoring.selectors.soft_systems import soft_systems_facts, soft_tables
from scoring.services.soft_systems import add_soft_system, remove_soft_system


class Command(PipelineCommand):
    help = (
        "Score a system that answers with distributions, or for each annotator, on a release."
    )

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name", nargs="?", help="of the system; without it all are told")
        parser.add_argument(
            "file", nargs="?", help="as the format shares of a release, or as ratings"
        )
        parser.add_argument("--release", type=int, metavar="N", help="the newest unless given")
        parser.add_argument("--remove", action="store_true", help="remove the system")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign, name = campaign_to_change(options["slug"]), options["name"]
        release = find_release(campaign, options["release"])
        if options["remove"]:
            system = release.soft_systems.filter(name=name).first()
            if system is None:
                raise CommandError(f"release {release.number} has no system {name}")
            remove_soft_system(campaign=campaign, system=system, by=None)
        elif name:
            if not options["file"]:
                raise CommandError("a system is scored by its file")
            with ExitStack() as stack:
                answers = opened(stack, options["file"])
                added = add_soft_system(release=release, name=name, answers=answers)
            self.tell_notices(added.notices)
        facts = {
            "campaign": campaign.slug,
            "release": release.number,
            "systems": soft_systems_facts(release),
        }
        lines = [f"Release {release.number} of {campaign}; the lower, the better."]
        for table in soft_tables(release).values():
            if table.rows:
                lines += ["", *as_text(table)]
        return facts, lines
