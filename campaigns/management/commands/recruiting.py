from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from campaigns.services.recruiting import RECRUITING, set_recruiting

OPTIONS = {
    "completed": ("completion_url", "completion_code"),
    "failed-check": ("failed_check_url", "failed_check_code"),
    "withdrew": ("withdrawn_url", "withdrawn_code"),
}


class Command(PipelineCommand):
    help = "Where a recruiting site expects its people back, and with which codes."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        for outcome, (url, code) in OPTIONS.items():
            parser.add_argument(
                f"--{outcome}", dest=code, metavar="CODE", help="empty takes it away"
            )
            parser.add_argument(
                f"--{outcome}-url", dest=url, metavar="URL", help="{code} stands for the code"
            )
        parser.add_argument(
            "--secret",
            dest="recruiting_secret",
            help="with which the site signs what it reports; empty takes it away",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        changes = {name: options[name] for name in RECRUITING if options[name] is not None}
        set_recruiting(campaign=campaign, changes=changes)
        campaign.refresh_from_db()
        facts = {
            name: getattr(campaign, name) for name in RECRUITING if name != "recruiting_secret"
        }
        facts["reports"] = bool(campaign.recruiting_secret)
        return {"campaign": campaign.slug, **facts}, [
            f"{name}: {value}" for name, value in facts.items()
        ]
