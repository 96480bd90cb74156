"""Every installation from version 0.1 on can be upgraded, while its web goes on."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg2
import pytest
from django.conf import settings
from django.db import connection

from tests.processes import ROOT, environment
from tests.upgrades.upgrading import HERE, text_of

VERSIONS = sorted(one.name for one in HERE.iterdir() if re.fullmatch(r"\d+\.\d+", one.name))


def upgraded(version: str, url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.upgrades.upgrading", version],
        cwd=ROOT,
        env=environment(DATABASE_URL=url),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def elsewhere(tmp_path: Path):
    """The address of a database of its own, empty."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'old.sqlite3'}"
        return
    at = settings.DATABASES["default"]
    name = f"{connection.settings_dict['NAME']}_upgrade"
    address = f"postgresql://{at['USER']}@{at['HOST']}:{at['PORT']}"
    server = psycopg2.connect(f"{address}/postgres")
    server.autocommit = True
    with server.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
        yield f"{address}/{name}"
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    server.close()


def test_there_is_a_version_to_come_from():
    assert "0.1" in VERSIONS


@pytest.mark.django_db
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.long
def test_a_database_is_upgraded_while_its_web_writes(version, elsewhere):
    told = upgraded(version, elsewhere)
    assert told.returncode == 0, told.stdout + told.stderr
    assert f"a database of {version} is upgraded" in told.stdout


@pytest.mark.sqlite
def test_what_the_old_web_cannot_write_any_more_is_seen(tmp_path):
    """A column that it does not know, without a value by default."""
    dump = text_of(HERE / "0.1" / "sqlite.sql.gz").replace(
        'CREATE TABLE "annotators_remark" (',
        'CREATE TABLE "annotators_remark" ("mood" text NOT NULL CHECK (mood <> \'\'), ',
    )
    dump = re.sub(r"(INSERT INTO \"annotators_remark\" VALUES\()", r"\1'glad', ", dump)
    file = tmp_path / "old.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript(dump)
    calls = text_of(HERE / "0.1" / "sqlite.calls.gz").splitlines()
    assert any("annotators_remark" in call for call in calls)
    play = (
        "import django; django.setup(); from tests.upgrades import upgrading as u;"
        "u.play_back(u.text_of(u.HERE / '0.1' / 'sqlite.calls.gz'))"
    )
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            play,
        ],
        cwd=ROOT,
        env=environment(DATABASE_URL=f"sqlite:///{file}"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode != 0
    assert "The old web cannot remark any more" in told.stderr
