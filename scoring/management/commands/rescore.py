from collections.abc import Collection, Mapping
from contextlib import ExitStack
from typing import Any, cast

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from campaigns.selectors.task import task_of
from regild.scoring.by_task import Scoring
from regild.scoring.figure_tables import figure_table
from regild.scoring.measures import JUDGED, JUDGED_ONLY, TABLE_2
from regild.scoring.parts import NMWT
from regild.scoring.two_golds import (
    TwoRankings,
    annotator_table,
    facts,
    score_table,
    tie_table,
)
from regild.tables.printing import as_text, shown
from scoring.models import Evaluation, Release
from scoring.selectors.multiwords import MULTIWORD_KEYS, multiword_table
from scoring.selectors.scores import drawn_units, pairs_of, rankings_of, scores_of, with_beside
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore


def late_lines(rankings: Mapping[str, TwoRankings]) -> list[str]:
    """What is fair to a system whose answers nobody was asked about."""
    late = [line.system for line in rankings[TABLE_2].lines if not line.pooled]
    return [
        f"{system} was added after the pool was closed. On the second gold: "
        + ", ".join(
            f"{key} {shown(line.second.value)}"
            for key in (JUDGED, *JUDGED_ONLY)
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
        parser.add_argument(
            "--multiword-gold",
            metavar="FILE",
            help=f"which sentences .{NMWT} leaves out, now and later",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        if options["multiword_gold"]:
            with ExitStack() as stack:
                gold = opened(stack, options["multiword_gold"])
                marked = mark_multiword_targets(campaign=campaign, gold=gold)
            self.tell_notices(marked.notices)
        release = rescore(campaign=campaign, number=options["release"])
        scores = scores_of(release)
        rankings, parts = scores.rankings, scores.parts
        evaluation = cast(Evaluation, scores.evaluation)
        choices = list(scores.choices)
        task = task_of(campaign)
        scoring = task.scoring
        if scoring.of_multiwords:
            choices += _part_choices(parts)
        lines = []
        for measure in scores.headline:
            found = rankings[measure]
            if scoring.compares_ranks:
                lines += _ranking_lines(found, scoring)
                lines += _tie_lines(release, found)
                continue
            title = scoring.words(measure).title
            beside = scores.beside.get(measure, {})
            lines += [title, *as_text(figure_table(found, beside)), ""]
        if table := multiword_table(release):
            lines += ["Multiwords", *as_text(table), ""]
        if task.pools_answers:
            lines += late_lines(rankings)
        units = drawn_units(release)
        lines += choices
        lines.append(
            f"Intervals: {evaluation.replicates} bootstrap rounds"
            f" {_over(units, task.phrases['items'])}, 95 %;"
            f" p: {evaluation.permutations} rounds of exchanges between neighbours, Holm over"
            f" all pairs; seed {evaluation.seed}."
        )
        if scoring.over_annotators:
            lines.append(_annotator_line(evaluation))
        return {
            "campaign": campaign.slug,
            "release": release.number,
            "seed": evaluation.seed,
            "rounds": evaluation.replicates,
            "units": units,
            "penalty": evaluation.penalty,
            "exchanges": evaluation.permutations,
            "annotators": evaluation.annotators,
            "annotator_rounds": evaluation.annotator_replicates,
            "choices": choices,
            "measures": with_beside(facts(rankings), scores.beside),
            "multiwords": [
                {"system": line.system}
                | {
                    key: score._asdict()
                    for key, score in zip(MULTIWORD_KEYS, line.scores, strict=True)
                }
                for line in scores.multiwords
            ],
            "parts": facts(
                rankings_of(release, [f"{key}.{part}" for key in rankings for part in parts])
            ),
        }, lines


def _over(units: Mapping[str, str], items: str) -> str:
    """What was drawn, on each gold where they differ."""
    words = {Evaluation.Unit.TARGET.value: "targets"}
    first, second = (words.get(units[gold], items) for gold in Evaluation.Gold.values)
    if first == second:
        return f"over {first}"
    return f"over {first} on the first gold and over {second} on the second"


def _ranking_lines(found: TwoRankings, scoring: Scoring) -> list[str]:
    return [
        f"{scoring.words(found.measure).title}, {found.measure}",
        *as_text(score_table(found)),
        f"Kendall's tau {shown(found.kendall_tau)}, tau-AP {shown(found.tau_ap)},"
        f" RBO {shown(found.rbo)}, over {found.n} systems.",
        "",
        *(_over_annotators(found) if scoring.over_annotators else []),
    ]


def _over_annotators(found: TwoRankings) -> list[str]:
    return ["With other annotators:", *as_text(annotator_table(found)), ""]


def _tie_lines(release: Release, found: TwoRankings) -> list[str]:
    reasons = {line.given_both.reason for line in found.lines if line.given_both.reason}
    said = [f"No tie groups: {reason}." for reason in sorted(reasons)]
    if pairs := pairs_of(release, found):
        return [
            "Systems that share a letter cannot be told apart, given targets and annotators:",
            *as_text(tie_table(found, pairs)),
            *said,
            "",
        ]
    return [*said, ""]


def _part_choices(parts: Collection[str]) -> list[str]:
    if NMWT in parts:
        return []
    return [f"{NMWT} is not measured: give the multiwords with --multiword-gold."]


def _annotator_line(evaluation: Evaluation) -> str:
    if not evaluation.annotator_replicates:
        return "There is no interval over annotators: all ratings are of one."
    return (
        f"Over annotators: {evaluation.annotator_replicates} rounds that weigh the"
        f" {evaluation.annotators} annotators of the release anew, 95 %."
    )
