from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from rating.selectors.annotators import ONLY, ORDERS, find_annotators
from rating.selectors.crowd import attach_checks


class Command(PipelineCommand):
    help = "Annotators with what the last check found, and who of them is unlike the crowd."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--order", choices=list(ORDERS), default="worst")
        parser.add_argument("--only", choices=ONLY, default="")
        parser.add_argument(
            "--most", type=int, default=50, help="how many rows; 50 unless given"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        order = ORDERS[options["order"]]
        found = find_annotators(campaign, only=options["only"]).order_by(*order)
        rows = list(found[: max(options["most"], 0)])
        attach_checks(rows)
        facts = {"campaign": campaign.slug, "annotators": [_facts(row) for row in rows]}
        return facts, [_line(row) for row in rows] or ["There are no such annotators."]


def _facts(row: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "source": row.source,
        "complete": row.sittings,
        "rated": row.rated,
        "median_ms": row.median_ms,
        "correlation": row.correlation,
        "excluded": row.excluded,
        "flags": [flag["rule"] for flag in row.flags],
        "outliers": [{**one._asdict(), "sign": str(one.sign)} for one in row.outliers],
    }


def _line(row: Any) -> str:
    told = [flag["rule"] for flag in row.flags]
    told += [f"{one.sign} {one.value:.3g} (median {one.crowd:.3g})" for one in row.outliers]
    said = ", ".join(told) or "nothing found"
    return f"annotator {row.pk}: {row.rated} ratings, {said}"
