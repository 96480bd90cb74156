"""Statements that PostgreSQL plans once a connection instead of once a call.

Planning a join of five tables takes longer than running it for one row. psycopg2 does not
prepare by itself, so the few statements that every rating runs do it here; SQLite keeps its own
cache of statements and takes them as they are.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from django.db.backends.utils import CursorWrapper

_MARK = re.compile(r"%(?:\((\w+)\))?s")
# By the driver's connection: a new one, after a restart of the database, knows none.
_known: "WeakKeyDictionary[Any, set[str]]" = WeakKeyDictionary()


class Prepared:
    """A statement with %s, or %(name)s, for its parameters, under a name of its own.

    `postgresql` replaces the text there, for what the two databases write differently.
    """

    def __init__(self, name: str, sql: str, *, postgresql: str = "") -> None:
        self.name, self.sql = name, sql
        marks: list[str] = []

        def number(mark: re.Match[str]) -> str:
            # A name may stand for its parameter more than once, a bare mark never.
            if not mark[1] or mark[0] not in marks:
                marks.append(mark[0])
                return f"${len(marks)}"
            return f"${marks.index(mark[0]) + 1}"

        self._prepare = f"PREPARE {name} AS {_MARK.sub(number, postgresql or sql)}"
        self._call = f"EXECUTE {name} ({', '.join(marks)})"

    def run(self, cursor: CursorWrapper, parameters: Sequence[Any] | Mapping[str, Any]) -> None:
        if cursor.db.vendor == "postgresql":
            self.execute(cursor, parameters)
        else:
            cursor.execute(self.sql, parameters)

    def execute(self, cursor: Any, parameters: Sequence[Any] | Mapping[str, Any]) -> None:
        """By a cursor of PostgreSQL's, be it Django's or the driver's own."""
        known = _known.setdefault(cursor.connection, set())
        if self.name not in known:
            cursor.execute(self._prepare)
            known.add(self.name)
        cursor.execute(self._call, parameters)
