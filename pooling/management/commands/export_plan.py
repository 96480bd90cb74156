from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from core.downloads import RowFile
from pooling.management.commands.dispatch import sample_line
from pooling.selectors import plan_file
from pooling.selectors.samples import drawn_of, sample_file
from regild.formats.rows import write_rows


class Command(PipelineCommand):
    help = "Write the stored plan as CSV, for checking or for a sitting held elsewhere."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--out", required=True, metavar="FILE")
        parser.add_argument(
            "--sentences", metavar="FILE", help="also every sentence, and whether it was drawn"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        if not campaign.subsets.exists():
            raise CommandError(f"{campaign} has no plan yet; dispatch makes one.")
        count = _write(Path(options["out"]), plan_file(campaign))
        drawn = drawn_of(campaign)
        facts = {
            "campaign": campaign.slug,
            "rows": count,
            "out": options["out"],
            "sample": drawn and drawn._asdict(),
        }
        lines = [f"{count} places written to {options['out']}."]
        if drawn:
            lines.append(sample_line(drawn))
        if options["sentences"]:
            facts["sentences"] = _write(Path(options["sentences"]), sample_file(campaign))
            lines.append(f"{facts['sentences']} sentences written to {options['sentences']}.")
        return facts, lines


def _write(out: Path, file: RowFile) -> int:
    try:
        with out.open("w", encoding="utf-8", newline="") as stream:
            return write_rows(stream, file.columns, file.rows)
    except OSError as error:
        raise CommandError(f"{out}: {error.strerror}") from error
