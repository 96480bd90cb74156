"""What the parts of the benchmark share: a process and a database of a step's own, a table."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import psycopg2

# Linux counts ru_maxrss in KiB, macOS in bytes.
RSS_UNIT = 1 if sys.platform == "darwin" else 1024

# What a step needs to start Django; nothing of the developer's own site.
SITE = {
    "DJANGO_SETTINGS_MODULE": "annotation_site.settings",
    "SECRET_KEY": "only-for-measuring",
    "REDIS_URL": "",
}


class StepRun(NamedTuple):
    """What a step printed, and the most memory its process ever held, in bytes."""

    printed: dict[str, Any]
    peak: int


def run_step(module: str, *arguments: object, **environment: str) -> StepRun:
    """Run `python -m module …`, which prints one JSON object.

    In a process of its own, because a peak is a process's: it never falls again.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        env={**os.environ, **SITE, **environment},
        stdout=subprocess.PIPE,
    )
    printed = process.stdout.read()
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{module} {' '.join(map(str, arguments))} failed")
    return StepRun(json.loads(printed), usage.ru_maxrss * RSS_UNIT)


@contextmanager
def empty_sqlite() -> Iterator[str]:
    """The address of a database that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/bench.sqlite3"


@contextmanager
def empty_postgresql(server: str, *, name: str = "regild_bench") -> Iterator[str]:
    """The address of a database that is gone afterwards."""
    with closing(psycopg2.connect(f"{server}/postgres")) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        # One of an interrupted run.
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")
        cursor.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server}/{name}"
        finally:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def print_row(widths: Iterable[int], cells: Iterable[str]) -> None:
    """One line of a table, everything to the right."""
    aligned = [f"{cell:>{width}}" for width, cell in zip(widths, cells, strict=True)]
    print("  ".join(aligned), flush=True)
