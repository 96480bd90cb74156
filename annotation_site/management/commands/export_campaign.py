from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation_site.archives.moving import export_campaign
from annotation_site.management.replaced import told
from campaigns.management.pipeline import PipelineCommand, campaign_named


class Command(PipelineCommand):
    help = "Write a whole campaign to one file, for another site to import."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        tables, replaced = export_campaign(campaign=campaign, path=options["file"])
        rows = sum(table.rows for table in tables)
        facts = {
            "campaign": campaign.slug,
            "file": str(options["file"]),
            "tables": {table.name: table.rows for table in tables},
            "replaced": replaced,
        }
        line = f"{options['file']}: campaign {campaign}, {rows} rows."
        return facts, [line, *told(replaced)]
