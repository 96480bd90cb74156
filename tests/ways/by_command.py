"""A campaign by management commands alone. What annotators chose elsewhere is imported."""

import csv
import json
from pathlib import Path

from regild.cli import main as regild
from regild.tasks.utterances.wording import as_written
from tests.commands import facts_of
from tests.ways.files import (
    CORPUS,
    DOUBLES,
    NOTE,
    PEOPLE,
    SEED,
    SETS,
    SUBSETS,
    THEME,
    THEMED,
    TRAIN,
    rated_by,
    sorted_by,
    written,
)


def mail(slug: str, folder: Path) -> None:
    files = [f"--{name}={folder / name}.csv" for name in ("documents", "categories", "gold")]
    facts_of("create_campaign", slug, "--task", "categories", "--language", "en", *files)
    facts_of("add_system", slug, "careful", folder / "careful.csv")
    facts_of("add_baseline", slug, "words", "--kind", "words")
    facts_of("pool", slug)
    chosen = ("--block-size", 1, "--seed", SEED, "--double-share", DOUBLES)
    facts_of("dispatch", slug, "--subsets", SUBSETS, *chosen)
    facts_of("open_campaign", slug)
    sort_all(slug, folder)
    facts_of("agreement", slug)
    disagreeing = facts_of("themes", slug)["disagreeing"]
    assert disagreeing
    facts_of("themes", slug, "--theme", THEME, "--tag", THEMED)
    facts_of("revise_categories", slug, folder / "changes.csv", "--note", NOTE)
    facts_of("agreement", slug)
    release_and_score(slug, folder)


def sort_all(slug: str, folder: Path) -> None:
    """As the plan has it: the second annotator finds only the doubles left."""
    plan = plan_of(slug, folder)
    table = [
        {
            "document": row["sentence"],
            "annotator": f"person {person}",
            "category": sorted_by(person, row["sentence"]),
        }
        for person in range(PEOPLE)
        for row in plan
        if person < int(row["seats"])
    ]
    (folder / "ratings.csv").write_text(written(table), encoding="utf-8")
    facts_of("import_ratings", slug, folder / "ratings.csv")


def plan_of(slug: str, folder: Path) -> list[dict[str, str]]:
    facts_of("export_plan", slug, "--out", folder / "plan.csv")
    with (folder / "plan.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def utterances(slug: str, folder: Path) -> None:
    sets = folder / "sets.json"
    options = [f"--{name}={value}" for name, value in SETS.items()]
    assert regild(["coconuts", str(CORPUS), *options, "--out", str(sets)]) == 0
    facts_of(
        "create_campaign", slug, "--task", "utterances", "--language", "en", "--sets", sets
    )
    facts_of("add_system", slug, "coin", folder / "coin.csv")
    for order in ("2", "3"):
        model = ("--kind", "ngram", "--order", order, "--train", TRAIN)
        facts_of("add_baseline", slug, f"{order}-grams", *model)
    facts_of("pool", slug)
    facts_of("dispatch", slug, "--subsets", SUBSETS, "--block-size", 4, "--seed", SEED)
    facts_of("open_campaign", slug)
    rate_all(slug, folder)
    facts_of("agreement", slug)
    release_and_score(slug, folder)


def rate_all(slug: str, folder: Path) -> None:
    plan = plan_of(slug, folder)
    sets = json.loads((folder / "sets.json").read_text(encoding="utf-8"))["sets"]
    said = {
        one["set"]: [" ".join(utterance["words"]) for utterance in one["utterances"]]
        for one in sets
    }
    table = [
        {
            "annotator": f"person {person}",
            "set": row["sentence"],
            "utterance": row["substitute"],
            "value": rated_by(
                person, as_written(said[row["sentence"]][int(row["substitute"]) - 1])
            ),
        }
        for person in range(PEOPLE)
        for row in plan
    ]
    (folder / "ratings.csv").write_text(written(table), encoding="utf-8")
    facts_of("import_ratings", slug, folder / "ratings.csv")


def release_and_score(slug: str, folder: Path) -> None:
    facts_of("release_gold", slug, "--min-ratings", 1)
    exported = folder / f"{slug}.csv"
    facts_of("export_gold", slug, "--release", 1, "--format", "csv", "--out", exported)
    assert exported.read_text(encoding="utf-8").strip()
    facts_of("rescore", slug)
    board = facts_of("leaderboard", slug, "--show")
    assert board["shown"]
    assert board["boards"]
