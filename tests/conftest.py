"""What every test begins with, and in which order.

runs.py says which tests run on SQLite and which on PostgreSQL with Redis.
"""

import os
import time
from collections.abc import Generator, Iterator
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.client import ClientHandler
from redis import Redis

import tests.emptying  # noqa: F401
from campaigns.models import Campaign, Member
from core import throttling
from tests.before_django import to_the_server
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.reporting import pytest_runtest_makereport as pytest_runtest_makereport
from tests.reporting import pytest_terminal_summary as pytest_terminal_summary
from tests.runs import belongs, differs
from tests.template_database import copy_template_for_tests

HERE = "sqlite" if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3") else "postgresql"
# Else one worker would be at them when all others have nothing left to do.
LONGEST = (
    "tests/browser/test_pages.py",
    "tests/annotation_site/test_permissions.py",
    "tests/browser/test_study.py",
    "tests/browser/test_whole_campaign.py",
    "tests/storm/test_storm.py",
    "tests/machine/",
    "tests/proxy/",
    "tests/reference/test_coconuts.py",
    "tests/reference/test_paper.py",
    "tests/browser/test_whole_ways.py",
    "tests/hostile/test_mail_uploads.py",
    "tests/campaigns/test_queues.py",
    "tests/drills/test_as_compose.py",
)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    elsewhere = [
        item for item in items if not belongs(item, HERE, redis=bool(settings.REDIS_URL))
    ]
    for item in items:
        if HERE == "postgresql" and differs(item):
            item.add_marker("differs")
        # Under automation Chromium now and then never starts a worker, or never ends a
        # navigation. What fails twice is ours.
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]
    yield  # `-m` selects
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = longest_first(items, workers)


def longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Let each worker begin with some of the longest: it is given as many tests as the others,
    one after the other, and whoever is done takes the last of them."""
    longest = [item for file in LONGEST for item in items if item.nodeid.startswith(file)]
    others = [item for item in items if not item.nodeid.startswith(LONGEST)]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        own = longest[worker::workers]
        end = len(items) * (worker + 1) // workers
        ordered += own
        room = max(0, end - len(ordered))
        ordered += others[:room]
        others = others[room:]
    return [*ordered, *others]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Called by pytest-django before it creates the database of this run."""
    copy_template_for_tests(settings.DATABASES["default"].setdefault("TEST", {}))


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
def clients_come_to_the_short_way() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "postgresql":
            patch.setattr(ClientHandler, "__call__", to_the_server)
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_in_redis() -> Iterator[None]:
    """Messages that no worker came for; the prefix is this run's own (tests/settings.py)."""
    yield
    if settings.REDIS_URL:
        redis = Redis.from_url(settings.REDIS_URL)
        for key in redis.scan_iter(f"{settings.STATE_DIR.name}-*"):
            redis.delete(key)


# Who and what most tests are about; one that needs another makes its own under the same name.


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


@pytest.fixture
def lead(campaign: Campaign) -> User:
    return make_lead("lead", campaign, Member.Role.MANAGER)


@pytest.fixture
def olga(campaign: Campaign) -> User:
    """Who owns the campaign."""
    return make_lead("olga", campaign, Member.Role.OWNER)


@pytest.fixture
def browser(lead: User) -> Client:
    """The lead's, who has signed in."""
    return signed_in(lead)


@pytest.fixture
def program(lead: User) -> Client:
    """The lead's, with a token that may whatever they may."""
    return program_of(lead)


@pytest.fixture(autouse=True)
def _numbers_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotators of a release are numbered at random, and what is drawn of them then differs
    from run to run; tests compare releases to the last digit."""
    monkeypatch.setattr("scoring.services.freezing.numbering", lambda: None)
