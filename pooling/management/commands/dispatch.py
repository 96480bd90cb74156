import secrets
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from pooling.selectors.samples import DrawnSample
from pooling.services.dispatching import dispatch_campaign


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
        parser.add_argument("--subsets", type=int, required=True, metavar="N")
        parser.add_argument("--block-size", type=int, default=8, metavar="N")
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
        report = dispatch_campaign(
            campaign=campaign,
            subsets=options["subsets"],
            block_size=options["block_size"],
            seed=seed,
            allow_unanchored=options["allow_unanchored"],
            leave_unanchored_out=options["leave_unanchored_out"],
            sample=options["sample"],
            where=options["where"],
            dry_run=options["dry_run"],
            plan=options["plan"],
        )
        facts = {
            "campaign": campaign.slug,
            "seed": seed,
            "stored": not options["dry_run"],
            **report.facts(),
        }
        lines = [
            f"{report.placed} candidates in {report.subsets} subsets of {report.smallest} to"
            f" {report.largest}; {report.blocks} blocks, the largest of {report.largest_block}."
            f" Seed {seed}."
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
            f"Left out, no gold item: sentence {sentence.key}"
            f" ({sentence.candidates} candidates)"
            for sentence in report.left_out
        ]
        if options["dry_run"]:
            lines.append(f"Dry run: nothing was stored. --plan {report.plan} stores this plan.")
        return facts, lines
