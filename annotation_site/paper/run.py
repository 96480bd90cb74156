"""A whole campaign from its files to the scores, as the paper's authors would have run it."""

from collections.abc import Callable, Collection
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from agreement.models import AgreementReport
from agreement.services import measure_agreement
from campaigns.models import Campaign
from pooling.services.dispatching import DispatchReport, dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.opening import open_campaign
from rating.services.simulating import SimulationReport, simulate_campaign
from regild.pooling.pool import OriginShare
from regild.problems import Source
from regild.scoring.measures import TABLE_2, TABLE_3
from regild.scoring.two_golds import TwoRankings
from scoring.models import Release
from scoring.selectors.scores import rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.models import System
from sources.services.creating import create_campaign
from sources.services.systems import add_system

BLOCK_SIZE = 8
SEED = 2014

# Names that this project, SemDis and SemEval give the same files.
SENTENCES = ("sentences.xml", "test.xml", "sentences.csv")
GOLD = ("gold.txt", "gold1.txt", "gold.csv")
MAPPING = ("mapping.txt",)
TRUTH = ("ratings_truth.tsv",)


class MissingFile(Exception):  # noqa: N818
    """The folder lacks a file that a campaign cannot do without."""


class Files(NamedTuple):
    """`truth` says what careful annotators would answer; it is drawn where there is none."""

    sentences: Path
    gold: Path
    mapping: Path | None
    truth: Path | None
    systems: tuple[Path, ...]


class Choices(NamedTuple):
    language: str
    subsets: int
    annotators: int
    multiwords: str
    excluded_targets: Collection[str]


class PaperRun(NamedTuple):
    """What each step found."""

    campaign: Campaign
    n_sentences: int
    n_gold: int
    origins: tuple[OriginShare, ...]
    dispatched: DispatchReport
    simulated: SimulationReport
    report: AgreementReport
    release: Release
    best: TwoRankings
    oot: TwoRankings


def find_files(folder: Path) -> Files:
    """Systems are in `systems/`, or else beside the gold. Raises MissingFile."""
    own = folder / "systems"
    texts = sorted((own if own.is_dir() else folder).glob("*.txt"))
    systems = tuple(path for path in texts if path.name not in {*GOLD, *MAPPING})
    if not systems:
        raise MissingFile(f"{folder}: there is no system, such as systems/NAME.txt")
    return Files(
        sentences=_needed(folder, SENTENCES),
        gold=_needed(folder, GOLD),
        mapping=_found(folder, MAPPING),
        truth=_found(folder, TRUTH),
        systems=systems,
    )


def run_campaign(
    files: Files, choices: Choices, *, slug: str, tell: Callable[[str], object]
) -> PaperRun:
    """Raises what the steps raise: BadFiles, Refused."""
    with ExitStack() as stack:

        def opened(path: Path) -> Source:
            return Source(stack.enter_context(path.open("rb")), str(path))

        tell("import")
        brought = create_campaign(
            slug=slug,
            language=choices.language,
            files={
                name: opened(path)
                for name, path in (
                    ("sentences", files.sentences),
                    ("gold", files.gold),
                    ("mapping", files.mapping),
                )
                if path
            },
            multiwords=choices.multiwords,
            excluded_targets=choices.excluded_targets,
        )
        campaign = brought.campaign
        Campaign.objects.filter(id=campaign.id).update(seed=SEED)
        for path in files.systems:
            baseline = path.stem.startswith("baseline")
            add_system(
                campaign=campaign,
                name=path.stem,
                answers=opened(path),
                kind=System.Kind.BASELINE if baseline else System.Kind.PARTICIPANT,
            )
        tell("pool")
        pooled = pool_campaign(campaign=campaign)
        tell("subsets")
        dispatched = dispatch_campaign(
            campaign=campaign,
            subsets=choices.subsets,
            block_size=BLOCK_SIZE,
            seed=SEED,
            leave_unanchored_out=True,
        )
        tell("ratings")
        campaign.refresh_from_db()
        open_campaign(campaign=campaign)
        simulated = simulate_campaign(
            campaign=campaign,
            annotators=choices.annotators,
            seed=SEED,
            truth=opened(files.truth) if files.truth else None,
        )
    tell("agreement")
    report = measure_agreement(campaign=campaign)
    tell("release")
    release = freeze_gold(campaign=campaign)
    tell("scores")
    rescore(campaign=campaign)
    rankings = rankings_of(release, [TABLE_2, TABLE_3])
    return PaperRun(
        campaign=campaign,
        n_sentences=brought.sentences,
        n_gold=brought.gold_substitutes,
        origins=pooled.by_origin,
        dispatched=dispatched,
        simulated=simulated,
        report=report,
        release=release,
        best=rankings[TABLE_2],
        oot=rankings[TABLE_3],
    )


def _needed(folder: Path, names: Collection[str]) -> Path:
    found = _found(folder, names)
    if found is None:
        raise MissingFile(f"{folder}: there is no {' or '.join(names)}")
    return found


def _found(folder: Path, names: Collection[str]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)
