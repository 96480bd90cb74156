"""Which of the two runs a test belongs to: on SQLite, on PostgreSQL with Redis, or both.

A test is in the runs that its marks name; without a mark it is in both. It is left out of the
other, not skipped. What no database changes – forms, pages, texts, documents, what is computed
from what was read, how a command starts – is marked `sqlite`, mostly for a file at once, and
what asks for no database at all needs no mark for that. Both runs have what stores, locks,
counts in SQL, sends work to workers or outlives a death: where its file is marked `sqlite`,
such a test is marked `postgresql` too. So is one whose statements no other test sends to
PostgreSQL.
"""

import os

import pytest

DATABASES = {"sqlite", "postgresql"}
ASKING = {"db", "transactional_db", "live_server"}


def belongs(item: pytest.Item, here: str, *, redis: bool) -> bool:
    if item.get_closest_marker("redis") and not redis:
        return False
    # Whoever starts a site elsewhere (tests/drills/whole_site.py) says which tests it is for.
    return "SITE" in os.environ or here in runs(item)


def runs(item: pytest.Item) -> set[str]:
    named = {name for name in DATABASES if item.get_closest_marker(name)}
    return named or (DATABASES if asks_a_service(item) else {"sqlite"})


def asks_a_service(item: pytest.Item) -> bool:
    """A database, or Redis."""
    marked = item.get_closest_marker("django_db") or item.get_closest_marker("redis")
    return bool(marked) or not ASKING.isdisjoint(getattr(item, "fixturenames", ()))
