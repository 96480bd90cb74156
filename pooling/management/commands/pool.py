from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from pooling.services.fill_pool import PoolReport, pool_campaign

ORIGIN_WORDS = {"gold": "gold only", "systems": "systems only", "both": "both"}


class Command(PipelineCommand):
    help = "Pool every substitute of the first gold and the systems into candidates."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        report = pool_campaign(campaign=campaign)
        return {"campaign": campaign.slug, **report.facts()}, lines_of(report)


def lines_of(report: PoolReport) -> list[str]:
    lines = [
        f"{report.candidates} candidates: {report.added} new, {report.changed} changed,"
        f" {report.gone_deleted} gone, {report.gone_kept} gone but kept with their ratings."
    ]
    lines += [
        f"  {ORIGIN_WORDS[share.origin]:<13}{share.count:>9}"
        + ("" if share.percent is None else f"  {share.percent:5.1f} %")
        for share in report.by_origin
    ]
    lines.append(f"{report.merges} spellings merged into another text.")
    lines += [
        f"  left out of {dropped.source}: {count} ({dropped.reason})"
        for dropped, count in sorted(report.dropped.items())
    ]
    return lines
