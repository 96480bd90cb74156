"""Write many rows the way the database likes best: COPY on PostgreSQL, executemany on SQLite.

Plain INSERTs through the ORM take ten times as long at a million candidates. Nothing is filled
in or converted: every column that has no database default must be named, and a JSON column's
value is given as text.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import StringIO
from itertools import islice
from typing import Any

from django.db import connection, models, transaction

ROWS_AT_A_TIME = 20_000


def insert_rows(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows of values for the named database columns."""
    table = connection.ops.quote_name(model._meta.db_table)
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            _copy(cursor, f"COPY {table} ({names}) FROM STDIN", rows)
        else:
            marks = ", ".join(["%s"] * len(columns))
            for batch in _batches(rows):
                cursor.executemany(
                    f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608  # nosec B608 # names are our models'
                    [[_bound(value) for value in row] for row in batch],
                )


def refresh_statistics(*tables: type[models.Model]) -> None:
    """Let PostgreSQL's planner know what was just written; left to itself it plans the first
    minutes of a campaign as if the tables were empty. SQLite looks rows up by index anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f"ANALYZE {connection.ops.quote_name(table._meta.db_table)}")


def check_references(model: type[models.Model]) -> None:
    """Have PostgreSQL see now that what the new rows of a table point at is there. By itself it
    does when the transaction ends: a second for 100,000 rows, while somebody may wait for a
    lock."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
        names = [name for name, facts in found.items() if facts["foreign_key"]]
        if names:
            listed = ", ".join(map(connection.ops.quote_name, sorted(names)))
            cursor.execute(f"SET CONSTRAINTS {listed} IMMEDIATE")
            cursor.execute(f"SET CONSTRAINTS {listed} DEFERRED")


@transaction.atomic  # the temporary table lives as long as its transaction
def update_rows(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Update rows by id: each row is its id, then values for the named columns."""
    quote = connection.ops.quote_name
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            names = ", ".join(quote(column) for column in ["id", *columns])
            cursor.execute(
                f"CREATE TEMP TABLE changed_rows ON COMMIT DROP AS"  # noqa: S608  # nosec B608 # names are our models'
                f" SELECT {names} FROM {table} WITH NO DATA"
            )
            _copy(cursor, f"COPY changed_rows ({names}) FROM STDIN", rows)
            sets = ", ".join(f"{quote(c)} = changed_rows.{quote(c)}" for c in columns)
            cursor.execute(
                f"UPDATE {table} SET {sets} FROM changed_rows"  # noqa: S608  # nosec B608 # names are our models'
                f" WHERE {table}.id = changed_rows.id"
            )
            cursor.execute("DROP TABLE changed_rows")
        else:
            sets = ", ".join(f"{quote(column)} = %s" for column in columns)
            for batch in _batches(rows):
                cursor.executemany(
                    f"UPDATE {table} SET {sets} WHERE id = %s",  # noqa: S608  # nosec B608 # names are our models'
                    [[*(_bound(value) for value in row[1:]), row[0]] for row in batch],
                )


def _batches(rows: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, ROWS_AT_A_TIME)):
        yield batch


def _bound(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def _copy(cursor: Any, statement: str, rows: Iterable[Sequence[Any]]) -> None:
    for batch in _batches(rows):
        lines = ["\t".join(map(_copy_field, row)) for row in batch]
        cursor.copy_expert(statement, StringIO("\n".join(lines) + "\n"))


_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def _copy_field(value: Any) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    if isinstance(value, bytes):
        return f"\\\\x{value.hex()}"
    return str(value)
