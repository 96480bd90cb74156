from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from pooling.selectors import plan_columns, stored_plan
from regild.formats.rows import write_rows


class Command(PipelineCommand):
    help = "Write the stored plan as CSV, for checking or for a sitting held elsewhere."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--out", required=True, metavar="FILE")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        if not campaign.subsets.exists():
            raise CommandError(f"{campaign} has no plan yet; dispatch makes one.")
        out = Path(options["out"])
        rows = (row.cells() for row in stored_plan(campaign))
        try:
            with out.open("w", encoding="utf-8", newline="") as stream:
                count = write_rows(stream, plan_columns(campaign), rows)
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror}") from error
        return {"campaign": campaign.slug, "rows": count, "out": str(out)}, [
            f"{count} places written to {out}."
        ]
