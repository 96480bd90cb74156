"""Long reading of one moment, which keeps nobody from writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Annotators go on rating while we read; the parts of what is read must not disagree.

    A caller's own transaction cannot change its isolation any more, and keeps it.
    """
    if connection.in_atomic_block:
        with transaction.atomic():
            yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    else:
        with _without_the_write_lock(), transaction.atomic():
            yield


@contextmanager
def _without_the_write_lock() -> Iterator[None]:
    """Our transactions on SQLite begin as writers (annotation_site/settings.py); one that only
    reads would keep every annotator waiting."""
    # Only a connection that is open knows its mode.
    connection.ensure_connection()
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
