"""A migrated database that every test run copies instead of migrating one of its own.

It is made once for each state of the migrations and kept: on SQLite as a file in the cache
folder of pytest, on PostgreSQL as a database beside those of the tests.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg2
from django.db import connection
from django.db.backends.sqlite3.creation import DatabaseCreation

from tests import ROOT

FOLDER = ROOT / ".pytest_cache" / "template"


def copy_template_for_tests(test: dict[str, Any]) -> None:
    """Have the test database begin as a copy; `test` is the TEST entry of its settings."""
    with _one_at_a_time():
        if connection.vendor == "postgresql":
            test["TEMPLATE"] = _postgresql_template()
        else:
            _copy_file_when_created(_sqlite_template())


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _digest() -> str:
    """A name for the tables as these migrations make them."""
    files = [ROOT / "requirements.txt", *sorted(ROOT.glob("*/migrations/*.py"))]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _sqlite_template() -> Path:
    template = FOLDER / f"{_digest()}.sqlite3"
    if not template.exists():
        for old in FOLDER.glob("*.sqlite3*"):
            old.unlink()
        unfinished = FOLDER / "unfinished"
        unfinished.unlink(missing_ok=True)
        _migrate(f"sqlite:///{unfinished}")
        unfinished.rename(template)
    return template


def _copy_file_when_created(template: Path) -> None:
    create = DatabaseCreation._create_test_db

    def create_and_fill(self: DatabaseCreation, *arguments: Any, **options: Any) -> str:
        name: str = create(self, *arguments, **options)
        shutil.copyfile(template, name)
        return name

    DatabaseCreation._create_test_db = create_and_fill


def _postgresql_template() -> str:
    # Another clone on the same server has templates of its own.
    prefix = f"regild_template_{hashlib.sha256(str(ROOT).encode()).hexdigest()[:6]}_"
    template = f"{prefix}{_digest()}"
    with closing(psycopg2.connect(**_server())) as server, server.cursor() as cursor:
        server.autocommit = True
        cursor.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prefix]
        )
        names = {name for (name,) in cursor.fetchall()}
        if template in names:
            return template
        for name in names:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        unfinished = f"{prefix}unfinished"
        cursor.execute(f'CREATE DATABASE "{unfinished}"')
        to = _server()
        _migrate(f"postgresql://{to['user']}@{to['host']}:{to['port']}/{unfinished}")
        cursor.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{template}"')
    return template


def _server() -> dict[str, Any]:
    known = connection.settings_dict
    return {
        "dbname": "postgres",
        "user": known["USER"],
        "password": known["PASSWORD"],
        "host": known["HOST"],
        "port": known["PORT"] or 5432,
    }


def _migrate(url: str) -> None:
    with tempfile.TemporaryDirectory() as state:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": url,
                "STATE_DIR": state,
                "DJANGO_SETTINGS_MODULE": "annotation_site.settings",
            },
            check=True,
        )
