"""The tables of a database as it stands, whatever the models say."""

from django.db import connection

# What Django keeps for itself, and sessions, which no upgrade promises to keep.
OTHERS = ("django_", "auth_permission", "sqlite_")


def tallied() -> dict[str, int]:
    """How many rows each table has."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        counts = {}
        for name in names:
            if not name.startswith(OTHERS):
                cursor.execute(f'SELECT count(*) FROM "{name}"')
                counts[name] = cursor.fetchone()[0]
    return counts
