"""A lead reads the gold: filters without a script, and walks from one to the next by keys."""

import pytest
from playwright.sync_api import Page, expect

from agreement.services.summing import bring_sums_up_to_date
from campaigns.models import Campaign, Member
from tests.agreement.rated import worked_campaign
from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.people import PASSWORD, make_lead

pytestmark = pytest.mark.sqlite

READ = "/campaigns/boats/read/"


@pytest.fixture
def rated(transactional_db: None) -> Campaign:
    campaign = worked_campaign()
    bring_sums_up_to_date(campaign)
    make_lead("olga", campaign, Member.Role.OWNER)
    return campaign


def sign_in(page: Page) -> None:
    page.goto("/sign-in/")
    page.locator("#id_username").fill("olga")
    page.locator("#id_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()


def told(page: Page) -> list[str]:
    return page.locator("tbody th").all_inner_texts()


def test_a_list_is_filtered_and_sorted_without_a_script(
    open_page: OpenPage, rated: Campaign
) -> None:
    page = open_page(java_script_enabled=False)
    sign_in(page)
    page.goto(READ)
    if page.locator(".read-filter summary").is_visible():
        page.locator(".read-filter summary").click()
    page.get_by_label("Origin").select_option("systems")
    page.locator("#id_mean_min").fill("0.5")
    page.get_by_role("button", name="Apply").click()
    assert told(page) == ["content", "overjoyed", "sorry"]
    page.get_by_role("link", name="Mean", exact=True).click()
    assert told(page) == ["overjoyed", "content", "sorry"]
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Mean")
    page.get_by_role("link", name="overjoyed").click()
    expect(page.locator("tr.chosen th")).to_have_text("overjoyed")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("tr.chosen th")).to_have_text("content")
    page.get_by_role("link", name="Back to the list").click()
    assert told(page) == ["overjoyed", "content", "sorry"]


def test_keys_walk_through_the_list(open_page: OpenPage, rated: Campaign) -> None:
    page = open_page()
    sign_in(page)
    page.goto(f"{READ}?sort=-mean&n_min=1")
    page.get_by_role("link", name="pleased").click()
    chosen = page.locator("tr.chosen th")
    expect(page.locator(".keys")).to_be_visible()
    assert not found_by_axe(page)
    for key, text in [
        *(("j", "overjoyed"), ("ArrowRight", "content"), ("k", "overjoyed")),
        *(("ArrowLeft", "pleased"), ("k", "pleased")),
    ]:
        page.keyboard.press(key)
        expect(chosen).to_have_text(text)
    # In a field a letter is a letter.
    page.goto(READ)
    if page.locator(".read-filter summary").is_visible():
        page.locator(".read-filter summary").click()
    assert not found_by_axe(page)
    page.locator("#id_text").press_sequentially("jk")
    expect(page.locator("#id_text")).to_have_value("jk")
