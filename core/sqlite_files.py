"""What SQLite keeps beside the database file, kept for as long as a process serves."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from django.db import connection


def hold_sqlite_files() -> sqlite3.Connection | None:
    """A connection that stays open. With the last one the log and its index are deleted, and
    who comes next has to make them anew: on a full disk, nobody could even read."""
    if connection.vendor != "sqlite":
        return None
    place = Path(connection.settings_dict["NAME"]).absolute().as_uri()
    # A database that is not there yet is made by whoever writes first.
    with suppress(sqlite3.OperationalError):
        held = sqlite3.connect(f"{place}?mode=rw", uri=True, check_same_thread=False)
        held.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        return held
    return None
