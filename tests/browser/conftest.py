"""A real Chromium before a real server, on whichever database the run is for."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from campaigns.models import Campaign
from tests import processes
from tests.browser.chromium import ARGUMENTS
from tests.factories import make_campaign
from tests.needs import path_of, require
from tests.processes import running, wait_until

# Milliseconds.
PATIENCE = 1000 * processes.PATIENCE
expect.set_options(timeout=PATIENCE)

EXAMPLES = [
    {
        "left": "She ",
        "target": "shut",
        "right": " the door.",
        "substitute": "close",
        "value": 3,
        "why": "The meaning is the same; the form of the verb does not matter.",
    },
    {
        "left": "We found a ",
        "target": "boat",
        "right": " in the reeds.",
        "substitute": "ship",
        "value": 1,
        "why": "A ship is much larger: the sentence holds, but it says something else.",
    },
    {
        "left": "The ",
        "target": "path",
        "right": " climbs to the mill.",
        "substitute": "trail",
        "value": 2,
        "why": "A trail is rougher than a path: a nuance.",
    },
]
PRACTICE = [
    {
        "left": "The rain has ",
        "target": "stopped",
        "right": ".",
        "substitute": "end",
        "low": 2,
        "high": 3,
        "why": "The ending of the verb does not count.",
    },
    {
        "left": "He sat on the ",
        "target": "bank",
        "right": " of the brook.",
        "substitute": "lender",
        "low": 0,
        "high": 0,
        "why": "That is another bank.",
    },
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    require("chromium")
    # Playwright runs an event loop in this thread, and Django would refuse its database there.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path_of("chromium"), args=ARGUMENTS, timeout=PATIENCE
        )
        yield chromium
        chromium.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Elsewhere(LiveServer):
    """A site that runs already, at SITE, on the database the tests use."""

    url = os.environ.get("SITE", "")


@pytest.fixture(scope="session")
def live_server(request: pytest.FixtureRequest) -> LiveServer:
    if Elsewhere.url:
        return Elsewhere("localhost", start=False)
    server: LiveServer = request.getfixturevalue("live_server")
    return server


@pytest.fixture
def all_answered(live_server: Any) -> Iterator[None]:
    """After a test the database is emptied: not before the server is done with what the pages
    asked of it last."""
    under_way: list[None] = []

    def begin(**_signal: Any) -> None:
        under_way.append(None)

    def end(**_signal: Any) -> None:
        del under_way[-1:]

    request_started.connect(begin)
    request_finished.connect(end)
    yield
    wait_until(lambda: not under_way)
    request_started.disconnect(begin)
    request_finished.disconnect(end)


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, live_server: Any, all_answered: None) -> Iterator[OpenPage]:
    """A page on a device of its own. Fails the test on any script error or refused content."""
    contexts = []
    troubles: list[str] = []

    def note_refusal(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            troubles.append(message.text)

    def open_page(*, width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(
            base_url=live_server.url, viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", note_refusal)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return make_campaign(examples=EXAMPLES, practice=PRACTICE, contact="boats@example.org")


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    with running(
        *("celery", "-A", "annotation_site", "worker", "--loglevel=ERROR"),
        *("--concurrency=1", "--pool=solo"),
    ):
        yield
