"""The golds whose SHA-256 we know are those that lie beside the project."""

import json

import pytest

from regild.cli import main
from regild.formats.known_datasets import DATASETS, find_dataset


@pytest.mark.parametrize("name", DATASETS)
def test_each_is_found(shared_data, name):
    assert find_dataset(name, str(shared_data)).is_file()


def test_a_system_is_scored_on_one_by_its_name(shared_data, capsys):
    baseline = shared_data / "semdis2014" / "systems" / "baseline_dicosyn.txt"
    words = ["--data", str(shared_data), "--measures", "semdis.best_norm", "--json"]
    assert main(["score", "--dataset", "semdis2014", str(baseline), *words]) == 0
    said = json.loads(capsys.readouterr().out)
    # The post hoc paper prints .13 for it.
    assert said["systems"][0]["measures"]["semdis.best_norm"] == pytest.approx(0.127, abs=5e-4)
    assert "gold:edc1d819a314347b|n:300" in said["signature"]
