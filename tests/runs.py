"""Which tests run on SQLite, which on PostgreSQL with Redis.

Without a mark a test runs on SQLite. If it asks for a database or Redis, it may run on
PostgreSQL too: in `make test` only where it *differs*, in `make test-long` always. A mark names
the engines instead: `sqlite` for what no database changes (forms, pages, texts), `postgresql`
for what only PostgreSQL does, both for what is tried on each of them in `make test`.
"""

import inspect
import os
import re

import pytest

DATABASES = {"sqlite", "postgresql"}
ASKING = {"db", "transactional_db", "live_server"}
COMMITTING = {"transactional_db", "live_server"}
# What is done at the same moment, and what only the database itself refuses.
ITS_OWN_WAY = re.compile(r"\b(at_once|at_work|select_for_update|IntegrityError)\b")


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


def differs(item: pytest.Item) -> bool:
    """Whether the engines may disagree: transactions, locks, constraints, what a mark says."""
    marked = item.get_closest_marker("postgresql") or item.get_closest_marker("redis")
    return bool(marked) or _commits(item) or goes_its_own_way(item)


def _commits(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db")
    asked = not COMMITTING.isdisjoint(getattr(item, "fixturenames", ()))
    return asked or bool(marked and marked.kwargs.get("transaction"))


def goes_its_own_way(item: pytest.Item) -> bool:
    function = getattr(item, "function", None)
    return bool(function and ITS_OWN_WAY.search(inspect.getsource(function)))
