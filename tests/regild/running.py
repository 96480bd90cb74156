"""A Python of its own for what only a fresh process shows."""

import os
import subprocess
import sys

from tests.processes import PATIENCE, ROOT

COMMAND = "import sys; from regild.cli import main; sys.exit(main())"


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
