"""A small study in the shape of SemDis, in made-up French: 30 sentences of ten targets, 23
systems of which one is a gold file by mistake, and ratings collected elsewhere."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

TARGETS = {
    "espace.n": ["place", "distance", "écart", "lieu", "étendue", "vide", "ciel", "zone"],
    "aimable.a": ["gentil", "poli", "affable", "doux", "charmant", "brave", "sec", "tiède"],
    "lancer.v": ["jeter", "envoyer", "projeter", "tirer", "donner", "ouvrir", "rire", "lire"],
    "rude.a": ["dur", "rêche", "pénible", "âpre", "sévère", "lent", "mou", "gai"],
    "montrer.v": [
        "indiquer",
        "présenter",
        "prouver",
        "dire",
        "exposer",
        "voir",
        "taire",
        "lier",
    ],
    "compris.a": ["inclus", "saisi", "entendu", "contenu", "clair", "vu", "lu", "tu"],
    "foyer.n": ["maison", "âtre", "centre", "famille", "logis", "feu", "mur", "toit"],
    "noble.a": ["digne", "élevé", "grand", "pur", "généreux", "rare", "bas", "vieux"],
    "mener.v": ["conduire", "guider", "diriger", "amener", "suivre", "aller", "finir", "tenir"],
    "fond.n": ["base", "bout", "creux", "cœur", "dessous", "bord", "côté", "haut"],
}
EXCLUDED = "compris.a"
SENTENCES_A_TARGET = 3
SYSTEMS = 23
MISTAKEN = "systeme23"
CAREFUL, HASTY = 6, "hâtif"


class Study(NamedTuple):
    sentences: Path
    gold: Path
    systems: list[Path]
    ratings: Path


def items() -> list[tuple[str, str]]:
    """(sentence, target), in the order of the file."""
    targets = [target for target in TARGETS for _n in range(SENTENCES_A_TARGET)]
    return [(str(number), target) for number, target in enumerate(targets, 1)]


def write_study(folder: Path) -> Study:
    draw = random.Random(2014)
    rows = [
        f"{id},{target},La phrase {id} avec ,{target.partition('.')[0]}, au milieu."
        for id, target in items()
    ]
    sentences = _written(folder / "phrases.csv", ["sentence,lexelt,left,target,right", *rows])
    gold_lines = [
        f"{target} {id} :: {TARGETS[target][0]} 4;{TARGETS[target][1]} 2;"
        for id, target in items()
    ]
    gold = _written(folder / "or.txt", gold_lines)
    systems = []
    for number in range(1, SYSTEMS):
        lines = [
            f"{target} {id} :: {';'.join(draw.sample(TARGETS[target], 3))}"
            for id, target in items()
        ]
        systems.append(_written(folder / f"systeme{number:02}.txt", lines))
    systems.append(_written(folder / f"{MISTAKEN}.txt", gold_lines))
    # Of a file of ratings only what is in the pool can be there: all words of the systems.
    given = {(id, word) for system in systems[:-1] for id, word in _answers(system)}
    given |= {(id, word) for id, target in items() for word in TARGETS[target][:2]}
    ratings = ["annotator,sentence,substitute,value"]
    for annotator in [*(f"juge {n}" for n in range(1, CAREFUL + 1)), HASTY]:
        for id, target in items():
            if target == EXCLUDED:
                continue
            for place, word in enumerate(TARGETS[target]):
                if (id, word) in given:
                    value = max(0, 3 - place // 2 - draw.randint(0, 1))
                    ratings.append(
                        f"{annotator},{id},{word},{3 if annotator == HASTY else value}"
                    )
    return Study(sentences, gold, systems, _written(folder / "jugements.csv", ratings))


def _answers(system: Path) -> Iterable[tuple[str, str]]:
    for line in system.read_text().splitlines():
        id, _colons, answers = line.split(" ", 3)[1:]
        yield from ((id, word) for word in answers.split(";"))


def _written(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("\n".join([*lines, ""]))
    return path
