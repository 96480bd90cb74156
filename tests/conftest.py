"""What every test begins with, and which tests belong to this run.

The suite is run twice, on SQLite and on PostgreSQL with Redis. A test of what only one of them
can do belongs to that run: it is left out of the other, not skipped. So is what takes minutes
and does not depend on the database, such as the looks of all pages.
"""

import os
import time
from collections.abc import Generator, Iterator
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.cache import cache
from redis import Redis

from core import throttling


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    sqlite = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    lacking = {
        "sqlite": not sqlite,
        "postgresql": sqlite,
        "redis": not settings.REDIS_URL,
    }
    elsewhere = [
        item
        for item in items
        if any(gone and item.get_closest_marker(mark) for mark, gone in lacking.items())
    ]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]


@pytest.fixture(autouse=True)
def nobody_has_tried_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Throttles count in the cache, in windows of five minutes: a test must neither pay for
    the tries of another nor be forgiven its own because a window ends under it."""
    cache.clear()
    # A whole site that browser tests go through counts in its own (tests/drills/whole_site.py).
    if site := os.environ.get("SITE_REDIS"):
        redis = Redis.from_url(site)
        for key in redis.scan_iter("*throttle:*"):
            redis.delete(key)
    began = time.time() // throttling.WINDOW_SECONDS * throttling.WINDOW_SECONDS
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: began))


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_in_redis() -> Iterator[None]:
    """Messages that no worker came for; the prefix is this run's own (tests/settings.py)."""
    yield
    if settings.REDIS_URL:
        redis = Redis.from_url(settings.REDIS_URL)
        for key in redis.scan_iter(f"{settings.STATE_DIR.name}-*"):
            redis.delete(key)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything is to be run, a test without its browser or its data has failed."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report
