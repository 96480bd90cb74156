"""What makes annotators go on, where only a browser shows whether it is seen."""

import pytest
from playwright.sync_api import expect

from campaigns.models import Campaign
from tests.browser.conftest import OpenPage
from tests.browser.way import CURRENT, rate_everything, start, wait_until_saved

pytestmark = pytest.mark.sqlite

SHARED = "navigator.share = (told) => { document.title = told.url; return Promise.resolve(); }"


def test_that_a_word_is_new_is_shown_once_it_is_answered_and_moves_nothing(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(width=320, height=640)
    start(page, campaign)
    row = page.locator(f"{CURRENT} .row").first
    expect(row.locator(".first")).to_be_hidden()
    before = row.evaluate("row => row.offsetHeight")
    page.keyboard.press("2")
    wait_until_saved(page)
    expect(row.locator(".first")).to_be_visible()
    expect(page.locator(f"{CURRENT} .first:visible")).to_have_count(1)
    assert row.evaluate("row => row.offsetHeight") == before


def test_the_link_is_shared_in_one_tap(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    page.add_init_script(SHARED)
    start(page, campaign)
    rate_everything(page)
    page.get_by_role("button", name="Share the link").click()
    expect(page).to_have_title(page.get_by_role("link", name="/rate/").get_attribute("href"))


def test_the_link_is_copied_where_nothing_can_be_shared(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    page.add_init_script("delete Navigator.prototype.share")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start(page, campaign)
    rate_everything(page)
    page.get_by_role("button", name="Keep the link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    kept = page.locator(".personal code").inner_text()
    assert page.evaluate("navigator.clipboard.readText()") == kept
