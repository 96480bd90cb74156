"""Words for a word in its sentence: French and English."""

import csv
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from annotation_site.demo import finishing
from annotation_site.demo.finishing import DATA, MOST_RATINGS, given
from campaigns.models import Campaign, Switch
from campaigns.services.trials import switch_encouragements
from judging.selectors.judges import judgeable
from judging.services.importing import import_judgements
from judging.services.measuring import measure_judges
from pooling.services.fill_pool import pool_campaign
from scoring.selectors.releases import find_release
from scoring.selectors.soft_systems import given_by_people
from scoring.services.soft_systems import add_soft_system
from sources.models import System
from sources.services.creating import create_campaign
from sources.services.systems import add_system

TITLES = {"fr": "Des mots à la place", "en": "Words in their place"}
SYSTEMS = ("baseline", "careful", "neural", "sparse")
# Shown to half of the synthetic annotators, whom it moves to nothing: the trial shows that.
TRIED = "goal"
OFF = 0.25
PROMPT = "Could the second word stand in the place of the first? Answer 0, 1, 2 or 3."


def load_substitutes(language: str, *, slug: str = "") -> Campaign:
    folder = DATA / language
    campaign = _created(folder, slug=slug or f"demo-{language}")
    finishing.instruct(campaign, folder)
    _add_systems(campaign, folder)
    pool_campaign(campaign=campaign)
    finishing.dispatch(campaign, subsets=8, block_size=6)
    switch_encouragements(campaign=campaign, changes={TRIED: Switch.TRIAL}, by=None)
    with ExitStack() as stack:
        finishing.rate(campaign, truth=given(stack, folder / "ratings_truth.tsv"))
    finishing.release_and_score(campaign)
    _judge(campaign, folder / "ratings_truth.tsv")
    _answer_softly(campaign)
    return campaign


def _judge(campaign: Campaign, truth: Path) -> None:
    """A made-up model, whose every fourth judgement is off by one."""
    with truth.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        worth = {(row["sentence"], row["substitute"]): int(row["value"]) for row in rows}
    rng = Random(finishing.SEED)  # noqa: S311  # nosec B311 # drawn anew by its seed
    table = ["annotator,sentence,substitute,value"]
    for key, text in judgeable(campaign).order_by("id").values_list("item__key", "text"):
        off = rng.choice((-1, 1)) if rng.random() < OFF else 0
        value = min(max(worth[key, text] + off, 0), 3)
        table.append(f'model,{key},"{text}",{value}')
    import_judgements(
        campaign=campaign,
        judgements=finishing.written("\n".join([*table, ""]), "model.csv"),
        name="made-up model",
        model_version="2014",
        prompt=PROMPT,
        related=["neural"],
    )
    measure_judges(campaign=campaign)


def _answer_softly(campaign: Campaign) -> None:
    """A system that knows of each value how often people give it, and nothing of the words."""
    release = find_release(campaign)
    given = given_by_people(release)
    total = Counter(
        value for of_person in given.people.values() for value in of_person.values()
    )
    table = ["item,value,share"]
    for item in given.shares:
        table += [f'"{item}",{value},{total[value] / total.total()}' for value in given.values]
    answers = finishing.written("\n".join([*table, ""]), "usual.csv")
    add_soft_system(release=release, name="usual shares", answers=answers)


def _created(folder: Path, *, slug: str) -> Campaign:
    with ExitStack() as stack:
        return create_campaign(
            slug=slug,
            title=TITLES[folder.name],
            language=folder.name,
            files={
                "sentences": given(stack, folder / "sentences.xml"),
                "gold": given(stack, folder / "gold.txt"),
            },
            max_ratings=MOST_RATINGS,
        ).campaign


def _add_systems(campaign: Campaign, folder: Path) -> None:
    with ExitStack() as stack:
        for name in SYSTEMS:
            add_system(
                campaign=campaign,
                name=name,
                kind=System.Kind.BASELINE if name == "baseline" else System.Kind.PARTICIPANT,
                answers=given(stack, folder / f"{name}.txt"),
            )
