"""What is wrong with a sentence is said beside it, and costs no answer."""

import pytest
from playwright.sync_api import expect

from campaigns.models import Campaign
from rating.models import Rating
from tests.browser.conftest import OpenPage
from tests.browser.way import CURRENT, current_ratings, follow, start

pytestmark = pytest.mark.sqlite


def test_without_javascript_a_remark_loses_no_answer(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(java_script_enabled=False)
    assignment = start(page, campaign)
    first, second = page.locator(f"{CURRENT} .row").all()[:2]
    first.locator(".choice").nth(2).click()
    page.locator(f"{CURRENT} summary").click()
    page.locator(f"{CURRENT} textarea").fill("Which brook?")
    follow(page, page.locator(f"{CURRENT} .remark button"))
    assert assignment.annotator.remarks.get().comment == "Which brook?"
    assert list(current_ratings(assignment).values()) == [2]
    expect(first.locator("input:checked")).to_have_value("2")
    # One that says nothing is none, and loses nothing either.
    second.locator(".choice").nth(1).click()
    page.locator(f"{CURRENT} summary").click()
    follow(page, page.locator(f"{CURRENT} .remark button"))
    assert assignment.annotator.remarks.count() == 1
    assert list(current_ratings(assignment).values()) == [2, 1]


@pytest.mark.parametrize("javascript", [True, False])
def test_a_remark_about_a_sentence_reaches_the_lead(
    open_page: OpenPage, campaign: Campaign, javascript: bool
) -> None:
    page = open_page(java_script_enabled=javascript)
    assignment = start(page, campaign)
    page.locator(f"{CURRENT} summary").click()
    # Digits are text here, not ratings.
    page.locator(f"{CURRENT} textarea").type("There are 2 mistakes.")
    page.locator(f"{CURRENT} .remark button").click()
    expect(page.get_by_text("Thank you: your remark was passed on.").first).to_be_visible()
    remark = assignment.annotator.remarks.get()
    assert remark.comment == "There are 2 mistakes."
    assert Rating.objects.count() == 0
