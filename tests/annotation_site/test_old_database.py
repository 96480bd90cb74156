"""A database from before version 0.1 is told what to do, never misread."""

import os
import sqlite3
import subprocess
import sys

import pytest

from tests.processes import ROOT

pytestmark = pytest.mark.sqlite


def test_it_is_refused_and_left_as_it_is(tmp_path):
    file = tmp_path / "old.sqlite3"
    with sqlite3.connect(file) as old:
        old.execute("CREATE TABLE campaigns_campaign (id INTEGER PRIMARY KEY, slug TEXT)")
        old.execute("INSERT INTO campaigns_campaign VALUES (1, 'boats')")
    told = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env={
            **os.environ,
            "SECRET_KEY": "old",
            "STATE_DIR": str(tmp_path),
            "DATABASE_URL": f"sqlite:///{file}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode != 0
    assert "was made before version 0.1" in told.stderr
    with sqlite3.connect(file) as old:
        assert old.execute("SELECT * FROM campaigns_campaign").fetchall() == [(1, "boats")]
        tables = {name for (name,) in old.execute("SELECT name FROM sqlite_master")}
    assert not tables & {"sources_item", "rating_rating"}
