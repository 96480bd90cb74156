from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.selectors.themes import themes_of, themes_table
from agreement.services.themes import tag_document, untag_document
from campaigns.management.pipeline import PipelineCommand, campaign_named, campaign_to_change
from campaigns.models import Campaign
from regild.tables.printing import as_text
from sources.models import Item


class Command(PipelineCommand):
    help = "What disagreements are about; tag documents with it."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--theme", help="that --tag and --untag speak of")
        parser.add_argument("--tag", nargs="+", default=[], metavar="DOCUMENT")
        parser.add_argument("--untag", nargs="+", default=[], metavar="DOCUMENT")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        theme, tag, untag = options["theme"], options["tag"], options["untag"]
        if bool(theme) != bool(tag or untag):
            raise CommandError("--theme goes with --tag or --untag, and they with it")
        if theme:
            campaign = campaign_to_change(options["slug"])
            found = _documents(campaign, {*tag, *untag})
            for key in tag:
                tag_document(item=found[key], theme=theme, by=None)
            for key in untag:
                untag_document(campaign=campaign, item=found[key], theme=theme, by=None)
        campaign = campaign_named(options["slug"])
        told = themes_of(campaign)
        facts = {"disagreeing": told.disagreeing, "rows": [row._asdict() for row in told.rows]}
        return facts, as_text(themes_table(campaign))


def _documents(campaign: Campaign, keys: set[str]) -> dict[str, Item]:
    found = {item.key: item for item in campaign.items.filter(key__in=keys)}
    if unknown := sorted(keys - found.keys()):
        raise CommandError(f"no document has the id {', '.join(unknown)}")
    return found
