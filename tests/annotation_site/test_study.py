"""The bench of a whole study, on one that is small."""

import os
import subprocess
import sys

import pytest


@pytest.mark.postgresql
@pytest.mark.long
def test_a_study_is_measured_step_by_step():
    server, _slash, name = os.environ["DATABASE_URL"].rpartition("/")
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "bench.study", "--size", "420", "--step", "agreement"),
            *("--step", "rescore", "--step", "csv"),
            *("--postgresql", server, "--database", f"{name}_study"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    heading, *rows = (line.split() for line in ended.stdout.splitlines())
    assert heading[0] == "candidates"
    steps = [row[1] for row in rows]
    assert steps == [
        *("load", "pool", "dispatch", "rate", "agreement", "release", "rescore", "csv")
    ]
    assert {row[0] for row in rows} == {"420"}
