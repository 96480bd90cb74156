"""`DATABASE_URL=… python -m tests.upgrades.record VERSION`, once, when a version is released.

Makes the demo in a fresh database of this engine, and keeps in tests/upgrades/VERSION/ its
dump, what the version's web sends while people use it, and how many rows each table has then.
"""

import gzip
import json
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(version: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test.client import ClientHandler
    from django.test.utils import (
        setup_databases,
        setup_test_environment,
        teardown_databases,
    )

    from tests.before_django import to_the_server
    from tests.upgrades.old_web import everybody, written
    from tests.upgrades.tables import tallied

    setup_test_environment()
    if connection.vendor == "postgresql":
        ClientHandler.__call__ = to_the_server
    before = setup_databases(verbosity=0, interactive=False)
    try:
        random.seed(1)
        call_command("demo", verbosity=0)
        folder = HERE / version
        folder.mkdir(exist_ok=True)
        keep(folder / f"{connection.vendor}.sql.gz", dumped())
        keep(folder / f"{connection.vendor}.calls.gz", written(everybody()))
        counts = json.dumps(tallied(), indent=1, sort_keys=True)
        (folder / f"{connection.vendor}.rows.json").write_text(counts + "\n")
    finally:
        connection.close()
        teardown_databases(before, verbosity=0)


def dumped() -> str:
    from django.db import connection

    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return "\n".join(sqlite3.connect(database["NAME"]).iterdump()) + "\n"
    server = ["-h", database["HOST"], "-p", str(database["PORT"]), "-U", database["USER"]]
    shape = ["--no-owner", "--no-privileges", "--rows-per-insert=500"]
    told = subprocess.run(
        ["pg_dump", *server, *shape, database["NAME"]],
        check=True,
        capture_output=True,
        text=True,
    )
    # What begins with a backslash is for psql.
    return "".join(
        line for line in told.stdout.splitlines(keepends=True) if not line.startswith("\\")
    )


def keep(file: Path, text: str) -> None:
    # Without the hour: the same rows give the same file.
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
