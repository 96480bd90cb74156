"""No answer is lost and none is stored twice, whatever the network does."""

import re
import time
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.browser.conftest import OpenPage
from tests.browser.way import (
    CURRENT,
    WAITING,
    current_ratings,
    join,
    rate_block,
    rate_everything,
    rows,
    start,
    wait_until_saved,
)
from tests.processes import wait_until
from tests.rating.sitting import give_away

pytestmark = pytest.mark.sqlite

RATINGS = "**/api/v1/assignments/*/ratings/"


def kept_on_device(page: Page, assignment: Assignment) -> int:
    return page.evaluate(WAITING, assignment.pk)


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
        f"You are offline. Answers saved on this device: {cut}. They will be sent later."
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
    page = open_page(service_workers="block")
    assignment = start(page, campaign)
    # As a page without a network finds it. What Chromium has for that ends a moment before the
    # page does, which then sends what it kept.
    page.evaluate("() => { window.fetch = async () => { throw new TypeError('no network') } }")
    page.keyboard.press("2")
    page.keyboard.press("0")
    expect(page.locator("#state")).to_contain_text("saved on this device: 2")
    page.close()
    [origin] = page.context.storage_state()["origins"]
    kept = [entry["name"].split("|") for entry in origin["localStorage"]]
    assert [entry[4] for entry in kept if entry[1] == "answer"] == 2 * [str(assignment.pk)]
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
    expect(page.locator("#state")).to_have_text(
        "The server has a problem. Answers saved on this device: 1. They will be sent later."
    )
    wait_until_saved(page)
    assert Rating.objects.count() == 1


