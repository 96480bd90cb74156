"""Whose token this is, asked with every rating."""

from django.db import InterfaceError, OperationalError, connection

from annotators.models import Annotator
from core.prepared import Prepared
from core.tokens import hash_token

FIND = Prepared(
    "rating_find_annotator",
    "SELECT id, campaign_id FROM annotators_annotator"
    " WHERE token_hash = %s AND withdrawn_at IS NULL",
)


def _find(token: str) -> tuple[int, int] | None:
    with connection.cursor() as cursor:
        FIND.run(cursor, [hash_token(token)])
        row: tuple[int, int] | None = cursor.fetchone()
        return row


def find_annotator(token: str) -> Annotator | None:
    """Whose token this is; None for a token nobody has or whose annotator withdrew."""
    # By hand, because every rating asks this and building the query costs more than running it.
    # It is a request's first query and repeatable, so it needs no look at the connection first.
    connection.health_check_done = True  # type: ignore[attr-defined]
    try:
        row = _find(token)
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        # The database was restarted since this connection was last used.
        connection.close()
        row = _find(token)
    return Annotator.from_db(connection.alias, ["id", "campaign_id"], row) if row else None
