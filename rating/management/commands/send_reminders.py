from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from campaigns.management.pipeline import PipelineCommand
from rating.services.reminding import due_reminders, send_reminders


class Command(PipelineCommand):
    help = "Send the reminders that annotators asked for and that are due; once each."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="say how many would be sent, by campaign, and send nothing",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        now = timezone.now()
        if not options["dry_run"]:
            sent = send_reminders(now=now)
            return {"sent": sent}, [f"{sent} sent."]
        due: dict[str, int] = {}
        # No address is printed: it would lie in somebody's log.
        for reminder in due_reminders(now=now):
            slug = reminder.annotator.campaign.slug
            due[slug] = due.get(slug, 0) + 1
        lines = [f"{slug}: {number}" for slug, number in sorted(due.items())]
        return {"due": due}, lines or ["None is due."]
