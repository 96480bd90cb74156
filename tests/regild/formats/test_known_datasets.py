"""Datasets of the field: looked for, checked, and never fetched."""

import hashlib
import json
import re

import pytest

from regild.formats.known_datasets import (
    DATASETS,
    FOLDER,
    DatasetMissing,
    KnownDataset,
    find_dataset,
)
from tests.regild.running import GOLD, SYSTEM, python

TINY = KnownDataset(
    "Tiny",
    ("tiny.gold", "other.gold"),
    hashlib.sha256(GOLD.encode()).hexdigest(),
    "a place",
    "CC0",
)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch):
    monkeypatch.setitem(DATASETS, "semdis2014", TINY)
    monkeypatch.delenv(FOLDER, raising=False)


@pytest.mark.parametrize("place", ["tiny.gold", "other.gold", "below/tiny.gold"])
def test_is_found_under_each_of_its_names_and_a_folder_below(tmp_path, place):
    (tmp_path / "below").mkdir()
    (tmp_path / place).write_text(GOLD)
    assert find_dataset("semdis2014", str(tmp_path)) == tmp_path / place


def test_another_file_of_that_name_is_passed_over(tmp_path):
    (tmp_path / "tiny.gold").write_text("happy.a 1 :: sad 1;\n")
    with pytest.raises(DatasetMissing, match=r"tiny\.gold is not Tiny, by its SHA-256"):
        find_dataset("semdis2014", str(tmp_path))
    (tmp_path / "other.gold").write_text(GOLD)
    assert find_dataset("semdis2014", str(tmp_path)).name == "other.gold"


@pytest.mark.parametrize("folder", [None, "nowhere"])
def test_what_to_fetch_is_said_with_its_licence_and_checksum(folder):
    with pytest.raises(DatasetMissing) as missing:
        find_dataset("semdis2014", folder)
    said = str(missing.value)
    assert "Fetch tiny.gold from a place (licence: CC0)" in said
    assert TINY.sha256 in said
    assert FOLDER in said


def test_the_command_scores_on_it_as_on_the_file(tmp_path, write, run, monkeypatch):
    gold, system = write("tiny.gold", GOLD), write("run.txt", SYSTEM)
    by_file = run("score", gold, system, "--json")
    assert by_file[0] == 0
    assert (
        run("score", "--dataset", "semdis2014", system, "--data", str(tmp_path), "--json")
        == by_file
    )
    monkeypatch.setenv(FOLDER, str(tmp_path))
    # Wherever the option stands.
    assert run("score", system, "--dataset", "semdis2014", "--json") == by_file
    assert run("score", "--json", "--dataset", "semdis2014", system) == by_file
    two = json.loads(run("score", "--json", "--dataset", "semdis2014", system, system)[1])
    assert len(two["systems"]) == 2


def test_the_command_says_what_is_missing_and_scores_nothing(write, run):
    code, out, err = run("score", "--dataset", "semdis2014", write("run.txt", SYSTEM))
    assert (code, out) == (2, "")
    assert "Fetch tiny.gold" in err
    code, _out, err = run("score", write("g", GOLD), write("s", SYSTEM), "--data", "x")
    assert code == 2
    assert "--data says nothing without --dataset" in err


def test_a_dataset_without_a_system_is_refused(tmp_path, write, run):
    write("tiny.gold", GOLD)
    code, out, err = run("score", "--dataset", "semdis2014", "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert "SYSTEM" in err


def test_every_one_says_where_it_is_and_has_a_checksum():
    for name, known in DATASETS.items():
        assert re.fullmatch("[a-z0-9-]+", name)
        assert re.fullmatch("[0-9a-f]{64}", known.sha256), name
        assert known.title, name
        assert known.licence, name
        assert known.source.startswith("https://") or known is TINY


def test_nothing_that_could_fetch_is_loaded():
    code = "import sys, regild.formats.known_datasets; print(*sys.modules)"
    loaded = {*python("-c", code).stdout.split()}
    assert loaded & {"socket", "ssl", "http", "http.client", "urllib.request"} == set()
