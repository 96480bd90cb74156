"""Which errors say that the database is away, and which that a statement of ours is wrong.

Both databases say it with the same exceptions, so their own codes decide. Read by the settings
through the logs: nothing here may read them.
"""

import sqlite3

from django.db import InterfaceError, OperationalError

# https://www.postgresql.org/docs/current/errcodes-appendix.html: the connection, resources such
# as the disk, a shutdown, the machine itself.
_POSTGRESQL = ("08", "53", "57P", "58")
_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
}


# lock_not_available
_LOCKED = "55P03"


def is_locked(error: BaseException) -> bool:
    """Whether somebody else holds what it waited for, longer than it was to wait."""
    told = error.__cause__
    code: int = getattr(told, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY or getattr(told, "pgcode", None) == _LOCKED


def is_away(error: BaseException | None) -> bool:
    """Whether the database cannot be reached or cannot write: that passes by itself."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    told = error.__cause__
    code: int | None = getattr(told, "sqlite_errorcode", None)
    if code is not None:
        # The rest of an extended code says more of the same.
        return code & 0xFF in _SQLITE
    state: str | None = getattr(told, "pgcode", None)
    # Nobody was there to give a code.
    return state is None or state.startswith(_POSTGRESQL)
