"""What docs/library.md shows of the library and its command is run, as it stands."""

import doctest
import os
import shlex
import subprocess
import sys

import pytest

import regild
from tests.docs.guides import tokens
from tests.processes import PATIENCE, ROOT
from tests.regild.running import COMMAND

pytestmark = pytest.mark.sqlite

GUIDE = ROOT / "docs" / "library.md"
RATINGS = "annotator,sentence,substitute,value\nann,1,memo,3\nbob,1,memo,2\nann,1,line,0\n"


def shown(language):
    return "".join(
        token.content
        for token in tokens(GUIDE)
        if token.type == "fence" and token.info == language
    )


def test_every_line_of_python_gives_what_stands_below_it(monkeypatch):
    monkeypatch.chdir(ROOT)
    session = doctest.DocTestParser().get_doctest(shown("python"), {}, "library", str(GUIDE), 0)
    told = []
    ended = doctest.DocTestRunner(verbose=False).run(session, out=told.append)
    assert ended.failed == 0, "".join(told)
    assert ended.attempted > 20


def test_every_command_does_what_it_should(tmp_path):
    (tmp_path / "annotation_site").symlink_to(ROOT / "annotation_site")
    (tmp_path / "ratings.csv").write_text(RATINGS)
    command = f'regild() {{ {shlex.join([sys.executable, "-c", COMMAND])} "$@"; }}\n'
    ended = subprocess.run(
        ["bash", "-eu", "-c", command + shown("sh")],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    said = iter(ended.stdout.splitlines())
    for word in ("semdis.oot_norm", '"precision"', '"alpha_ordinal"'):
        assert any(word in line for line in said), word


def test_every_public_function_is_named():
    [names] = [
        block
        for block in GUIDE.read_text("utf-8").split("## ")
        if block.startswith("Names that are kept")
    ]
    assert [
        name for name in regild.__all__ if name.islower() and f"`{name}`" not in names
    ] == []
