"""Models beside people on published data: the numbers printed with the alternative annotator
test, and a prediction-powered mean that another program found."""

import csv
import json
from collections import defaultdict
from statistics import fmean

import pytest

from regild.judging.powered import powered_scores
from tests.regild.running import regild

pytestmark = pytest.mark.sqlite

SCORES = {"accuracy": "match", "neg_rmse": "neg-rmse"}


def test_every_printed_winning_rate_and_advantage_probability_is_found(shared_data):
    with (shared_data / "alttest" / "reference.tsv").open(newline="") as file:
        printed = [*csv.DictReader(file, delimiter="\t")]
    asked = {(row["dataset"], row["score"], row["epsilon"]) for row in printed}
    found = {}
    for dataset, score, epsilon in asked:
        files = [shared_data / "alttest" / f"{dataset}.{who}.json" for who in ("human", "llm")]
        words = ["--epsilon", epsilon, "--score", SCORES[score], "--json"]
        ended = regild("alt-test", *files, *words)
        assert (ended.returncode, ended.stderr) == (0, "")
        found[dataset] = json.loads(ended.stdout)["models"]
    assert len(printed) == 24
    for row in printed:
        model = found[row["dataset"]][row["model"]]
        numbers = (f"{model['winning_rate']:.2f}", f"{model['advantage_probability']:.2f}")
        assert numbers == (row["winning_rate"], row["advantage_probability"]), row


def test_a_powered_mean_of_stars_is_what_another_program_finds(shared_data):
    people = json.loads((shared_data / "alttest" / "cebab_stars.human.json").read_text())
    model = json.loads((shared_data / "alttest" / "cebab_stars.llm.json").read_text())["gpt-4o"]
    given = defaultdict(list)
    for stars in people.values():
        for item, value in stars.items():
            given[item].append(value)
    assert len(given) == 711
    rated = {item: fmean(given[item]) for item in sorted(given)[:200]}
    said = {item: float(model[item]) for item in given}
    [found] = powered_scores({"stars": rated}, {"stars": said}).systems
    assert found.weight == pytest.approx(0.565637, abs=1e-6)
    assert found.powered == pytest.approx((3.013079, 2.907174, 3.118984), abs=1e-6)
    assert (found.n_rated, found.n_unrated) == (200, 511)
    assert found.people.value == pytest.approx(fmean(rated.values()))
