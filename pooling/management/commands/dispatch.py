import secrets
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from campaigns.models import Campaign
from pooling.selectors.rounds import DEPTH
from pooling.selectors.samples import DrawnSample
from pooling.selectors.seats import MULTIPLE
from pooling.services.calibrating import calibrate_campaign
from pooling.services.dispatching import DispatchReport, dispatch_campaign
from pooling.services.drawing_rounds import (
    RatingRoundReport,
    RoundWanted,
    draw_round,
    take_back_round,
)
from proposing.services.dispatching import PER_SUBSET, dispatch_proposals

BLOCK_SIZE = 8


def sample_line(drawn: DrawnSample) -> str:
    rule = f" that meet '{drawn.rule}'" if drawn.rule else ""
    return (
        f"{drawn.drawn} sentences drawn with seed {drawn.seed}, of {drawn.matching}{rule},"
        f" of {drawn.in_play}."
    )


class Command(PipelineCommand):
    help = (
        "Cut the pool into subsets, each block with at least one gold item; or, with --stage"
        " propose, give the sentences to annotators who propose."
    )

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--stage",
            choices=Campaign.Stage.values,
            default=Campaign.Stage.RATE.value,
            help="what annotators are asked for; rate unless given",
        )
        parser.add_argument(
            "--per-subset",
            type=int,
            metavar="N",
            help=f"sentences in a turn of proposing, at most; {PER_SUBSET} unless given",
        )
        parser.add_argument("--subsets", type=int, metavar="N", help="needed, but for a round")
        parser.add_argument(
            "--block-size", type=int, metavar="N", help=f"{BLOCK_SIZE} unless given"
        )
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
            "--round",
            type=int,
            metavar="RATINGS",
            help="a round of so many further ratings, where they tell most about the systems",
        )
        parser.add_argument(
            "--depth",
            type=int,
            metavar="N",
            help=f"by their first N answers; {DEPTH} unless given",
        )
        parser.add_argument(
            "--late",
            metavar="SYSTEM",
            help="a round of the answers of a system that came late, which nobody has judged",
        )
        parser.add_argument(
            "--size",
            type=int,
            metavar="N",
            help="of such a round: candidates in a subset; as in the plan unless given",
        )
        parser.add_argument(
            "--take-back",
            type=int,
            metavar="ROUND",
            help="take back such a round by its number, while nobody has rated in it",
        )
        parser.add_argument(
            "--annotators",
            type=int,
            metavar="N",
            help="of each sentence: needed to propose; 5 unless given in a calibration round;"
            " of a late system as the campaign says unless given",
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
        if options["stage"] == Campaign.Stage.PROPOSE:
            return _round(campaign, options, seed=seed)
        if options["take_back"] is not None:
            take_back_round(campaign=campaign, number=options["take_back"])
            told = f"Round {options['take_back']} was revoked."
            return {"campaign": campaign.slug, "taken_back": options["take_back"]}, [told]
        if options["round"] is not None or options["late"] is not None:
            return _rating_round(campaign, options, seed=seed)
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
    rounds = [name for name in ("round", "late", "take_back") if options[name] is not None]
    wrong = []
    if rounds:
        wrong += [
            f"{option} has no place beside --{rounds[0].replace('_', '-')}; leave it out"
            for option, name in _BESIDE_NO_ROUND.items()
            if options[name] not in (None, "", False, [])
        ]
        wrong += ["--round, --late and --take-back: one at a time"] if rounds[1:] else []
        if options["stage"] == Campaign.Stage.PROPOSE:
            wrong.append("--stage propose has rounds of its own: leave one of the two out")
        if options["annotators"] is not None and options["late"] is None:
            wrong.append("--annotators is of a late system's answers: add --late SYSTEM")
    elif options["depth"] is not None or options["size"] is not None:
        wrong.append("--depth and --size are of a round: add --round RATINGS")
    elif options["stage"] == Campaign.Stage.PROPOSE:
        wrong += [
            f"{option} has no place in a round of proposals; leave it out"
            for option, name in (_OF_A_POOL | _OF_A_PLAN).items()
            if options[name] not in (None, "", False, [])
        ]
        if options["annotators"] is None:
            wrong.append("say how many annotators for each sentence: --annotators K")
    elif options["per_subset"] is not None:
        wrong.append("--per-subset is of a round of proposals: add --stage propose")
    elif calibrating:
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


_OF_A_POOL = {
    "--subsets": "subsets",
    "--block-size": "block_size",
    "--calibrate": "calibrate",
    "--allow-unanchored": "allow_unanchored",
    "--plan": "plan",
}
_OF_A_PLAN = {
    "--double-share": "double_share",
    "--times": "times",
    "--sample": "sample",
    "--where": "where",
    "--leave-unanchored-out": "leave_unanchored_out",
}
_BESIDE_NO_ROUND = {
    **{option: name for option, name in _OF_A_POOL.items() if option != "--plan"},
    **_OF_A_PLAN,
    "--per-subset": "per_subset",
}


def _round(
    campaign: Campaign, options: dict[str, Any], *, seed: int
) -> tuple[dict[str, Any], list[str]]:
    per_subset = options["per_subset"]
    report = dispatch_proposals(
        campaign=campaign,
        annotators=options["annotators"],
        per_subset=PER_SUBSET if per_subset is None else per_subset,
        seed=seed,
        dry_run=options["dry_run"],
    )
    lines = [
        f"Round {report.round}: {report.sentences} sentences in {report.subsets} subsets of"
        f" {report.smallest} to {report.largest}, {report.annotators} annotators each:"
        f" {report.turns} turns. Seed {seed}."
    ]
    lines += [
        f"Subset {number} has more than one sentence of {target}."
        for number, target in report.repeated
    ]
    if options["dry_run"]:
        lines.append("Dry run: nothing was stored.")
    facts = {"campaign": campaign.slug, "stored": not options["dry_run"], **report.facts()}
    return facts, lines


def _rating_round(
    campaign: Campaign, options: dict[str, Any], *, seed: int
) -> tuple[dict[str, Any], list[str]]:
    report = draw_round(
        campaign=campaign,
        wanted=RoundWanted(
            seed=seed,
            ratings=options["round"],
            depth=DEPTH if options["depth"] is None else options["depth"],
            system=options["late"],
            annotators=options["annotators"],
            size=options["size"],
            plan=options["plan"],
        ),
        dry_run=options["dry_run"],
    )
    facts = {
        "campaign": campaign.slug,
        "seed": seed,
        "stored": not options["dry_run"],
        **report.facts(),
    }
    lines = _lines(report.plan, options, seed=seed)
    return facts, [*_of_round(report), *lines]


def _of_round(report: RatingRoundReport) -> list[str]:
    name = "A round" if report.round is None else f"Round {report.round}"
    choice = report.choice
    if choice is None:
        return [f"{name}: the unjudged answers of {report.system}."]
    lines = [
        f"{name}: {choice.ratings} ratings more for {choice.chosen} candidates, of"
        f" {choice.open} that could be rated again; {choice.waiting} cannot yet."
    ]
    if choice.saved is not None and choice.saved_alike is not None:
        needed = (
            "even the most ratings of all would not reach that"
            if choice.needed_alike is None
            else f"{choice.needed_alike:.0f} would do as much"
        )
        lines.append(
            f"The variance of systems' differences falls by {choice.saved:.1%}; were as many"
            f" given to all alike, by {choice.saved_alike:.1%}, and {needed}."
        )
    return lines


def _report(campaign: Campaign, options: dict[str, Any], *, seed: int) -> DispatchReport:
    if options["calibrate"] is None:
        return dispatch_campaign(
            campaign=campaign,
            subsets=options["subsets"],
            block_size=BLOCK_SIZE if options["block_size"] is None else options["block_size"],
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
