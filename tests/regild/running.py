"""The command `regild` in this process, and a Python of its own for what only a fresh one
shows."""

import os
import subprocess
import sys

import pytest

from regild.cli import main
from tests import PATIENCE, ROOT

GOLD = "happy.a 1 :: glad 3;merry 2;\nsize.n 2 :: big 2;large 2;\n"
SYSTEM = "happy.a 1 :: glad\nsize.n 2 :: huge;big\n"
COMMAND = "import sys; from regild.cli import main; sys.exit(main())"


@pytest.fixture
def write(tmp_path):
    """Writes a file, and tells where."""

    def write(name, text):
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


@pytest.fixture
def run(capsys):
    """Runs the command here: (exit code, output, what is said beside it)."""

    def run(*words):
        code = main(words)
        return code, *capsys.readouterr()

    return run


def python(*arguments, folder=ROOT):
    """What a fresh Python with the method, and none of a site's settings, does."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def regild(*words, folder=ROOT):
    return python("-c", COMMAND, *map(str, words), folder=folder)


def loaded_by(code, *words):
    """The packages that running `code` loads, by their first and second names."""
    ended = python("-c", f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)", *words)
    assert ended.returncode == 0, ended.stderr
    return {".".join(name.split(".")[:2]) for name in ended.stderr.split()}
