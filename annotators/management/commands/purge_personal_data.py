from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotators.services.retention import purge_personal_data
from campaigns.management.pipeline import PipelineCommand


class Command(PipelineCommand):
    help = "Delete annotators' personal data where a campaign has been closed long enough."

    def add_step_arguments(self, parser: CommandParser) -> None:
        """None: how long is long enough is a column of each campaign."""

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        purge = purge_personal_data(now=timezone.now())
        for slug in purge.undated:
            self.stderr.write(
                f"{slug} is closed, but its log does not say since when: nothing was deleted."
                " Open it and close it again."
            )
        return purge._asdict(), [
            f"{slug}: {count} annotators" for slug, count in purge.annotators.items()
        ] or ["Nothing to delete."]
