"""What `pip install .` brings: the method, its command, and nothing of the site.

It is built and installed as anybody would, from the registry into an environment of its own.
"""

import csv
import json
import os
import subprocess
import sys
import venv
import zipfile
from collections import defaultdict

import pytest

from tests import PATIENCE, ROOT

SEMDIS_EVAL = "semdis_eval.py 0.3 (Python 2.7.18, unmodified)"


def run(*command, folder):
    """In a folder where the project's own `regild` cannot be imported instead."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ended = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env=kept,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT, folder=folder)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel):
    """The folder of programs of an environment that holds the wheel and what it asks for."""
    home = wheel.parent / "environment"
    venv.create(home, with_pip=True)
    pip = [home / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(*pip, "install", wheel, folder=wheel.parent)
    return home / "bin"


def test_the_wheel_holds_the_method_with_its_types_and_its_licence_alone(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {"regild", "regild-0.1.0.dist-info"}
    assert "regild/py.typed" in names
    packed = {name for name in names if name.endswith(".py")}
    assert packed == {str(path.relative_to(ROOT)) for path in ROOT.glob("regild/**/*.py")}
    assert "regild-0.1.0.dist-info/licenses/LICENSE" in names


def test_building_it_leaves_nothing_behind(wheel):
    assert not {"build", "dist", "regild.egg-info"} & {path.name for path in ROOT.iterdir()}


def test_every_module_of_it_can_be_imported_without_a_site(installed):
    """All but the figures, whose matplotlib is an extra."""
    code = """
import importlib, pkgutil, sys
import regild
assert "environment" in regild.__file__, regild.__file__
for module in pkgutil.walk_packages(regild.__path__, "regild."):
    if not module.name.startswith("regild.figures."):
        importlib.import_module(module.name)
for absent in ("django", "celery", "matplotlib", "pandas", "sklearn"):
    try:
        importlib.import_module(absent)
    except ImportError:
        print(absent)
"""
    said = run(installed / "python", "-c", code, folder=installed)
    assert said.split() == ["django", "celery", "matplotlib", "pandas", "sklearn"]


def test_a_frame_without_pandas_is_refused_in_a_clear_sentence(installed):
    code = """
import regild
try:
    regild.score({"1": {"glad": 2}}, {"one": {"1": ["glad"]}}).to_frame()
except ImportError as refused:
    print(refused)
"""
    assert "pip install pandas" in run(installed / "python", "-c", code, folder=installed)


def test_its_command_gives_the_official_figures(installed, shared_data):
    """Every figure that semdis_eval.py printed of SemDis 2014, digit for digit."""
    with (shared_data / "reference_scores.tsv").open(encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            if row["scorer"] == SEMDIS_EVAL
        ]
    printed = defaultdict(dict)
    for row in rows:
        printed[row["options"]].setdefault(row["system"], {})[row["measure"]] = row["value"]
    folder = shared_data / "semdis2014"
    for options, expected in printed.items():
        mapping = ["--mapping", "mapping.txt"] if options.startswith("mapping") else []
        systems = [f"systems/{name}.txt" for name in expected]
        words = ["gold1.txt", *systems, "--compat", "semdis2014", *mapping, "--json"]
        report = json.loads(run(installed / "regild", "score", *words, folder=folder))
        found = {system["system"]: system["measures"] for system in report["systems"]}
        assert found == expected
    assert len(printed) == 2
