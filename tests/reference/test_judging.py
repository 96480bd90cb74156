"""Models beside people on published data: the numbers printed with the alternative annotator
test, and a prediction-powered mean that another program found."""

import csv
import json

import pytest

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
