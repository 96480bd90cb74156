from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation_site.archives.backup import back_up
from annotation_site.management.replaced import told
from campaigns.management.pipeline import PipelineCommand


class Command(PipelineCommand):
    help = "Write everything in the database to one file, while the site goes on."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        tables, replaced = back_up(options["file"])
        rows = sum(table.rows for table in tables)
        facts = {
            "file": str(options["file"]),
            "bytes": options["file"].stat().st_size,
            "tables": {table.name: table.rows for table in tables},
            "replaced": replaced,
        }
        return facts, [
            f"{options['file']}: {len(tables)} tables, {rows} rows, {facts['bytes']} bytes.",
            *told(replaced),
        ]
