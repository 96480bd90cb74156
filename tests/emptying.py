"""Empty the tables after a test that committed.

Django truncates every table, half a second on PostgreSQL, and makes the rows of its own anew. A
test leaves a few hundred rows: they are deleted in one transaction, in which constraints are
looked at last, and content types and permissions, which no test changes, stay.
"""

from django.db import connection, transaction
from django.test import TransactionTestCase

KEPT = {"django_migrations", "django_content_type", "auth_permission"}
# Above, truncating is the quicker; and nobody after it finds the places of so many dead rows.
FEW = 2_000

truncate = TransactionTestCase._fixture_teardown


def empty_tables(self: TransactionTestCase) -> None:
    names = sorted({*connection.introspection.table_names()} - KEPT)
    tables = [connection.ops.quote_name(name) for name in names]
    counts = " UNION ALL ".join(
        f"SELECT {place}, COUNT(*) FROM (SELECT 1 FROM {table} LIMIT {FEW + 1}) AS rows_of_it"
        for place, table in enumerate(tables)
    )
    with connection.cursor() as cursor:
        cursor.execute(counts)
        filled = {place: n for place, n in cursor.fetchall() if n}
    if any(n > FEW for n in filled.values()):
        truncate(self)
        return
    with (
        connection.constraint_checks_disabled(),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        for place in filled:
            cursor.execute(f"DELETE FROM {tables[place]}")


TransactionTestCase._fixture_teardown = empty_tables
