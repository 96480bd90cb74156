"""Whether an id is one of many, in one statement of either database."""

from collections.abc import Collection

from django.db import connection
from django.db.models import BooleanField, F, Func, Value


class Among(Func):
    """Whether a number is one of many. Given as one value they are looked up by a hash while
    PostgreSQL reads in order, and SQLite takes more than its 32,766 in a statement."""

    output_field = BooleanField()

    def __init__(self, field: str, numbers: Collection[int]) -> None:
        listed = ",".join(map(str, numbers))
        if connection.vendor == "postgresql":
            # A literal: of anything put together PostgreSQL would make no hash.
            super().__init__(
                F(field),
                Value(f"{{{listed}}}"),
                template="%(expressions)s::bigint[])",
                arg_joiner=" = ANY(",
            )
        else:
            super().__init__(
                F(field),
                Value(f"[{listed}]"),
                template="%(expressions)s))",
                arg_joiner=" IN (SELECT value FROM json_each(",
            )
