"""Every page is opened: narrow and wide, light and dark.

axe takes most of the time. In `make test` it looks at a page that shows a template no page
before it has shown, once in each scheme; in `make nightly` at every page in both widths.
`REGILD_PAGES=folder` also writes each page as a picture, for people to look at.
"""

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.test.signals import template_rendered
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
# Where axe looks at a page. A desk's dark colours are a phone's.
ONCE = ((1280, "light"), (360, "dark"))
EVERYWHERE = (*ONCE, (360, "light"))
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


class Templates:
    """The templates that the server has rendered for the page at hand, and for those before."""

    def __init__(self) -> None:
        self.rendered: set[str] = set()
        self.before: set[str] = set()

    def note(self, *, template: Any, **_signal: Any) -> None:
        self.rendered.add(template.name or "")

    def any_new(self) -> bool:
        new = self.rendered - self.before
        self.before |= new
        return bool(new)


@pytest.fixture
def templates() -> Iterator[Templates]:
    templates = Templates()
    template_rendered.connect(templates.note)
    yield templates
    template_rendered.disconnect(templates.note)


@pytest.mark.parametrize(
    "everywhere", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["once", "all"]
)
def test_no_page_is_at_fault(
    browser: Browser, live_server: Any, world: World, templates: Templates, everywhere: bool
) -> None:
    found: list[str] = []

    def look_at(page: Page, path: str, name: str) -> None:
        found.extend(look(page, path, name, templates, everywhere=everywhere))

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
                open_narrow(page, templates)
                go(page, visit.path)
                look_at(page, visit.path, visit.name)
                found += [f"{visit.path} says {words}" for words in said]
                said.clear()
        if actor == Actor.OWNER:
            for sent in SENT:
                open_narrow(page, templates)
                send(page, sent, address(sent.route, {}, world))
                look_at(page, f"{sent.route} with its form sent", sent.name)
        context.close()
    assert not found, "\n".join(["", *found])


def test_what_is_no_page_is_an_address_all_the_same() -> None:
    assert {row.route for row in ROWS} >= NO_PAGES


def open_narrow(page: Page, templates: Templates) -> None:
    page.set_viewport_size(VIEWPORTS[0])
    page.emulate_media(color_scheme="light")
    templates.rendered.clear()


def look(
    page: Page, path: str, name: str, templates: Templates, *, everywhere: bool
) -> Iterator[str]:
    by_axe = EVERYWHERE if everywhere else ONCE if templates.any_new() else ()
    for viewport, (scheme, rules) in product(VIEWPORTS, RULES.items()):
        width = viewport["width"]
        if scheme == "dark" and (width, scheme) not in by_axe and not FOLDER:
            continue
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        where = f"{path}, {width} {scheme}"
        yield from (f"{where}: {fault}" for fault in faults(page, width))
        if (width, scheme) in by_axe and (fault := found_by_axe(page, rules)):
            yield f"{where}: {fault}"
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


def faults(page: Page, width: int) -> Iterator[str]:
    for source in page.evaluate(SHOW_ALL):
        yield f"no picture {source}"
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield f"{wide} pixels wide"


def shoot(page: Page, name: str) -> None:
    if FOLDER:
        take_picture(page, Path(FOLDER) / f"{name}.png")
