import secrets
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from campaigns.models import Campaign
from pooling.selectors.samples import DrawnSample
from pooling.selectors.seats import MULTIPLE
from pooling.services.calibrating import calibrate_campaign
from pooling.services.dispatching import DispatchReport, dispatch_campaign


def sample_line(drawn: DrawnSample) -> str:
    rule = f" that meet '{drawn.rule}'" if drawn.rule else ""
    return (
        f"{drawn.drawn} sentences drawn with seed {drawn.seed}, of {drawn.matching}{rule},"
        f" of {drawn.in_play}."
    )


class Command(PipelineCommand):
    help = "Cut the pool into subsets, each block with at least one gold item."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--subsets", type=int, metavar="N", help="needed, but for a calibration round"
        )
        parser.add_argument("--block-size", type=int, default=8, metavar="N")
        parser.add_argument(
            "--double-share",
            type=float,
            metavar="SHARE",
            help="so much of the sentences for two annotators each, the rest for one: .18",
        )
        parser.add_argument(
            "--times",
            type=int,
            metavar="N",
            help="so many annotators for each sentence of that share; 2 unless given",
        )
        parser.add_argument(
            "--calibrate",
            type=int,
            metavar="N",
            help="draw so many sentences that nobody was shown for a calibration round",
        )
        parser.add_argument(
            "--annotators", type=int, metavar="N", help="of a calibration round; 5 unless given"
        )
        parser.add_argument("--seed", type=int, help="drawn and printed unless given")
        parser.add_argument(
            "--dry-run", action="store_true", help="show the plan, store nothing"
        )
        parser.add_argument(
            "--sample", type=int, metavar="N", help="draw so many sentences, by the seed"
        )
        parser.add_argument(
            "--where",
            default="",
            metavar="RULE",
            help="only sentences that meet it: 'single_words > 2 and no name'",
        )
        parser.add_argument(
            "--plan",
            default="",
            metavar="CHECKSUM",
            help="that --dry-run printed: any other plan is refused",
        )
        parser.add_argument(
            "--allow-unanchored",
            nargs="+",
            default=[],
            metavar="SENTENCE",
            help="sentences that may be shown without a gold item",
        )
        parser.add_argument(
            "--leave-unanchored-out",
            action="store_true",
            help="place the rest when sentences have no gold item",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
        _refuse_mixed(options)
        report = _report(campaign, options, seed=seed)
        facts = {
            "campaign": campaign.slug,
            "seed": seed,
            "stored": not options["dry_run"],
            **report.facts(),
        }
        return facts, _lines(report, options, seed=seed)


def _refuse_mixed(options: dict[str, Any]) -> None:
    """All at once."""
    calibrating = options["calibrate"] is not None
    wrong = []
    if calibrating:
        wrong += [
            f"{option} has no place in a calibration round; leave it out"
            for option, name in _OF_A_PLAN.items()
            if options[name]
        ]
    else:
        if options["subsets"] is None:
            wrong.append("say into how many subsets: --subsets N")
        if options["annotators"] is not None:
            wrong.append("--annotators is of a calibration round: add --calibrate N")
        if options["times"] is not None and options["double_share"] is None:
            wrong.append("--times is of a share: add --double-share SHARE")
    if wrong:
        raise CommandError("; ".join(wrong))


_OF_A_PLAN = {
    "--double-share": "double_share",
    "--times": "times",
    "--sample": "sample",
    "--where": "where",
    "--leave-unanchored-out": "leave_unanchored_out",
}


def _report(campaign: Campaign, options: dict[str, Any], *, seed: int) -> DispatchReport:
    if options["calibrate"] is None:
        return dispatch_campaign(
            campaign=campaign,
            subsets=options["subsets"],
            block_size=options["block_size"],
            seed=seed,
            allow_unanchored=options["allow_unanchored"],
            leave_unanchored_out=options["leave_unanchored_out"],
            sample=options["sample"],
            where=options["where"],
            double_share=options["double_share"],
            times=MULTIPLE if options["times"] is None else options["times"],
            dry_run=options["dry_run"],
            plan=options["plan"],
        )
    return calibrate_campaign(
        campaign=campaign,
        items=options["calibrate"],
        annotators=5 if options["annotators"] is None else options["annotators"],
        subsets=options["subsets"],
        seed=seed,
        allow_unanchored=options["allow_unanchored"],
        dry_run=options["dry_run"],
        plan=options["plan"],
    )


def _lines(report: DispatchReport, options: dict[str, Any], *, seed: int) -> list[str]:
    lines = [
        f"{report.placed} candidates in {report.subsets} subsets of {report.smallest} to"
        f" {report.largest}; {report.blocks} blocks, the largest of {report.largest_block}."
        f" Seed {seed}."
    ]
    lines += [
        f"Annotators of each: {planned.seats}; sentences: {planned.sentences};"
        f" subsets: {planned.subsets}."
        for planned in report.seats
    ]
    if report.sample:
        lines.append(sample_line(report.sample))
    if report.fixed_subsets:
        lines.append(
            f"{report.fixed_subsets} subsets that annotators have seen stay as they are;"
            f" {report.anchor_copies} of their gold items are shown again as anchors."
        )
    if report.foils or report.repeats:
        lines.append(f"Mixed in: {report.foils} foils, {report.repeats} repeats.")
    lines += [
        f"Left out, no gold item: sentence {sentence.key} ({sentence.candidates} candidates)"
        for sentence in report.left_out
    ]
    if options["dry_run"]:
        lines.append(f"Dry run: nothing was stored. --plan {report.plan} stores this plan.")
    return lines
