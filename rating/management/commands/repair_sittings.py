from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from rating.services.repairing import Repair, repair_sittings


class Command(PipelineCommand):
    help = "Find and mend sittings that an earlier version damaged; say what cannot be known."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="all, unless given")
        parser.add_argument("--dry-run", action="store_true", help="tell it, change nothing")
        parser.add_argument(
            "--complete-expired",
            action="store_true",
            help="let expired sittings count in which everything is answered,"
            " where a seat is free",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        chosen = [campaign_to_change(slug) for slug in options["slugs"]] or list(
            Campaign.objects.exclude(slug__startswith=RETIRED).order_by("slug")
        )
        repairs = {
            campaign.slug: repair_sittings(
                campaign=campaign,
                complete_expired=options["complete_expired"],
                dry_run=options["dry_run"],
            )
            for campaign in chosen
        }
        facts = {slug: repair.facts() for slug, repair in repairs.items()}
        lines = [
            f"{slug}: {line}" for slug, repair in repairs.items() for line in _lines_of(repair)
        ]
        if options["dry_run"]:
            lines.append("Nothing was changed.")
        return {"dry_run": options["dry_run"], "campaigns": facts}, lines


def _lines_of(repair: Repair) -> list[str]:
    lines = []
    if any(repair.changes.values()):
        lines.append(
            f"{repair.restored} answers count again, {repair.recounted} sittings recounted,"
            f" {repair.summed} summed anew, {repair.completed} completed,"
            f" {len(repair.completed_expired)} expired ones completed."
        )
    else:
        lines.append("nothing to mend.")
    lines += [
        f"sitting {doubt.sitting} of annotator {doubt.annotator}, {doubt.candidate!r} in"
        f" {doubt.sentence}: {'cannot judge' if doubt.value is None else doubt.value} may not"
        f" be the last word; {doubt.why}."
        for doubt in repair.doubts
    ]
    if repair.answered:
        lines.append(
            f"{len(repair.answered)} expired sittings have every answer and do not count:"
            f" {', '.join(map(str, repair.answered))}. Whether their annotators were kept from"
            " completing them cannot be known."
        )
    return lines
