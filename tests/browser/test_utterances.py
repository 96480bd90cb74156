"""A set of utterances: rated as rows of buttons are, with nothing that tells them apart."""

import re

import pytest
from playwright.sync_api import expect

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.browser.conftest import OpenPage
from tests.browser.test_accessibility import assert_accessible
from tests.browser.way import (
    CURRENT,
    follow,
    join,
    rate_everything,
    start,
)
from tests.utterances.factories import SAID, open_utterances

pytestmark = pytest.mark.sqlite

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
PRACTICE = {
    "utterances": ["The spoon barks"],
    "substitute": "1",
    "low": 0,
    "high": 1,
    "why": "Spoons do not.",
}


@pytest.fixture
def sayings(transactional_db: None) -> Campaign:
    return open_utterances(practice=[PRACTICE])


def values() -> list[int | None]:
    return [*Rating.objects.order_by("id").values_list("value", flat=True)]


def test_a_whole_sitting_by_touch_on_a_phone(open_page: OpenPage, sayings: Campaign) -> None:
    page = open_page(**PHONE)
    start(page, sayings)
    expect(page.locator(f"{CURRENT} h2")).to_have_text(re.compile("Set 1 of 2"))
    expect(page.locator(f"{CURRENT} .question")).to_have_text(
        "How natural does each of these sound?"
    )
    for row in page.locator(".row").all():
        row.locator(".choice").nth(2).tap()
        page.wait_for_timeout(400)  # sooner, it could be the second of two
    page.wait_for_url("**/thanks/")
    expect(page.get_by_text("You have rated 6 sentences of 6 in all.")).to_be_visible()
    assert values() == [2] * 6


def test_a_whole_sitting_by_keys(open_page: OpenPage, sayings: Campaign) -> None:
    page = open_page()
    start(page, sayings)
    rate_everything(page, "1")
    assert Assignment.objects.get().state == Assignment.State.COMPLETE
    assert values() == [1] * 6


def test_the_whole_way_without_javascript(open_page: OpenPage, sayings: Campaign) -> None:
    page = open_page(width=360, height=740, java_script_enabled=False)
    start(page, sayings)
    for _set in range(2):
        for row in page.locator(f"{CURRENT} .row").all():
            row.locator(".choice").nth(3).click()
        follow(page, page.locator(f"{CURRENT} .onward"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    assert values() == [3] * 6


def test_rows_are_named_by_what_is_rated_and_look_alike(
    open_page: OpenPage, sayings: Campaign
) -> None:
    page = open_page()
    start(page, sayings)
    rows = page.locator(".row")
    names = {row.get_attribute("aria-label") for row in rows.all()}
    assert names == {text for texts in SAID.values() for text in texts}
    # Whatever a row has beside its words, its number and its names is the same in all.
    bare = rows.evaluate_all(
        """rows => rows.map((row) => {
            const copy = row.cloneNode(true);
            copy.classList.remove("current");
            const said = row.ariaLabel;
            return copy.outerHTML.replaceAll(said, "").replaceAll(row.dataset.candidate, "");
        })"""
    )
    assert len(bare) == 6
    assert len(set(bare)) == 1
    # No word is marked: there is nothing inside what is said but text.
    assert page.locator(".row .word *").count() == 0
    assert page.locator("mark").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_axe_finds_nothing(
    open_page: OpenPage, sayings: Campaign, width: int, height: int, scheme: str
) -> None:
    page = open_page(width=width, height=height, color_scheme=scheme)
    page.goto("/rate/odd/")
    assert_accessible(page, "welcome")
    join(page, sayings)
    assert_accessible(page, "instructions")
    page.goto("/rate/odd/practice/1/?value=0")
    expect(page.get_by_text("Spoons do not.")).to_be_visible()
    assert_accessible(page, "practice")
    page.goto("/rate/odd/instructions/")
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    page.keyboard.press("2")
    assert_accessible(page, "sitting")
    rate_everything(page)
    assert_accessible(page, "thanks")


def test_nothing_scrolls_sideways_at_200_percent(
    open_page: OpenPage, sayings: Campaign
) -> None:
    page = open_page(width=320, height=640)
    start(page, sayings)
    for name in ("instructions/", "practice/1/", "sitting/", "thanks/"):
        page.goto(f"/rate/odd/{name}")
        for size in ("100%", "200%"):
            page.evaluate("size => document.documentElement.style.fontSize = size", size)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (name, size)
