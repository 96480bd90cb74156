"""No answer is lost and none is stored twice, whatever the network does."""

import json
import re

from playwright.sync_api import Page, Route, expect

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.browser.conftest import OpenPage
from tests.browser.way import (
    CURRENT,
    current_ratings,
    rate_block,
    rate_everything,
    rows,
    start,
    wait_until_saved,
)
from tests.rating.sitting import give_away

RATINGS = "**/api/v1/assignments/*/ratings/"


def kept_on_device(page: Page, assignment: Assignment) -> int:
    return page.evaluate(
        "place => JSON.parse(localStorage.getItem(place))?.waiting.length ?? 0",
        f"regild-sitting-{assignment.pk}",
    )


def test_a_network_cut_in_mid_block_loses_nothing_and_doubles_nothing(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(width=360, height=740)
    assignment = start(page, campaign)
    page.keyboard.press("3")
    wait_until_saved(page)
    page.context.set_offline(True)
    cut = rows(page) - 1
    rate_block(page, "1")
    expect(page.locator("#state")).to_have_text(
        f"No network. Answers kept on this device: {cut}. They will be sent."
    )
    expect(page.locator(f"{CURRENT} h2")).to_have_text(re.compile("Sentence 2 of"))
    assert Rating.objects.count() == 1

    page.context.set_offline(False)
    wait_until_saved(page)
    assert kept_on_device(page, assignment) == 0
    assert Rating.objects.count() == cut + 1
    assert sorted(current_ratings(assignment).values()) == [1] * cut + [3]


def test_answers_kept_offline_survive_a_closed_tab(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    # As a page without a network finds it. What Chromium has for that ends a moment before the
    # page does, which then sends what it kept.
    page.evaluate("() => { window.fetch = async () => { throw new TypeError('no network') } }")
    page.keyboard.press("2")
    page.keyboard.press("0")
    expect(page.locator("#state")).to_contain_text("kept on this device: 2")
    page.close()
    [origin] = page.context.storage_state()["origins"]
    kept = {entry["name"]: entry["value"] for entry in origin["localStorage"]}
    assert len(json.loads(kept[f"regild-sitting-{assignment.pk}"])["waiting"]) == 2
    assert Rating.objects.count() == 0

    again = page.context.new_page()
    again.goto(f"/rate/{campaign.slug}/sitting/")
    wait_until_saved(again)
    assert list(current_ratings(assignment).values()) == [2, 0]
    assert Rating.objects.count() == 2
    expect(again.locator(f"{CURRENT} .row").nth(1).get_by_label("0")).to_be_checked()


def test_an_answer_whose_receipt_was_lost_is_stored_once(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    sent: list[str] = []

    def lose_the_first_receipt(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(RATINGS, lose_the_first_receipt)
    page.keyboard.press("2")
    wait_until_saved(page)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert Rating.objects.count() == 1


def test_a_server_in_trouble_is_asked_again(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    start(page, campaign)
    refusals = iter([503, 500])

    def refuse_twice(route: Route) -> None:
        status = next(refusals, None)
        if status is None:
            route.continue_()
        else:
            route.fulfill(status=status, body="")

    page.route(RATINGS, refuse_twice)
    page.keyboard.press("2")
    expect(page.locator("#state")).to_contain_text("kept on this device: 1")
    wait_until_saved(page)
    assert Rating.objects.count() == 1


def test_a_sitting_finished_offline_is_closed_when_the_network_is_back(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    blocks = page.locator(".block").count()
    for _block in range(blocks - 1):
        rate_block(page)
    wait_until_saved(page)
    page.context.set_offline(True)
    rate_block(page)
    expect(page.locator("#state")).to_contain_text("kept on this device")
    page.context.set_offline(False)
    page.wait_for_url("**/thanks/")
    assignment.refresh_from_db()
    assert assignment.state == Assignment.State.COMPLETE
    assert Rating.objects.count() == assignment.subset.size


def test_a_sitting_that_expired_keeps_its_answers_in_sight(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    page.keyboard.press("3")
    wait_until_saved(page)
    give_away(assignment)
    page.keyboard.press("1")
    expect(page.get_by_text("This sitting was left alone for too long.")).to_be_visible()
    expect(page.locator("#state")).to_have_text("Not sent. Answers kept on this device: 1.")
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(2)
    assert kept_on_device(page, assignment) == 1
    assert list(current_ratings(assignment).values()) == [3]

    page.get_by_role("link", name="Take a new sitting").click()
    expect(page.get_by_text("Your last sitting was left alone")).to_be_visible()
    page.get_by_role("button", name="Start rating").click()
    rate_everything(page)


def test_a_sitting_finished_in_another_tab_is_finished_in_this_one_too(
    open_page: OpenPage, campaign: Campaign
) -> None:
    first = open_page()
    assignment = start(first, campaign)
    second = first.context.new_page()
    second.goto(f"/rate/{campaign.slug}/sitting/")
    first.keyboard.press("3")
    wait_until_saved(first)
    rate_everything(second, "1")
    first.keyboard.press("2")
    first.wait_for_url("**/thanks/")
    # An ended sitting takes changes: what was pressed last counts.
    assert sorted(current_ratings(assignment).values())[-2:] == [1, 2]


def test_answers_refused_for_another_reason_are_kept_and_said(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    page.context.clear_cookies()
    page.keyboard.press("2")
    expect(page.get_by_text("Your last answers could not be saved.")).to_be_visible()
    assert kept_on_device(page, assignment) == 1
