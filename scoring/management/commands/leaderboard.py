from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named, campaign_to_change
from regild.tables.printing import Cell, Table, as_text
from scoring.selectors.submissions import Board, Leaderboard, public_leaderboard
from scoring.services.submitting import show_leaderboard


class Command(PipelineCommand):
    help = "The systems that may be seen, by their rank; show them to anybody, or hide them."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument("--show", action="store_true", help="to anybody")
        chosen.add_argument(
            "--hide", action="store_true", help="but from those who work on the campaign"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        if options["show"] or options["hide"]:
            changing = campaign_to_change(options["slug"])
            show_leaderboard(campaign=changing, show=options["show"], by=None)
        campaign = campaign_named(options["slug"])
        found = public_leaderboard(campaign)
        told = "Anybody sees it." if campaign.leaderboard else "Nobody from outside sees it."
        lines = [told]
        for board in found.boards:
            lines += ["", board.measure, *as_text(_table(board))]
        return {"shown": campaign.leaderboard, **_facts(found)}, lines


def _facts(found: Leaderboard) -> dict[str, Any]:
    """As the API has them."""
    return {
        "campaign": found.campaign.slug,
        "release": found.release and found.release.number,
        "boards": [
            {
                "measure": board.measure,
                "rows": [
                    {
                        "rank": row.rank,
                        "system": row.system,
                        "team": row.team,
                        "first": row.first.value,
                        "second": row.second.value,
                        "judged": row.judged,
                    }
                    for row in board.rows
                ],
            }
            for board in found.boards
        ],
    }


def _table(board: Board) -> Table:
    columns = ("rank", "system", "team", "first", "second", "judged")
    rows: list[tuple[Cell, ...]] = [
        (row.rank, row.system, row.team, row.first.value, row.second.value, row.judged)
        for row in board.rows
    ]
    return Table("leaderboard", columns, rows)
