"""The way from a shell is run as docs/shell.md shows it, on the files it names."""

import json
import os
import subprocess
import sys

import pytest

from tests.docs.guides import blocks
from tests.processes import PATIENCE, ROOT, environment

# Thirty commands, each a process: minutes, and the commands have tests of their own.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

GUIDE = ROOT / "docs" / "shell.md"
# `make` would install and serve; what it leaves behind is laid out instead.
BEFORE = "set -eu -o pipefail\nmake() { :; }\n"
# The last block tells how it is on one's own site.
AFTER = "regild help pool\n"


@pytest.fixture
def project(tmp_path):
    """The project's folder as its guide sees it, without its own var/."""
    (tmp_path / "manage.py").symlink_to(ROOT / "manage.py")
    (tmp_path / "annotation_site").symlink_to(ROOT / "annotation_site")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "env").write_text("SECRET_KEY=x\nSTATE_DIR=var\n")
    return tmp_path


def run(script, folder):
    """As somebody types it, with nothing of the test run's environment but its database."""
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "HOME": os.environ["HOME"],
            "TMPDIR": str(folder),
            "DATABASE_URL": environment()["DATABASE_URL"],
        },
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
    )


@pytest.mark.long
def test_every_command_of_the_way_from_a_shell_does_what_it_should(project):
    ended = run(BEFORE + "".join(blocks(GUIDE)) + AFTER, project)
    assert (ended.returncode, ended.stderr) == (0, "")
    # From the sentences to the scores, in the words of the commands themselves.
    said = iter(ended.stdout.splitlines())
    for word in (
        "24 sentences, no first gold yet",
        "Round 1",
        "/rate/bare/",
        "12 synthetic annotators",
        "72 responses",
        "First gold 1 of bare",
        "24 sentences",  # as annotation_site/demo/README.md says
        "baseline:",
        "candidates:",
        "8 subsets",
        "plan.csv",
        "/rate/notes/",
        "5 synthetic annotators",
        "60 ratings more",
        "4 synthetic annotators",
        "alpha_ordinal",
        "Release 1 of notes",
        "sparse:",
        "semdis.best_norm",
        "second-gold.txt",
        "semdis.oot_norm",
        "precision",
    ):
        assert any(word in line for line in said), word
    assert len((project / "plan.csv").read_text().splitlines()) > 24
    assert len((project / "second-gold.txt").read_text().splitlines()) == 24
    croissant = json.loads((project / "dataset" / "croissant.json").read_text())
    assert "CC-BY-4.0" in croissant["license"]


def test_a_command_that_is_wrong_would_be_noticed(project):
    ended = run(BEFORE + blocks(GUIDE)[0] + "regild pool nothing\necho unreached\n", project)
    assert ended.returncode != 0
    assert "unreached" not in ended.stdout
