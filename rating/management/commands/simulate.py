import secrets
from argparse import ArgumentTypeError
from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from campaigns.models import Campaign
from proposing.services.simulating import ProposingReport, simulate_proposals
from rating.services.simulating import SimulationReport, simulate_campaign
from regild.rating.simulation import USUAL_SHARES, AnnotatorKind


def kinds(text: str) -> dict[AnnotatorKind, float]:
    """`careful=.7,random=.3`; the shares need not add up to 1."""
    shares: dict[AnnotatorKind, float] = {}
    for part in text.split(","):
        name, _equals, share = part.partition("=")
        try:
            shares[AnnotatorKind(name.strip())] = float(share)
        except ValueError as wrong:
            raise ArgumentTypeError(
                f"{part!r} is not KIND=SHARE; the kinds are {', '.join(AnnotatorKind)}"
            ) from wrong
    if not (min(shares.values()) >= 0 and 0 < sum(shares.values()) < float("inf")):
        raise ArgumentTypeError("shares are at least 0, and one of them is more")
    return shares


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


class Command(PipelineCommand):
    help = "Let synthetic annotators rate or propose in a campaign, as real ones would."

    def add_step_arguments(self, parser: CommandParser) -> None:
        usual = ",".join(f"{kind}={share:g}" for kind, share in USUAL_SHARES.items())
        parser.add_argument("slug")
        parser.add_argument("--annotators", type=positive, required=True, metavar="N")
        parser.add_argument("--seed", type=int, help="drawn and printed unless given")
        parser.add_argument(
            "--kinds",
            type=kinds,
            default=USUAL_SHARES,
            metavar="KIND=SHARE,...",
            help=f"who they are; usually {usual}",
        )
        parser.add_argument(
            "--truth",
            metavar="FILE",
            help="sentence, substitute, value, or of categories document, category: what"
            " careful people would say, or how likely they propose it; drawn from votes and"
            " systems where it is not given",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
        proposing = campaign.stage == Campaign.Stage.PROPOSE
        simulate = simulate_proposals if proposing else simulate_campaign
        with ExitStack() as stack:
            truth = options["truth"]
            report: ProposingReport | SimulationReport = simulate(
                campaign=campaign,
                annotators=options["annotators"],
                seed=seed,
                shares=options["kinds"],
                truth=opened(stack, truth) if truth else None,
            )
        facts = {"campaign": campaign.slug, "seed": seed, **report._asdict()}
        people = ", ".join(f"{count} {kind}" for kind, count in report.annotators.items())
        did, true = _said(report)
        return facts, [
            f"{report.annotators.total()} synthetic annotators ({people}): {did}. Seed {seed}.",
            true,
        ]


def _said(report: ProposingReport | SimulationReport) -> tuple[str, str]:
    if isinstance(report, ProposingReport):
        return (
            f"{report.turns} turns, {report.proposals} answers to sentences",
            f"Words: of {report.known} sentences known, of {report.drawn} drawn.",
        )
    return (
        f"{report.sittings} sittings, {report.ratings} ratings",
        f"True values: {report.true_values} from the file, {report.derived} drawn.",
    )
