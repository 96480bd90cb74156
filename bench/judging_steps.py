"""The steps of `bench.judging`, each run as a process: draw, severity, alt_test.

`python -m bench.judging_steps STEP FOLDER …` works on files in the folder and prints one JSON
object.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from regild.agreement import severity as of_severity
from regild.judging.alternative import alternative_test

SEED = 20140701
RATINGS_PER_ITEM = 5
ITEMS_PER_PERSON = 400


def draw(folder: Path, ratings: str, annotators: str) -> dict[str, Any]:
    rng = np.random.default_rng(SEED)
    items, people = int(ratings) // RATINGS_PER_ITEM, int(annotators)
    cells = np.unique(rng.integers(0, items * people, size=int(ratings)))
    item, person = np.divmod(rng.permutation(cells), people)
    strict = rng.normal(0, 0.5, people)
    seen = rng.normal(1.5, 0.9, items)[item] + strict[person] + rng.normal(0, 0.7, len(item))
    value = np.clip(np.round(seen), 0, 3).astype(int)
    np.save(folder / "strict.npy", strict)
    with (folder / "ratings.csv").open("w") as file:
        file.write("annotator,item,value\n")
        for row in zip(person.tolist(), item.tolist(), value.tolist(), strict=True):
            file.write("{},{},{}\n".format(*row))
    return {}


def severity(folder: Path) -> dict[str, Any]:
    fit = of_severity.crossed_effects
    fitting = []

    def timed(*arguments: Any, **options: Any) -> Any:
        began = time.perf_counter()
        found = fit(*arguments, **options)
        fitting.append(time.perf_counter() - began)
        return found

    of_severity.crossed_effects = timed
    began = time.perf_counter()
    found = of_severity.measure_severity(folder / "ratings.csv")
    taken = time.perf_counter() - began
    planted = np.load(folder / "strict.npy")[[int(one.annotator) for one in found.annotators]]
    r = np.corrcoef([one.effect for one in found.annotators], planted)[0, 1]
    return {"all": taken, "fit": sum(fitting), "r": float(r)}


def alt_test(folder: Path, annotators: str) -> dict[str, Any]:
    rng = np.random.default_rng(SEED)
    people, items = int(annotators), int(annotators) * ITEMS_PER_PERSON // RATINGS_PER_ITEM
    worth = rng.integers(0, 4, items)

    def judge(which: Any) -> dict[str, int]:
        seen = np.clip(worth[which] + rng.integers(-1, 2, len(which)), 0, 3)
        return dict(zip(map(str, which.tolist()), seen.tolist(), strict=True))

    human = {
        f"p{number}": judge(rng.choice(items, ITEMS_PER_PERSON, replace=False))
        for number in range(people)
    }
    for name, given in (("human", human), ("model", {"model": judge(np.arange(items))})):
        (folder / f"{name}.json").write_text(json.dumps(given))
    began = time.perf_counter()
    found = alternative_test(folder / "human.json", folder / "model.json", epsilon=0.1)
    taken = time.perf_counter() - began
    assert found.models[0].n_annotators == people
    return {"all": taken}


if __name__ == "__main__":
    step, folder, *more = sys.argv[1:]
    steps = {"draw": draw, "severity": severity, "alt_test": alt_test}
    print(json.dumps(steps[step](Path(folder), *more)))
