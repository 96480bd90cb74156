from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.management.reading import add_filters, asked_in, lines_of, table_lines
from agreement.selectors.read_facts import as_of_facts, item_facts, whole_item_facts
from agreement.selectors.read_files import items_file
from agreement.selectors.read_item import read_item
from agreement.selectors.read_lists import item_search, items_page
from agreement.services.summing import bring_sums_up_to_date
from campaigns.management.pipeline import PipelineCommand, campaign_named
from campaigns.models import Campaign
from regild.formats.rows import row_lines


class Command(PipelineCommand):
    help = "Items with what the ratings of their candidates come to; one with every rating."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--item", metavar="ID", help="one, with every rating")
        add_filters(parser, items=True)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        if options["update"]:
            bring_sums_up_to_date(campaign)
        if options["item"]:
            return _one(campaign, options["item"])
        asked = asked_in(campaign, options, items=True)
        if options["csv"]:
            file = items_file(campaign, asked)
            return {}, "".join(row_lines(file.columns, file.rows)).splitlines()
        found = items_page(campaign, item_search(campaign, asked), {})
        rows = [item_facts(campaign, row) for row in found.rows]
        facts = {"rows": rows, "counted": found.page.counted, "as_of": as_of_facts(found.as_of)}
        return facts, lines_of(rows, found.as_of, more=found.page.after is not None)


def _one(campaign: Campaign, key: str) -> tuple[dict[str, Any], list[str]]:
    item = campaign.items.filter(key=key).first()
    if item is None:
        raise CommandError(f"no item has the id {key}")
    facts = whole_item_facts(campaign, read_item(campaign, item.pk))
    rows = [
        row | {"ratings": [told["label"] or "?" for told in row["ratings"]]}
        for row in facts["candidates"]
    ]
    head = " ".join(filter(None, [item.key, item.group]))
    return facts, [head, item.text, *table_lines(rows)]
