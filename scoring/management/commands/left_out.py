from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from regild.tables.printing import as_text, shown
from scoring.selectors.left_out import left_out_of, left_out_table, tested_table
from scoring.selectors.releases import find_release


class Command(PipelineCommand):
    help = "Print each system without the answers that it alone brought into the pool."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--release", type=int, metavar="N", help="the newest unless given")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        release = find_release(campaign_named(options["slug"]), options["release"])
        found = left_out_of(release)
        if found.reason:
            return found.told(), [f"No system is left out: {found.reason}."]
        lines = [*as_text(left_out_table(found)), "", *as_text(tested_table(found))]
        for late in found.late:
            can = {True: "can be trusted", False: "cannot be trusted", None: "is undefined"}
            lines.append(
                f"{late.system} came late, judged@10 {shown(late.judged)}: its rank"
                f" {can[late.trusted]}."
            )
        return found.told(), lines
