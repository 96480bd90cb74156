from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.forms.quality import BadThresholds, thresholds_asked
from campaigns.management.pipeline import WRONG_INPUT, PipelineCommand, campaign_named
from rating.selectors.thresholds import would_flag


class Command(PipelineCommand):
    help = "How many sittings the thresholds of the checks flag, or others would flag."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a threshold to try, such as median_ms=1000; nothing is stored",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        try:
            thresholds = thresholds_asked(campaign, _asked(options["set"]))
        except BadThresholds as bad:
            raise CommandError(str(bad), returncode=WRONG_INPUT) from bad
        found = would_flag(campaign, thresholds)
        facts = {
            "campaign": campaign.slug,
            **found._asdict(),
            "checked_at": found.checked_at and found.checked_at.isoformat(),
            "thresholds": thresholds,
        }
        lines = [
            f"{name} {value:g}: {_told(found.by_threshold[name])}"
            for name, value in thresholds.items()
        ]
        return facts, [
            f"{_told(found.flagged)} of {found.sittings} checked sittings flagged,"
            f" {found.unchecked} not checked yet",
            *lines,
        ]


def _asked(settings: list[str]) -> dict[str, str]:
    asked = {}
    for one in settings:
        name, equals, value = one.partition("=")
        if not equals:
            raise CommandError(f"--set {one}: write NAME=VALUE", returncode=WRONG_INPUT)
        asked[name] = value
    return asked


def _told(n: int | None) -> str:
    return "not counted: fast_share is no whole per cent" if n is None else str(n)
