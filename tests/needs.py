"""Programs and data that some tests need, and the Debian package that brings each."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import ROOT

# Debian keeps nginx where only root looks.
PATH = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"
WORDNET = Path("/usr/share/wordnet")
SHARED = ROOT.parent / "shared" / "data"


def path_of(program: str) -> str | None:
    return shutil.which(program, path=PATH)


# What brings it, and how to find out whether it is there.
NEEDS: dict[str, tuple[str, Callable[[], object]]] = {
    program: (f"apt-get install {package}", lambda program=program: path_of(program))
    for program, package in {
        "chromium": "chromium",
        "curl": "curl",
        "jq": "jq",
        "nginx": "nginx",
        "redis-server": "redis-server",
    }.items()
} | {
    "initdb": (
        "apt-get install postgresql",
        lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
    ),
    "WordNet": ("apt-get install wordnet-base", (WORDNET / "data.noun").is_file),
    "../shared/data": ("not shipped: its licences forbid it", SHARED.is_dir),
}


def missing() -> dict[str, str]:
    """What this machine lacks, and what would bring it."""
    return {name: remedy for name, (remedy, is_there) in NEEDS.items() if not is_there()}


def needs(*names: str) -> pytest.MarkDecorator:
    """Mark tests that cannot run without these."""
    lacking = missing().keys() & set(names)
    return pytest.mark.skipif(
        bool(lacking), reason="; ".join(_reason(name) for name in sorted(lacking))
    )


def require(name: str) -> None:
    """Skip the test at hand where this is missing."""
    if name in missing():
        pytest.skip(_reason(name))


def _reason(name: str) -> str:
    return f"{name} is missing ({NEEDS[name][0]})"
