"""A table's rows as lines of JSON and back, the same from SQLite and from PostgreSQL."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, TypeAlias
from uuid import UUID

from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from annotation_site.services.archive import ArchiveRefused
from campaigns.services.bulk import insert_rows

ROWS_AT_A_TIME = 2_000
# jsonb writes floats from here on without a point, and they come back as integers.
WRITTEN_AS_INTEGER = 1e16

# Quoted, for a field is generic to the type checker alone.
Field: TypeAlias = "models.Field[Any, Any]"


def name_of(model: type[models.Model]) -> str:
    return model._meta.label


def fields_of(model: type[models.Model]) -> list[Field]:
    """The columns that are stored, the key first."""
    return [field for field in model._meta.concrete_fields if not field.generated]


def read_rows(rows: models.QuerySet[Any], fields: Iterable[Field]) -> Iterator[tuple[Any, ...]]:
    """In the order of their keys, a few at a time."""
    names = [field.attname for field in fields]
    return rows.order_by("pk").values_list(*names).iterator(chunk_size=ROWS_AT_A_TIME)


def line_of(values: Iterable[Any]) -> bytes:
    """Raises TypeError for a kind of value no table had when this was written."""
    said = [_said(value) for value in values]
    return (
        json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
    ).encode()


def values_of(line: bytes) -> list[Any]:
    values: list[Any] = json.loads(line)
    return values


def store_rows(
    model: type[models.Model], fields: Iterable[Field], rows: Iterable[Iterable[Any]]
) -> None:
    """Rows of what lines say. Raises ArchiveRefused for one the database does not take."""
    fields = list(fields)
    # COPY's errors are the driver's own until they are wrapped.
    try:
        with connection.wrap_database_errors:
            insert_rows(
                model,
                [field.column for field in fields if field.column],
                (
                    [_stored(field, value) for field, value in zip(fields, row, strict=True)]
                    for row in rows
                ),
            )
    except (IntegrityError, DataError) as error:
        raise ArchiveRefused(
            f"The database refuses a row of {name_of(model)}; nothing was stored. {error}"
        ) from error


def applied_migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside is of one moment, and nobody who writes has to wait for it.

    Not within another transaction, which has its own moment already.
    """
    if connection.vendor == "postgresql":
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
        return
    # The site's transactions take SQLite's write lock at once; reading needs none.
    connection.ensure_connection()
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        with transaction.atomic(durable=True):
            yield
    finally:
        sqlite.transaction_mode = usual


def _stored(field: Field, value: Any) -> Any:
    """What a line says, as `insert_rows` takes it."""
    if value is None:
        return None
    if isinstance(field, models.JSONField):
        return json.dumps(value)
    return field.get_db_prep_save(field.to_python(value), connection=connection)


def _said(value: Any) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        if abs(value) >= WRITTEN_AS_INTEGER and value.is_integer():
            return int(Decimal(repr(value)))
        # Neither a jsonb number nor SQLite's real knows minus zero.
        return value + 0.0
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, dict):
        return {key: _said(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_said(inner) for inner in value]
    raise TypeError(f"an archive has no way to say {value!r}")
