from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from campaigns.management.pipeline import PipelineCommand, campaign_named
from rating.selectors.recruiting import Quota, Recruiting, recruiting_of


class Command(PipelineCommand):
    help = "How full the quotas of a campaign are, and how many were turned away."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        found = recruiting_of(campaign, now=timezone.now())
        facts = {
            "campaign": campaign.slug,
            "quotas": [_facts(quota) for quota in found.quotas],
            "check": found.check and found.check._asdict(),
        }
        return facts, _lines(found)


def _facts(quota: Quota) -> dict[str, Any]:
    told = quota._asdict()
    del told["label"]
    return {**told, "free": quota.free}


def _lines(found: Recruiting) -> list[str]:
    lines = [
        f"{quota.label} {quota.answer}: {quota.held} of {quota.most}"
        f" ({quota.sitting} with a sitting, {quota.joined} just joined),"
        f" {quota.turned_away} turned away"
        for quota in found.quotas
    ]
    if found.check:
        lines.append(
            f"Questions about the instructions: {found.check.passed} passed,"
            f" {found.check.failed} failed, {found.check.pending} not yet"
        )
    return lines or ["There are no quotas, and no questions about the instructions."]
