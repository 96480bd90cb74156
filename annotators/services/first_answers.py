"""One first answer in one statement, whatever a stage asks for (docs/decisions/0021), on
PostgreSQL only.

It does what a batch of one does (storing.py), and does nothing where there is anything to
explain, or where the turn ends. What there is to answer in a turn is the limit of it.

All of such a statement is seen as it was when it began, the turn that is written as it is by
then: `xmin` differs where something became of the turn meanwhile, as it does of those in which
a word or a sentence is hidden or shown. Then nothing is stored here. `ctid` is where the row
was seen, and saves looking for it twice: a small table would be read whole again, with every
version that the last answers left of it.
"""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, InterfaceError, OperationalError, connection
from django.utils import timezone

from core.prepared import Prepared
from core.tokens import hash_token


def store_alone(
    statement: Prepared, answer: Mapping[str, Any], *, token: str, turn_id: int
) -> int | None:
    """What remains of the turn; None, and nothing is stored, where the statement finds no first
    answer of whose token this is."""
    if not connection.in_atomic_block:
        # As Django does when a request begins: it may be older than connections may grow.
        connection.close_if_unusable_or_obsolete()
    if connection.connection is None:
        # It has nothing prepared either; and where there is no database, one try is enough.
        return None
    asked = {
        **answer,
        "token": hash_token(token),
        "turn": turn_id,
        # As text, which the statement says the type of: with the driver's own it is read twice.
        "key": str(answer["key"]),
        "now": timezone.now().isoformat(),
    }
    try:
        with connection.wrap_database_errors, _cursor() as cursor:
            statement.execute(cursor, asked)
            row = cursor.fetchone()
    except (IntegrityError, OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        # Its key was used before, or the database was restarted since this connection was last
        # used: whether it is stored is found out by storing it again.
        connection.close_if_unusable_or_obsolete()
        return None
    return row and int(row[0])


def _cursor() -> Any:
    """The driver's own: Django's takes half as long as the statement. Only that one writes
    down, where somebody asks for it, what was sent."""
    return connection.cursor() if connection.queries_logged else connection.connection.cursor()
