import secrets
from argparse import ArgumentTypeError
from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from campaigns.models import Campaign
from pooling.selectors.rounds import DEPTH
from proposing.services.simulating import ProposingReport, simulate_proposals
from rating.services.simulating import SimulationReport, simulate_campaign
from rating.services.simulating_rounds import simulate_saving
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
        asked = parser.add_mutually_exclusive_group(required=True)
        asked.add_argument("--annotators", type=positive, metavar="N")
        asked.add_argument(
            "--saving",
            type=positive,
            metavar="RUNS",
            help="store nothing, and say what rounds of ratings would save: tried so many times"
            " on the campaign's candidates and systems",
        )
        parser.add_argument(
            "--depth",
            type=positive,
            metavar="N",
            help=f"with --saving: systems are ranked by their first N answers; {DEPTH} unless"
            " given",
        )
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
        if options["saving"] is not None:
            return _saving(campaign, options, seed=seed)
        if options["depth"] is not None:
            raise CommandError("--depth is of what rounds would save: add --saving RUNS")
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


def _saving(
    campaign: Campaign, options: dict[str, Any], *, seed: int
) -> tuple[dict[str, Any], list[str]]:
    with ExitStack() as stack:
        truth = options["truth"]
        report = simulate_saving(
            campaign=campaign,
            runs=options["saving"],
            seed=seed,
            depth=DEPTH if options["depth"] is None else options["depth"],
            truth=opened(stack, truth) if truth else None,
        )
    told = ", ".join(f"+{share:.0%}" for share in report.shares)
    lines = [
        f"{report.candidates} candidates, {report.systems} systems; from {report.first} ratings"
        f" of each on, {report.most} at most, further ones by three rules ({told} of the"
        f" candidates), {report.runs} times. Seed {seed}."
    ]
    for rule in report.rules:
        taus = " ".join(f"{tau:.3f}" for tau in rule.taus)
        errors = " ".join(f"{error:.4f}" for error in rule.errors)
        lines.append(
            f"{_RULES[rule.rule]:17} tau {taus}, error {errors}; ratings saved at equal tau"
            f" {_percent(rule.saved_tau)}, at equal error {_percent(rule.saved_error)}"
        )
    return {"campaign": campaign.slug, "seed": seed, **report.facts()}, lines


_RULES = {
    "alike": "all alike",
    "by rank": "Pearmut, 1 / rank",
    "chosen": "rounds",
}


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


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
