from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotation_site.summaries import due_letters, letter_of, send_summaries
from campaigns.management.pipeline import PipelineCommand, campaign_named


class Command(PipelineCommand):
    help = "Send the summaries by e-mail that are due; Celery's clock does so every hour."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="of this campaign alone")
        parser.add_argument(
            "--now",
            action="store_true",
            help="the weekly ones too, whatever day it is, to all who want them",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="print what would be sent, and send nothing"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"]) if options["slug"] else None
        now, chosen = timezone.now(), {"campaign": campaign, "at_once": options["now"]}
        if not options["dry_run"]:
            sent = send_summaries(now=now, **chosen)
            return {"sent": sent}, [f"{sent} sent."]
        letters = [letter_of(due, now=now) for due in due_letters(now=now, **chosen)]
        facts = [{"to": one.to, "subject": one.subject, "text": one.text} for one in letters]
        lines = [f"To: {one.to}\nSubject: {one.subject}\n\n{one.text}" for one in letters]
        return {"letters": facts}, lines or ["Nothing is due."]
