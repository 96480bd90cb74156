from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from agreement.selectors.reports import report_facts, report_tables
from agreement.services import measure_agreement, store_word_list
from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from regild.tables.printing import as_text


class Command(PipelineCommand):
    help = "Measure how far annotators agree, and keep a report of it."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--frequencies",
            metavar="FILE",
            help="a table of word and frequency, kept for this report and all later ones",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        if options["frequencies"]:
            with ExitStack() as stack:
                store_word_list(campaign=campaign, words=opened(stack, options["frequencies"]))
        report = measure_agreement(campaign=campaign)
        facts, made = report_facts(report), report_tables(report)
        new, rejected = (facts["comparison"][name] for name in ("new", "rejected"))
        lines = [
            f"{facts['n_ratings']} ratings of {facts['n_candidates']} candidates"
            f" by {facts['n_annotators']} annotators.",
            "",
            *as_text(made["measures"]),
            "",
            *as_text(made["by_origin"]),
            "",
            f"New substitutes: {new['n']}, of which {new['n_good']} score"
            f" {new['good_from']:g} or more.",
            f"First-gold substitutes that nobody accepts now: {rejected['n']}.",
        ]
        if made["frequency"].rows:
            lines += ["", *as_text(made["frequency"])]
        return facts, lines
