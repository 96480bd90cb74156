from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation_site.archives.backup import restore
from annotation_site.management.replaced import told
from campaigns.management.pipeline import PipelineCommand


class Command(PipelineCommand):
    help = "Store a backup in an empty database, where migrate has been run."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        manifest, replaced = restore(options["file"])
        rows = sum(table.rows for table in manifest.tables)
        facts = {
            "made_at": manifest.made_at,
            "tables": {table.name: table.rows for table in manifest.tables},
            "replaced": replaced,
        }
        return facts, [
            *told(replaced),
            f"Restored what was backed up on {manifest.made_at}:"
            f" {len(manifest.tables)} tables, {rows} rows, every sum equal.",
        ]
