"""axe-core finds nothing on any annotator page, light and dark."""

import pytest
from playwright.sync_api import Page

from campaigns.models import Campaign
from rating.models import Assignment
from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.way import CURRENT, join, rate_block, rate_everything, start
from tests.rating.sitting import give_away

pytestmark = pytest.mark.sqlite


def assert_accessible(page: Page, name: str) -> None:
    # With its styles: after a press one may see the page before it has them.
    page.wait_for_load_state()
    found = found_by_axe(page)
    assert not found, f"{name}: {found}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_annotator_page(
    open_page: OpenPage, campaign: Campaign, scheme: str
) -> None:
    campaign.questions = [
        {"key": "age", "label": "Your age", "choices": ["18–39", "40 or more"]},
        {"key": "region", "label": "Where did you grow up?", "choices": []},
    ]
    campaign.save()
    home = f"/rate/{campaign.slug}/"
    page = open_page(width=360, height=740, color_scheme=scheme)

    page.goto(home)
    assert_accessible(page, "welcome")
    page.get_by_role("button", name="Take part").click()
    page.get_by_text("Something is missing").wait_for()
    assert_accessible(page, "welcome, not filled in")
    join(page, campaign)
    assert_accessible(page, "instructions")
    page.goto(home)
    assert_accessible(page, "welcome back")
    page.goto(f"{home}practice/1/")
    assert_accessible(page, "practice")
    page.goto(f"{home}practice/1/?value=3")
    assert_accessible(page, "practice, answered")
    page.keyboard.press("x")
    assert_accessible(page, "practice, not judged")

    page.goto(f"{home}instructions/")
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    page.keyboard.press("2")
    page.locator(f"{CURRENT} summary").click()
    assert_accessible(page, "sitting")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert_accessible(page, "sitting, wide")
    page.locator(f"{CURRENT} .row .choice").last.focus()
    rate_block(page)
    page.locator(".bar.undoing").wait_for()
    assert_accessible(page, "sitting, to be undone")
    give_away(Assignment.objects.get())
    page.keyboard.press("Escape")
    page.locator(f"{CURRENT} .row .choice").nth(7).click()
    page.locator("#gone").wait_for()
    assert_accessible(page, "sitting, expired")
    page.goto(f"{home}thanks/")
    assert_accessible(page, "thanks, nothing done")
    page.locator("form[action$='/take/'] button").click()
    rate_everything(page)
    assert_accessible(page, "thanks")

    for state in ("draft", "paused", "closed"):
        Campaign.objects.update(state=state)
        page.goto(f"{home}thanks/")
        assert_accessible(page, f"thanks, {state}")
    page.goto(f"{home}withdraw/")
    assert_accessible(page, "withdraw")
    page.locator("button.alarm").click()
    page.wait_for_url("**/withdrawn/")
    assert_accessible(page, "withdrawn")
    page.goto(home)
    assert_accessible(page, "welcome, closed")
    page.goto(f"{home}back/unknown/")
    assert_accessible(page, "unknown link")
    page.goto("/rate/nowhere/")
    assert_accessible(page, "404")


def test_each_row_is_announced_as_a_group_named_by_what_stands_for_what(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    target = page.locator(f"{CURRENT} mark rt").inner_text()
    for row in page.locator(f"{CURRENT} .row").all():
        name = f"{row.locator('.word').inner_text()} instead of {target}"
        assert page.get_by_role("radiogroup", name=name, exact=True).count() == 1
        assert row.get_by_role("radio", name="3 Perfect").count() == 1


def test_the_next_sentence_gets_the_focus(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    start(page, campaign)
    for _row in page.locator(f"{CURRENT} .row").all():
        page.keyboard.press("2")
    focused = page.evaluate("document.activeElement.innerText")
    assert focused.startswith("Sentence 2 of")
