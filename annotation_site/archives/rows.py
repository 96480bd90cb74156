"""A table's rows as lines of JSON and back, the same from SQLite and from PostgreSQL."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from itertools import count
from typing import Any, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from annotation_site.archives.archive import DamagedArchive
from core.bulk import insert_rows
from regild.formats.plain_text import REPLACEMENT, plain
from regild.problems import N_, Text

ROWS_AT_A_TIME = 2_000
# jsonb writes floats from here on without a point, and they come back as integers.
WRITTEN_AS_INTEGER = 1e16

# Quoted, for a field is generic to the type checker alone.
Field: TypeAlias = "models.Field[Any, Any]"
# Told the place of a value in its row.
Replaced: TypeAlias = Callable[[int], None]

# An escaped NUL, or half of a surrogate pair, which only others escape: nearly no line has
# either, and looking for them in every value of ten million rows would take minutes.
_SUSPECT = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])|\xed[\xa0-\xbf]")

# What reading and storing values of the wrong kind or size raises.
_MISFITS = (
    ArithmeticError,
    AttributeError,
    DataError,
    IntegrityError,
    LookupError,
    RecursionError,
    TypeError,
    ValidationError,
    ValueError,
)
_LONGEST_REASON = 300


def _tell_nobody(place: int) -> None:
    pass


def name_of(model: type[models.Model]) -> str:
    return model._meta.label


def fields_of(model: type[models.Model]) -> list[Field]:
    """The columns that are stored, the key first."""
    return [field for field in model._meta.concrete_fields if not field.generated]


def read_rows(rows: models.QuerySet[Any], fields: Iterable[Field]) -> Iterator[tuple[Any, ...]]:
    """In the order of their keys, a few at a time."""
    names = [field.attname for field in fields]
    return rows.order_by("pk").values_list(*names).iterator(chunk_size=ROWS_AT_A_TIME)


def line_of(values: Iterable[Any], *, replaced: Replaced = _tell_nobody) -> bytes:
    """What some database would not take is replaced by U+FFFD; `replaced` is told the place of
    each value that had some. Raises TypeError for a kind of value no table had when this was
    written."""
    said = [_said(value) for value in values]
    line = _json(said)
    if not _SUSPECT.search(line):
        return line
    plain_values = [_plain(value) for value in said]
    for place, (before, after) in enumerate(zip(said, plain_values, strict=True)):
        if before != after:
            replaced(place)
    return _json(plain_values)


def noting(replaced: Counter[str] | None, table: str, columns: Sequence[str]) -> Replaced:
    """Counts in `replaced` by table and column."""

    def note(place: int) -> None:
        if replaced is not None:
            replaced[f"{table}.{columns[place]}"] += 1

    return note


def plain_line(line: bytes, *, replaced: Replaced) -> bytes:
    """A line as `line_of` says it now; sites wrote NULs before they knew better."""
    return line_of(values_of(line), replaced=replaced) if _SUSPECT.search(line) else line


def values_of(line: bytes, *, columns: Sequence[object] = ()) -> list[Any]:
    """Raises ValueError for a line that is no row, or none of these columns."""
    values: list[Any] = json.loads(line)
    if type(values) is not list:
        raise ValueError("it is no list of values")
    if columns and len(values) != len(columns):
        raise ValueError(f"it has {len(values)} values for {len(columns)} columns")
    return values


def store_rows(
    model: type[models.Model], fields: Iterable[Field], rows: Iterable[Iterable[Any]]
) -> None:
    """Rows of what lines say. Raises ArchiveRefused for one that is none of this table, or that
    the database does not take."""
    fields = list(fields)
    refusal = N_("The database refuses a row of %(table)s.", table=name_of(model))
    # COPY's errors are the driver's own until they are wrapped.
    with refusing_misfits(refusal), connection.wrap_database_errors:
        insert_rows(
            model,
            [field.column for field in fields if field.column],
            _stored_rows(model, fields, iter(rows)),
        )


@contextmanager
def refusing_misfits(fault: Text) -> Iterator[None]:
    """Raise ArchiveRefused, with the fault and its reason, where values are of a wrong kind or
    contradict each other. As no site writes such an archive, that is where they came from."""
    try:
        yield
    except _MISFITS as error:
        reason = " ".join(str(error).split())[:_LONGEST_REASON]
        text = N_("%(fault)s %(reason)s.", fault=fault, reason=reason.rstrip("."))
        raise DamagedArchive(text) from error


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


@contextmanager
def all_text() -> Iterator[None]:
    """Read whatever stands in a text column. SQLite stores bytes that are no UTF-8, and would
    otherwise give up the whole table for them."""
    if connection.vendor == "postgresql":
        yield
        return
    connection.ensure_connection()
    sqlite: Any = connection.connection
    sqlite.text_factory = lambda text: text.decode(errors="surrogateescape")
    try:
        yield
    finally:
        sqlite.text_factory = str


def _json(said: list[Any]) -> bytes:
    text = json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return (text + "\n").encode(errors="surrogatepass")


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, dict):
        return _plain_keys(value)
    return value


def _plain_keys(value: dict[str, Any]) -> dict[str, Any]:
    """Two keys that become one would lose an answer: the second gets one more U+FFFD."""
    found: dict[str, Any] = {}
    for key in sorted(value):
        name = plain(key)
        while name != key and (name in found or name in value):
            name += REPLACEMENT
        found[name] = _plain(value[key])
    return found


def _stored_rows(
    model: type[models.Model], fields: Sequence[Field], rows: Iterator[Iterable[Any]]
) -> Iterator[list[Any]]:
    for number in count(1):
        fault = N_(
            "Row %(number)s of %(table)s cannot be read.", number=number, table=name_of(model)
        )
        with refusing_misfits(fault):
            row = next(rows, None)
            if row is None:
                return
            stored = [_stored(field, value) for field, value in zip(fields, row, strict=True)]
        yield stored


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
