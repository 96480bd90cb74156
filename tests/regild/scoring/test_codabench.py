"""A competition for Codabench: its form as the platform documents it, its numbers as ours."""

import io
import json
import os
import struct
import subprocess
import sys
from contextlib import contextmanager
from datetime import date

import pytest
import yaml

import regild
from regild.formats.records import GoldRecord
from regild.scoring.exports.codabench import COLUMNS, column_key, logo, write_codabench
from regild.scoring.exports.publication import Publication
from regild.scoring.exports.statement import Statement
from tests import PATIENCE
from tests.regild.scoring.golds import dataset_of, make_gold

PUBLICATION = Publication("https://example.org/golds/boats/1/", "CC-BY-4.0", date(2026, 5, 4))
ANSWERS = "calm.a 12 :: at peace;quiet;loud\nroom.n 13 :: hall;space\n"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    place = tmp_path_factory.mktemp("bundle")
    gold = make_gold()._replace(
        first_gold=(
            GoldRecord("12", "calm.a", (("quiet", 3.0), ("at peace", 1.0)), (), 1),
            GoldRecord("13", "room.n", (("space", 5.0),), (), 2),
        ),
        statement=Statement(contact="jo@example.org", rationale="To see."),
    )

    @contextmanager
    def opened(path):
        file = place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as out:
            yield out

    write_codabench(opened, gold, PUBLICATION)
    return place


def test_the_bundle_has_what_the_platform_requires(bundle):
    """docs.codabench.org, 'YAML Structure': what is called required, every path there."""
    found = yaml.safe_load((bundle / "competition.yaml").read_text())
    assert found["version"] == 2
    assert {"title", "image", "terms", "pages", "phases", "tasks", "leaderboards"} <= {*found}
    paths = [found["image"], found["terms"], *(page["file"] for page in found["pages"])]
    [task], [phase], [board] = found["tasks"], found["phases"], found["leaderboards"]
    paths += [task["scoring_program"], task["reference_data"], phase["starting_kit"]]
    assert all((bundle / path).exists() for path in paths)
    assert {"name", "start", "tasks"} <= {*phase}
    assert phase["tasks"] == [task["index"]] == [0]
    assert all({"title", "key", "index"} <= {*column} for column in board["columns"])
    assert [column["index"] for column in board["columns"]] == [0, 1, 2, 3, 4]
    command = yaml.safe_load((bundle / "scoring_program/metadata.yaml").read_text())["command"]
    assert command == "python3 /app/program/score.py /app/input /app/output"
    assert found["contact_email"] == "jo@example.org"


def test_the_scoring_program_gives_the_numbers_of_our_command(bundle, tmp_path):
    """Run as the platform runs it: in a folder of its own, with nothing of ours to import."""
    (tmp_path / "res").mkdir()
    (tmp_path / "res" / "answers.txt").write_text(ANSWERS)
    (tmp_path / "ref").symlink_to(bundle / "reference_data")
    ended = run_program(bundle, tmp_path)
    assert ended.returncode == 0, ended.stderr
    told = json.loads((tmp_path / "out" / "scores.json").read_text())
    for which, measure in COLUMNS:
        card = regild.score(
            bundle / "reference_data",
            tmp_path / "res" / "answers.txt",
            measures=[measure],
            use=which,
        )
        assert told[column_key(which, measure)] == card.systems[0].measures[measure]
    board = yaml.safe_load((bundle / "competition.yaml").read_text())["leaderboards"][0]
    assert {*told} == {column["key"] for column in board["columns"]}


def run_program(bundle, folder):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    program = bundle / "scoring_program" / "score.py"
    return subprocess.run(
        [sys.executable, "-P", str(program), str(folder), str(folder / "out")],
        cwd=folder,
        env=kept,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
    )


def test_the_starting_kit_can_be_submitted_and_gives_nothing_away(bundle, tmp_path):
    (tmp_path / "res").mkdir()
    answers = (bundle / "starting_kit/answers.txt").read_bytes()
    (tmp_path / "res" / "answers.txt").write_bytes(answers)
    (tmp_path / "ref").symlink_to(bundle / "reference_data")
    assert run_program(bundle, tmp_path).returncode == 0
    kit = b"".join(path.read_bytes() for path in (bundle / "starting_kit").iterdir())
    assert b"quiet" not in kit
    (tmp_path / "res" / "more.txt").write_text("")
    refused = run_program(bundle, tmp_path)
    assert refused.returncode == 1
    assert "one file of answers. This one has: answers.txt, more.txt." in refused.stderr


def test_the_logo_is_a_png():
    data = logo(16)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (16, 16)
    assert io.BytesIO(data).read()[-8:-4] == b"IEND"


def test_the_dataset_beside_it_is_what_it_scores_on(bundle):
    files = dataset_of(make_gold(), PUBLICATION)
    for path in ("policy.json", "data/candidates.jsonl"):
        assert (bundle / "reference_data" / path).read_bytes() == files[path]
