"""Every page is looked at: narrow and wide, light and dark.

`REGILD_PAGES=folder` also writes each as a picture, for people to look at.
"""

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, FilePayload, Page, ViewportSize, expect

from tests.annotation_site.permission_table import Actor
from tests.annotation_site.permission_world import World, address
from tests.browser.axe import found_by_axe
from tests.browser.conftest import PATIENCE
from tests.browser.hands import field
from tests.browser.pages import NO_PAGES, ROWS, SENT, Sent, make_site, visits
from tests.browser.way import take_picture

# Minutes of looking, and no database changes the looks.
pytestmark = pytest.mark.sqlite

# In the dark only the colours are others.
RULES: dict[Any, dict[str, Any]] = {
    "light": {"resultTypes": ["violations"]},
    "dark": {
        "resultTypes": ["violations"],
        "runOnly": ["color-contrast", "link-in-text-block"],
    },
}
# A page is fetched once, and turned from a phone's into a desk's.
VIEWPORTS: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 800},
    {"width": 1280, "height": 800},
)
FOLDER = os.environ.get("REGILD_PAGES")
# All that can be unfolded, and pictures too that are loaded only when somebody scrolls to them.
SHOW_ALL = """async () => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.all(images.filter((image) => !image.complete).map((image) =>
        new Promise((loaded) => { image.onload = image.onerror = loaded; })));
    return images.filter((image) => !image.naturalWidth).map((image) => image.currentSrc);
}"""


@pytest.fixture
def world(transactional_db: None, settings: Any, live_server: Any) -> World:
    settings.SITE_URL = live_server.url
    return make_site()


def test_no_page_is_at_fault(browser: Browser, live_server: Any, world: World) -> None:
    found: list[str] = []
    for actor, client in world.clients.items():
        context = browser.new_context(base_url=live_server.url, viewport=VIEWPORTS[0])
        context.set_default_timeout(PATIENCE)
        context.add_cookies(cookies(client, live_server.url))
        page = context.new_page()
        said: list[str] = []
        page.on("pageerror", lambda error, said=said: said.append(str(error)))
        page.on("console", lambda message, said=said: said.append(message.text))
        for visit in visits(world):
            if visit.actor == actor:
                page.set_viewport_size(VIEWPORTS[0])
                go(page, visit.path)
                found += look(page, visit.path, visit.name)
                found += [f"{visit.path} says {words}" for words in said]
                said.clear()
        if actor == Actor.OWNER:
            for sent in SENT:
                page.set_viewport_size(VIEWPORTS[0])
                send(page, sent, address(sent.route, {}, world))
                found += look(page, f"{sent.route} with its form sent", sent.name)
        context.close()
    assert not found, "\n".join(["", *found])


def test_what_is_no_page_is_an_address_all_the_same() -> None:
    assert {row.route for row in ROWS} >= NO_PAGES


def look(page: Page, path: str, name: str) -> Iterator[str]:
    for viewport, (scheme, rules) in product(VIEWPORTS, RULES.items()):
        width = viewport["width"]
        # A desk's colours are a phone's.
        only_to_look_at = scheme == "dark" and viewport != VIEWPORTS[0]
        if only_to_look_at and not FOLDER:
            continue
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        if not only_to_look_at:
            yield from (
                f"{path}, {width} {scheme}: {fault}" for fault in faults(page, width, rules)
            )
        shoot(page, f"{name}-{width}-{scheme}")


def send(page: Page, sent: Sent, path: str) -> None:
    """What is typed stays in its field, whatever the form says."""
    go(page, path)
    for label, text in sent.typed.items():
        field(page, label).fill(text)
    for label, (name, content) in sent.files.items():
        file = FilePayload(name=name, mimeType="text/plain", buffer=content.encode())
        field(page, label).set_input_files(file)
    for label in sent.ticked:
        page.get_by_label(label).first.check()
    page.get_by_role("button", name=sent.button, exact=True).click()
    expect(page.locator(sent.then).first).to_be_visible()
    for label, text in sent.typed.items():
        expect(field(page, label)).to_have_value(text)


def cookies(client: Client, url: str) -> list[dict[str, str]]:
    return [
        {"name": name, "value": morsel.value, "url": url}
        for name, morsel in client.cookies.items()
    ]


def go(page: Page, path: str) -> None:
    """A path that is a file, or a part of a page, belongs into NO_PAGES."""
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 200, path
    assert answer.headers["content-type"].startswith("text/html"), path
    if page.locator("#preview").count():
        page.locator("#preview .row").first.wait_for()


def faults(page: Page, width: int, rules: dict[str, Any]) -> Iterator[str]:
    for source in page.evaluate(SHOW_ALL):
        yield f"no picture {source}"
    if found := found_by_axe(page, rules):
        yield found
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield f"{wide} pixels wide"


def shoot(page: Page, name: str) -> None:
    if FOLDER:
        take_picture(page, Path(FOLDER) / f"{name}.png")
