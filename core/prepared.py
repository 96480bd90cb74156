"""Statements that PostgreSQL plans once a connection instead of once a call.

Planning a join of five tables takes longer than running it for one row. psycopg2 does not
prepare by itself, so the few statements that every rating runs do it here; SQLite keeps its own
cache of statements and takes them as they are.
"""

import re
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connection
from django.db.backends.utils import CursorWrapper

_MARK = re.compile("%s")
# By the driver's connection: a new one, after a restart of the database, knows none.
_known: "WeakKeyDictionary[Any, set[str]]" = WeakKeyDictionary()


class Prepared:
    """A statement with %s for its parameters, under a name of its own.

    `postgresql` replaces the text there, for what the two databases write differently.
    """

    def __init__(self, name: str, sql: str, *, postgresql: str = "") -> None:
        self.name, self.sql = name, sql
        numbers = iter(range(1, 100))
        self._numbered = _MARK.sub(lambda _mark: f"${next(numbers)}", postgresql or sql)
        marks = ", ".join(["%s"] * (next(numbers) - 1))
        self._call = f"EXECUTE {name} ({marks})"

    def run(self, cursor: CursorWrapper, parameters: Sequence[Any]) -> None:
        if connection.vendor != "postgresql":
            cursor.execute(self.sql, parameters)
            return
        cursor.execute(self.call(cursor), parameters)

    def call(self, cursor: CursorWrapper) -> str:
        """The statement's call on PostgreSQL, which knows it from here on."""
        known = _known.setdefault(connection.connection, set())
        if self.name not in known:
            cursor.execute(f"PREPARE {self.name} AS {self._numbered}")
            known.add(self.name)
        return self._call


def run_together(cursor: CursorWrapper, *calls: tuple[Prepared, Sequence[Any]]) -> None:
    """Several statements in one journey, on PostgreSQL: one transaction even where none is
    open, each seeing what was committed before it began. The cursor has the last one's rows."""
    cursor.execute(
        "; ".join(statement.call(cursor) for statement, _parameters in calls),
        [value for _statement, parameters in calls for value in parameters],
    )
