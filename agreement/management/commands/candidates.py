from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.management.reading import add_filters, asked_in, lines_of
from agreement.selectors.read_facts import as_of_facts, candidate_facts
from agreement.selectors.read_files import candidates_file
from agreement.selectors.read_lists import candidate_search, candidates_page
from agreement.services.summing import bring_sums_up_to_date
from campaigns.management.pipeline import PipelineCommand, campaign_named
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from regild.formats.rows import row_lines


class Command(PipelineCommand):
    help = "Candidates with what their ratings come to: the first 50, or all as CSV."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_filters(parser, items=False)
        parser.add_argument("--target", "--folder", "--probe", dest="group", default="")
        parser.add_argument("--origin", choices=Candidate.Origin.values, default="")
        parser.add_argument("--system", metavar="NAME", help="that proposed it")
        parser.add_argument("--value", type=int, help="that somebody gave")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        told = options | {
            "system": _system(campaign, options["system"]),
            task_of(campaign).group_filter: options["group"],
        }
        asked = asked_in(campaign, told, items=False)
        if options["update"]:
            bring_sums_up_to_date(campaign)
        if options["csv"]:
            file = candidates_file(campaign, asked)
            return {}, "".join(row_lines(file.columns, file.rows)).splitlines()
        found = candidates_page(campaign, candidate_search(campaign, asked), {})
        rows = [candidate_facts(campaign, row) for row in found.rows]
        facts = {"rows": rows, "counted": found.page.counted, "as_of": as_of_facts(found.as_of)}
        return facts, lines_of(rows, found.as_of, more=found.page.after is not None)


def _system(campaign: Campaign, name: str | None) -> int | None:
    if name is None:
        return None
    known = dict(campaign.systems.values_list("name", "id"))
    if name not in known:
        raise CommandError(f"no system {name!r}; there is {', '.join(sorted(known)) or 'none'}")
    return known[name]
