from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from pooling.services.fill_pool import PoolReport, pool_campaign


class Command(PipelineCommand):
    help = "Pool every substitute of the first gold and the systems into candidates."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        report = pool_campaign(campaign=campaign)
        return {"campaign": campaign.slug, **report.facts()}, lines_of(report, campaign)


def lines_of(report: PoolReport, campaign: Campaign) -> list[str]:
    phrases = task_of(campaign).phrases
    words = {share.origin: phrases[f"origin {share.origin}"] for share in report.by_origin}
    width = max(13, *map(len, words.values()))
    lines = [
        f"{report.candidates} candidates: {report.added} new, {report.changed} changed,"
        f" {report.gone_deleted} gone, {report.gone_kept} gone but kept with their ratings."
    ]
    lines += [
        f"  {words[share.origin]:<{width}}{share.count:>9}"
        + ("" if share.percent is None else f"  {share.percent:5.1f} %")
        for share in report.by_origin
    ]
    lines.append(f"{report.merges} spellings merged into another text.")
    lines += [
        f"  left out of {dropped.source}: {count} ({dropped.reason})"
        for dropped, count in sorted(report.dropped.items())
    ]
    return lines