def test_a_server_away_for_long_is_asked_every_few_seconds_and_at_once_on_return(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    asked: list[float] = []

    def refuse(route: Route) -> None:
        asked.append(time.monotonic())
        route.abort()

    page.route(RATINGS, refuse)
    page.keyboard.press("2")
    page.wait_for_timeout(17_000)
    gaps = [later - earlier for earlier, later in pairwise(asked)]
    assert gaps[0] < 1
    assert max([*gaps, time.monotonic() - asked[-1]]) < 6.5, gaps

    for sign in ("visibilitychange", "pointerdown"):
        before = len(asked)
        page.evaluate("sign => document.dispatchEvent(new Event(sign))", sign)
        page.wait_for_timeout(200)
        assert len(asked) > before, sign


@pytest.mark.parametrize("name", ["", "instructions/", "thanks/"])
def test_what_a_closed_sitting_left_is_sent_from_any_page(
    open_page: OpenPage, campaign: Campaign, name: str
) -> None:
    page = open_page(service_workers="block")
    assignment = start(page, campaign)
    page.route(RATINGS, lambda route: route.abort())
    page.keyboard.press("2")
    page.keyboard.press("0")
    expect(page.locator("#state")).to_contain_text("saved on this device: 2")
    again = page.context.new_page()
    page.close()
    again.goto(f"/rate/{campaign.slug}/{name}")
    wait_until(lambda: list(current_ratings(assignment).values()) == [2, 0])
    told = "The answers saved on this device have been sent."
    expect(again.locator("#kept")).to_have_text(told)
    assert kept_on_device(again, assignment) == 0


def test_answers_of_somebody_else_on_this_device_are_not_sent_in_ones_own_name(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    page.route(RATINGS, lambda route: route.abort())
    page.keyboard.press("2")
    expect(page.locator("#state")).to_contain_text("saved on this device: 1")
    page.context.clear_cookies()
    again = page.context.new_page()
    page.close()
    join(again, campaign)
    sent: list[str] = []
    again.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    again.goto(f"/rate/{campaign.slug}/instructions/")
    again.wait_for_timeout(500)
    assert not [call for call in sent if call.startswith("PUT")]
    assert kept_on_device(again, assignment) == 1


def test_the_wish_to_finish_outlives_the_page(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    assignment = start(page, campaign)
    rows = page.locator(".row")
    for row in range(rows.count()):
        rows.nth(row).locator("input").first.evaluate("button => button.click()")
    wait_until_saved(page)
    page.context.set_offline(True)
    for _block in range(page.locator(".block").count()):
        page.locator(f"{CURRENT} .onward").click()
    expect(page.locator("#state")).to_contain_text("The turn will be finished")
    again = page.context.new_page()
    page.close()
    again.context.set_offline(False)
    with again.expect_response(f"**/assignments/{assignment.pk}/complete/") as closed:
        again.goto(f"/rate/{campaign.slug}/instructions/")
    assert closed.value.status == 200


def test_an_undone_answer_that_comes_late_does_not_win_over_the_new_one(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    late: list[Request] = []

    def hold_back_the_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route.request)
            route.abort()

    page.route(RATINGS, hold_back_the_first)
    page.keyboard.press("3")
    wait_until(lambda: page.wait_for_timeout(20) or late)
    page.keyboard.press("Backspace")
    page.keyboard.press("1")
    wait_until_saved(page)
    arrived = page.request.put(late[0].url, data=late[0].post_data, headers=late[0].headers)
    assert arrived.ok
    assert list(current_ratings(assignment).values()) == [1]


def test_an_undone_answer_is_asked_for_again_when_all_else_is_answered(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    page.keyboard.press("3")
    wait_until_saved(page)
    page.keyboard.press("Backspace")
    # The server has an answer to every word now, one of them an answer that is not meant.
    for row in page.locator(".row").all()[1:]:
        row.locator("input").nth(2).evaluate("button => button.click()")
    wait_until_saved(page)
    wait_until(lambda: Assignment.objects.get().state == Assignment.State.COMPLETE)
    page.wait_for_timeout(500)
    page.locator(".row").first.locator("input").nth(1).evaluate("button => button.click()")
    wait_until_saved(page)
    assert sorted(current_ratings(assignment).values())[0] == 1


def test_two_tabs_show_what_was_answered_and_sent_in_the_other(
    open_page: OpenPage, campaign: Campaign
) -> None:
    first = open_page()
    assignment = start(first, campaign)
    second = first.context.new_page()
    second.goto(f"/rate/{campaign.slug}/sitting/")
    first.context.set_offline(True)
    first.bring_to_front()
    first.keyboard.press("3")
    second.bring_to_front()
    expect(second.locator(f"{CURRENT} .row").first.get_by_label("3")).to_be_checked()
    second.locator(f"{CURRENT} .row").nth(1).get_by_label("1").check(force=True)
    for page in (first, second):
        expect(page.locator("#state")).to_contain_text("saved on this device: 2")
    first.context.set_offline(False)
    for page in (first, second):
        wait_until_saved(page)
    assert list(current_ratings(assignment).values()) == [3, 1]
    assert Rating.objects.count() == 2


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
    expect(page.locator("#state")).to_contain_text("saved on this device")
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
    expect(page.locator("#gone")).to_contain_text("You were away too long")
    expect(page.locator("#state")).to_have_text("Not sent. Answers saved on this device: 1.")
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(2)
    assert kept_on_device(page, assignment) == 1
    assert list(current_ratings(assignment).values()) == [3]

    page.get_by_role("link", name="See what happened").click()
    expect(page.get_by_text("You left your last turn")).to_be_visible()
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


def test_a_page_that_lost_a_script_offers_nothing_that_it_cannot_do(
    browser: Browser, live_server: Any, campaign: Campaign
) -> None:
    """It would seem to have forgotten what waits on the device."""
    # Not by open_page, which takes no script error; a worker would bring what is kept from it.
    context = browser.new_context(base_url=live_server.url, service_workers="block")
    page = context.new_page()
    page.route("**/js/blocks*.js", lambda route: route.abort())
    start(page, campaign)
    page.wait_for_load_state()
    offered = [page.locator(part).is_visible() for part in ("#undo", "#keys")]
    context.close()
    assert offered == [False, False]
