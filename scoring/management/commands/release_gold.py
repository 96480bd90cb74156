from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from campaigns.selectors.task import task_of
from regild.agreement.severity import ALL_ALIKE, APART, NOT_SETTLED
from regild.scoring.aggregate import RULES, SEVERITY
from scoring.models import Release
from scoring.services.freezing import ANEW, STABLE, freeze_gold
from scoring.services.publishing import read_doi, set_doi


def _model_lines(model: Mapping[str, Any]) -> list[str]:
    """What the comparison's numbers leave open."""
    if model["converged"]:
        return []
    return [
        f"  Dawid and Skene's model had not converged after {model['rounds']} rounds, the most"
        " it is given: further ones would change its weights in the comparison."
    ]


def _severity_lines(release: Release) -> list[str]:
    """What adjusted weights rest on, and where they cannot be compared."""
    severity = release.comparison.get(SEVERITY, {})
    if release.policy["rule"] != SEVERITY:
        return []
    told = severity["annotators"]
    moved = release.comparison["rules"]["mean"]
    spearman = "–" if moved["spearman"] is None else f"{moved['spearman']:.3f}"
    warnings = [APART.filled(parts=severity["parts"])] if severity["parts"] > 1 else []
    if not severity["var_annotator"]:
        warnings.append(ALL_ALIKE)
    if not severity["converged"]:
        warnings.append(NOT_SETTLED)
    return [
        f"  Annotators rate from {told[0]['effect']:+.2f} to {told[-1]['effect']:+.2f} of what"
        f" others rate the same; weights differ from the mean by {moved['mean_difference']:.3f}"
        f" on average, Spearman's correlation with it is {spearman}.",
        *(f"  Warning: {warning}." for warning in warnings),
    ]


def _weight_lines(release: Release) -> list[str]:
    counts = release.counts
    return [
        f"Release {release.number} of {release.campaign}: {counts['decided']} candidates in"
        f" {counts['sentences']} sentences, {counts['ratings']} ratings by"
        f" {counts['annotators']} annotators.",
        f"  {counts['positive']} weigh more than 0, {counts['unanimous_zeros']} are"
        f" unanimous zeros; {counts['undecided']} candidates more are undecided.",
    ]


def _choice_lines(release: Release) -> list[str]:
    counts = release.counts
    return [
        f"Release {release.number} of {release.campaign}: {counts['decided']} documents with a"
        f" category, {counts['ratings']} ratings by {counts['annotators']} annotators.",
        f"  {counts['tied']} documents have none because of a tie, {counts['undecided']}"
        " because of too few ratings.",
    ]


class Command(PipelineCommand):
    help = "Freeze the ratings of a campaign as a numbered second gold."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--rule",
            choices=[*RULES, SEVERITY],
            help="the first that the task has unless given",
        )
        parser.add_argument(
            "--min-ratings", type=int, metavar="N", help="the campaign's unless given"
        )
        parser.add_argument(
            "--drop-unanimous-zeros",
            action="store_true",
            help="do not list as gold what every annotator found worth 0",
        )
        parser.add_argument(
            "--annotators",
            choices=[ANEW, STABLE],
            default=ANEW,
            help="numbered anew, or as in earlier releases, where consent says so",
        )
        parser.add_argument("--notes", default="", metavar="TEXT")
        parser.add_argument("--doi", default="", metavar="DOI", help="reserved for it already")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        doi = read_doi(options["doi"])
        release = freeze_gold(
            campaign=campaign,
            rule=options["rule"],
            min_ratings=options["min_ratings"],
            list_unanimous_zeros=not options["drop_unanimous_zeros"],
            notes=options["notes"],
            annotators=options["annotators"],
        )
        if doi:
            set_doi(release=release, doi=doi, by=None)
        facts = {
            "campaign": campaign.slug,
            "release": release.number,
            "sha256": release.sha256,
            "counts": release.counts,
            "ledger": release.ledger,
            "policy": release.policy,
            "comparison": release.comparison,
            "notes": release.notes,
            "doi": release.doi,
        }
        task = task_of(campaign)
        choices = task.scoring.gold_choices(release.policy, task.columns)
        return facts, [
            *(_choice_lines if task.level == "nominal" else _weight_lines)(release),
            *(f"  {choice}" for choice in choices),
            *_model_lines(release.comparison["model"]),
            *_severity_lines(release),
            f"SHA-256 {release.sha256}",
        ]
