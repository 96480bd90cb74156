from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation_site.archives.moving import MissingAccount, import_campaign
from annotation_site.management.replaced import told
from campaigns.management.pipeline import PipelineCommand


class Command(PipelineCommand):
    help = "Bring in a campaign that another site exported."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        imported = import_campaign(options["file"])
        for notice in imported.notices:
            self.stderr.write(words_of(notice))
        rows = sum(table.rows for table in imported.tables)
        facts = {
            "campaign": imported.campaign.slug,
            "tables": {table.name: table.rows for table in imported.tables},
            "notices": [notice._asdict() for notice in imported.notices],
            "replaced": imported.replaced,
        }
        line = f"Campaign {imported.campaign}: {rows} rows, every sum equal."
        return facts, [*told(imported.replaced), line]


def words_of(notice: MissingAccount) -> str:
    fate = "kept without the name" if notice.kept else "left out"
    return (
        f"There is no account {notice.username!r} here: {notice.rows} of"
        f" {notice.table}.{notice.column} {fate}."
    )
