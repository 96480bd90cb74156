from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser

from agreement.tables import as_text, shown
from campaigns.management.pipeline import PipelineCommand, campaign_named
from scoring.measures import KEYS
from scoring.policy import score_choices
from scoring.selectors.scores import rankings_of
from scoring.services.rescoring import rescore
from scoring.two_golds import TABLE_2, TABLE_3, TwoRankings, facts, score_table

JUDGED = ("judged@10", *(key for key in KEYS if key.endswith("_judged")))


def late_lines(rankings: Mapping[str, TwoRankings]) -> list[str]:
    """What is fair to a system whose answers nobody was asked about."""
    late = [line.system for line in rankings[TABLE_2].lines if not line.pooled]
    return [
        f"{system} was added after the pool was closed. On the second gold: "
        + ", ".join(
            f"{key} {shown(line.second.value)}"
            for key in JUDGED
            for line in rankings[key].lines
            if line.system == system
        )
        for system in late
    ]


class Command(PipelineCommand):
    help = "Score every system on the first gold and on a release."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--release", type=int, metavar="N", help="the newest unless given")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        release = rescore(campaign=campaign, number=options["release"])
        rankings = rankings_of(release)
        evaluation = release.evaluations.order_by("id")[0]
        choices = score_choices(release.policy)
        lines = []
        for title, measure in (("Normalised BEST", TABLE_2), ("Normalised OOT", TABLE_3)):
            found = rankings[measure]
            lines += [
                f"{title}, {measure}",
                *as_text(score_table(found)),
                f"Kendall's tau {shown(found.kendall_tau)}, tau-AP {shown(found.tau_ap)},"
                f" RBO {shown(found.rbo)}, over {found.n} systems.",
                "",
            ]
        lines += [*late_lines(rankings), *choices]
        lines.append(
            f"Intervals: {evaluation.rounds} bootstrap rounds over sentences, 95 %;"
            f" p: {evaluation.exchanges} rounds of exchanges between neighbours, Holm over all"
            f" pairs; seed {evaluation.seed}."
        )
        return {
            "campaign": campaign.slug,
            "release": release.number,
            "seed": evaluation.seed,
            "rounds": evaluation.rounds,
            "exchanges": evaluation.exchanges,
            "choices": choices,
            "measures": facts(rankings),
        }, lines
