"""How long somebody's request waits for what somebody else has locked.

A thread that waits answers nobody; with as many people at one lock as there are threads, the
whole site would stand still. Whoever gives up is told when to come again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import OperationalError, connection

from core.outages import is_locked
from core.refusals import Refused
from regild.problems import N_

RETRY_AFTER_SECONDS = 1
# On SQLite every writer waits for every other, and none gets through in the order they came.
SECONDS, SECONDS_ON_SQLITE = 1, 5

_impatient: ContextVar[bool] = ContextVar("impatient", default=False)


class Busy(Refused):
    """It was not done because somebody else holds what it needs; that passes by itself."""

    def __init__(self) -> None:
        text = N_("Something large is being stored just now. Please send it again.")
        super().__init__("busy", text)


@contextmanager
def impatient() -> Iterator[None]:
    """What is done within gives up after a moment. Raises Busy."""
    before = _impatient.set(True)
    try:
        with _writing_soon():
            yield
    except OperationalError as error:
        if is_locked(error):
            raise Busy from error
        raise
    finally:
        _impatient.reset(before)


def wait_no_longer() -> None:
    """Before a lock for which others may wait long, in the transaction that takes it."""
    if _impatient.get() and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{SECONDS}s'")


@contextmanager
def _writing_soon() -> Iterator[None]:
    """On SQLite the wait is at the beginning of a transaction."""
    if connection.vendor != "sqlite":
        yield
        return
    usual = connection.settings_dict["OPTIONS"]["timeout"]
    _wait_at_most(SECONDS_ON_SQLITE)
    try:
        yield
    finally:
        _wait_at_most(usual)


def _wait_at_most(seconds: float) -> None:
    # Not through Django, which writes down what is asked of the database.
    connection.ensure_connection()
    connection.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
