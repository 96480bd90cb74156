"""`DATABASE_URL=… python -m tests.upgrades.upgrading VERSION`, on an empty database.

Loads what that version left, migrates it as it stands, sends what the version's web sends while
a newer one migrates, and then looks whether everything adds up and the web of today serves it.
"""

import gzip
import json
import os
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HERE = Path(__file__).parent


def main(version: str) -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    kept = HERE / version / connection.vendor
    load(text_of(kept.with_suffix(".sql.gz")))
    call_command("migrate", verbosity=0)
    play_back(text_of(kept.with_suffix(".calls.gz")))
    faults = [*rows_lost(kept.with_suffix(".rows.json")), *faults_of_books(), *unserved()]
    print("\n".join(faults) or f"a database of {version} is upgraded")
    return 1 if faults else 0


def text_of(file: Path) -> str:
    return gzip.decompress(file.read_bytes()).decode()


def load(dump: str) -> None:
    from django.db import connection

    if connection.vendor == "sqlite":
        with sqlite3.connect(connection.settings_dict["NAME"]) as database:
            database.executescript(dump)
        return
    with connection.cursor() as cursor:
        cursor.cursor.execute(dump)  # the driver's own: a dump has % that mean nothing
    # The dump has taken every name out of the search path of its connection.
    connection.close()


def play_back(calls: str) -> None:
    """As other processes would: the statements as they were sent, a transaction a call."""
    from django.db import connection, transaction

    from tests.upgrades.old_web import read

    for call in read(calls):
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in call.statements:
                try:
                    cursor.cursor.execute(statement)
                except Exception as wrong:
                    raise SystemExit(
                        f"The old web cannot {call.did} any more: {wrong}\n{statement}"
                    ) from wrong


def rows_lost(file: Path) -> list[str]:
    """The old version's rows, its last ones included, are where they were."""
    from tests.upgrades.tables import tallied

    there = tallied()
    return [
        f"{table} has {there.get(table)} rows, not {rows}"
        for table, rows in json.loads(file.read_text()).items()
        if there.get(table) != rows
    ]


def faults_of_books() -> list[str]:
    from pooling.models import Candidate
    from tests.storm.books import Books
    from tests.storm.checks import always

    hidden = {("candidates", id) for id in Candidate.objects.values_list("id", flat=True)}
    world: Any = SimpleNamespace(ever_hidden=hidden)
    return always(world, Books())


def unserved() -> list[str]:
    """What people do with the web of today."""
    from tests.upgrades.old_web import everybody

    try:
        everybody()
    except AssertionError as refused:
        return [str(refused)]
    return faults_of_books()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
