from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from proposing.selectors.reports import agreement_of, report_json
from proposing.services.reporting import report_first_gold

# What a lead should look at, by the names of the report's lists.
LISTED = {
    "merges": "spellings that count as another text",
    "close": "pairs of close spellings",
    "unclear": "unclear sentences",
    "unclear_groups": "unclear targets",
    "left_out": "proposals in no gold",
    "few": "sentences with fewer than two answers",
    "multiwords": "sentences with a multiword",
}


class Command(PipelineCommand):
    help = "Look at what annotators proposed: merges, close spellings, flags, agreement."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        report = report_first_gold(campaign=campaign)
        campaign.refresh_from_db()
        counts, lists = report.counts, report.lists
        flags = [
            f"  {name}: {finding['reason']}"
            for name, found in lists["findings"].items()
            for finding in found
        ]
        return {"campaign": campaign.slug, **report_json(report, campaign)}, [
            f"{counts['responses']} responses to {counts['sentences']} sentences by"
            f" {counts['annotators']} annotators.",
            *(f"  {len(lists[name])} {words}" for name, words in LISTED.items()),
            f"  {len(flags)} flags",
            *flags,
            "",
            agreement_of(report).to_table(),
        ]
