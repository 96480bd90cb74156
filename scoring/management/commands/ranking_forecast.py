from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from regild.tables.printing import as_text, shown
from scoring.selectors.forecasts import forecast_facts, forecast_table
from scoring.services.forecasting import forecast_ranking


class Command(PipelineCommand):
    help = "Forecast whether more ratings would change the ranking, beside the newest report."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        facts = forecast_facts(forecast_ranking(campaign=campaign_to_change(options["slug"])))
        lines = [
            f"{facts['n_ratings']} ratings by {facts['n_annotators']} annotators,"
            f" {facts['measure']}."
        ]
        if facts["reason"]:
            return facts, [*lines, f"Nothing can be forecast: {facts['reason']}."]
        lines.append(
            f"Kendall's tau between now and twice the ratings: {shown(facts['kendall_tau'])}"
            f" expected. Ratings needed until all pairs further apart than"
            f" {facts['further_apart']:g} are settled but for {facts['doubt']:g}:"
            f" {facts['needed']}."
        )
        if facts["stop"]:
            lines.append("The stopping rule finds the ranking settled.")
        else:
            lines.append(
                f"The stopping rule finds {facts['open_pairs']} of {facts['pairs']} pairs of"
                " systems open."
            )
        for name in ("curve", "neighbours"):
            if table := forecast_table(facts, name):
                lines += ["", *as_text(table)]
        return facts, lines
