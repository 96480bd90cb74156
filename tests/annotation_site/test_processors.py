"""What the site's jobs find does not depend on the processor: reports, releases with their
checksums, scores with their ranks, and every file that is published."""

import hashlib
import os
import shutil
from pathlib import Path
from unittest.mock import patch

import pytest
from django.db import connection

from annotation_site.management.commands import demo
from tests.commands import facts_of, printed_by
from tests.processors import kinds_here, under_each, unlike_the_first

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite,
    pytest.mark.long,
]

# What says when something was made, or how long it took.
TIMES = {"made_at", "measured_at", "created_at", "frozen_at", "scored_at"}
FORMATS = ("lexsub", "lexsub-int", "swords", "csv", "jsonl")


# As in every test (tests/conftest.py): a release's annotators are numbered as they came.
@patch("scoring.services.freezing.numbering", lambda: None)
def all_jobs(slug: str) -> dict[str, object]:
    """What each job finds, in a process of its own on a copy of the campaign."""
    found: dict[str, object] = {"agreement": facts_of("agreement", slug)}
    for rule in ("mean", "severity"):
        release = facts_of("release_gold", slug, "--rule", rule)
        found |= {f"release {rule}": release, f"rescore {rule}": facts_of("rescore", slug)}
        for name in FORMATS:
            found[f"{name} {rule}"] = _digest(_exported(slug, name))
        found |= {
            f"dataset {rule}, {path.name}": _digest(path)
            for path in sorted(_exported(slug, "dataset").rglob("*"))
            if path.is_file()
        }
    found["left_out"] = facts_of("left_out", slug)
    found["ranking_forecast"] = facts_of("ranking_forecast", slug)
    found["judging"] = facts_of("judging", slug)
    found["paper_tables"] = printed_by("paper_tables", slug)[0]
    return _timeless(found)


def _exported(slug: str, name: str) -> Path:
    path = Path(os.environ["STATE_DIR"]) / name
    shutil.rmtree(path, ignore_errors=True)
    printed_by("export_gold", slug, "--format", name, "--out", path)
    return path


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _timeless(found):
    if isinstance(found, dict):
        return {key: _timeless(value) for key, value in found.items() if key not in TIMES}
    return [*map(_timeless, found)] if isinstance(found, list) else found


def test_every_job_finds_the_same_with_every_kernel(tmp_path):
    slug = "demo-en"
    demo.CAMPAIGNS[slug]()
    for kind in kinds_here():
        (tmp_path / kind).mkdir()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [f"{tmp_path}/{kind}/site.sqlite3"])
    found = under_each(
        "import django; django.setup();"
        "from tests.annotation_site.test_processors import all_jobs;"
        f"FOUND = all_jobs({slug!r})",
        DJANGO_SETTINGS_MODULE="tests.settings",
        SECRET_KEY="only-for-tests",
        REGILD_TEST_RUNNER="alone",
        STATE_DIR=f"{tmp_path}/{{}}",
        DATABASE_URL=f"sqlite:///{tmp_path}/{{}}/site.sqlite3",
    )
    assert unlike_the_first(found) == []
