from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named, campaign_to_change
from regild.scoring.evaluation import Scored
from regild.tables.printing import Cell, Estimate, Table, as_text
from scoring.selectors.submissions import (
    AS_RANKED,
    SORTS,
    Board,
    Leaderboard,
    public_leaderboard,
)
from scoring.services.submitting import show_leaderboard
from sources.models import System


class Command(PipelineCommand):
    help = "The systems that may be seen, by their rank; show them to anybody, or hide them."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--measure", default="", metavar="KEY", help="the first ones unless given"
        )
        parser.add_argument(
            "--sort",
            choices=[*SORTS, *(f"-{name}" for name in SORTS)],
            default=AS_RANKED,
            help="a minus: the other way round",
        )
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
        measure = options["measure"]
        found = public_leaderboard(campaign, measure=measure, sort=options["sort"])
        if measure and found.release and measure not in found.measures:
            there = ", ".join(found.measures)
            raise CommandError(f"there is no measure {measure}; there is {there}", returncode=2)
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
                        "kind": row.kind,
                        "added_at": _moment(row.added_at),
                        "page": f"{settings.SITE_URL}{row.page}" if row.page else "",
                    }
                    for row in board.rows
                ],
            }
            for board in found.boards
        ],
    }


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat().replace("+00:00", "Z")


def _estimate(scored: Scored) -> Estimate:
    return Estimate(scored.value, scored.low, scored.high)


def _table(board: Board) -> Table:
    columns = ("rank", "system", "team", "added", "first", "second", "judged")
    rows: list[tuple[Cell, ...]] = [
        (
            row.rank,
            f"{row.system} (baseline)" if row.kind == System.Kind.BASELINE else row.system,
            row.team,
            f"{row.added_at:%Y-%m-%d}",
            _estimate(row.first),
            _estimate(row.second),
            row.judged,
        )
        for row in board.rows
    ]
    return Table("leaderboard", columns, rows)
