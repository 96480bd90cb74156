"""Practice is the sitting's own control, in place, and says at once what others thought."""

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign
from rating.models import Rating
from tests.browser.conftest import OpenPage
from tests.browser.way import CURRENT, follow, join

pytestmark = pytest.mark.sqlite


def begin(page: Page, campaign: Campaign) -> None:
    join(page, campaign)
    page.goto(f"/rate/{campaign.slug}/practice/1/")


def feedback(page: Page) -> str:
    return page.locator(f"{CURRENT} [role=status]").inner_text()


def test_the_practice_is_rated_in_place_with_the_sittings_keys(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    begin(page, campaign)
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.resource_type))
    expect(page.locator(f"{CURRENT} mark ruby")).to_contain_text("end")
    expect(page.locator(f"{CURRENT} .onward")).to_be_hidden()
    page.keyboard.press("3")
    assert "Yes, that is how we see it too." in feedback(page)
    assert "The ending of the verb does not count." in feedback(page)
    expect(page.locator(f"{CURRENT} .onward")).to_be_focused()
    page.keyboard.press("0")  # a change of mind
    assert "We see it a little differently." in feedback(page)
    page.keyboard.press("Tab")
    page.locator(f"{CURRENT} .onward").press("Enter")
    expect(page.locator(f"{CURRENT} h2")).to_have_text("Practice, 2 of 2")
    assert page.url.endswith("/practice/2/")
    assert feedback(page) == ""
    page.keyboard.press("x")
    assert "That is an honest answer too." in feedback(page)
    assert "That is another bank." in feedback(page)
    assert "document" not in loads
    page.go_back()
    expect(page.locator(f"{CURRENT} h2")).to_have_text("Practice, 1 of 2")
    page.go_forward()
    page.get_by_role("button", name="Start rating").click()
    page.wait_for_url("**/sitting/")
    assert Rating.objects.count() == 0


def test_a_group_in_the_practice_is_named_as_in_the_sitting(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    begin(page, campaign)
    assert (
        page.get_by_role("radiogroup", name="end instead of stopped", exact=True).count() == 1
    )


@pytest.mark.parametrize(
    ("place", "said"),
    [(3, "Yes, that is how"), (0, "We see it a little"), (4, "That is an honest answer")],
)
def test_without_javascript_the_answer_is_a_page(
    open_page: OpenPage, campaign: Campaign, place: int, said: str
) -> None:
    page = open_page(width=360, height=740, java_script_enabled=False)
    begin(page, campaign)
    expect(page.locator(f"{CURRENT} .onward")).to_be_hidden()
    page.locator(f"{CURRENT} .choice").nth(place).click()
    follow(page, page.get_by_role("button", name="Check"))
    assert said in feedback(page)
    assert page.locator(f"{CURRENT} input:checked").count() == 1
    follow(page, page.get_by_role("link", name="Next example"))
    page.locator(f"{CURRENT} .choice").first.click()
    follow(page, page.get_by_role("button", name="Check"))
    follow(page, page.get_by_role("button", name="Start rating"))
    assert page.url.endswith("/sitting/")
