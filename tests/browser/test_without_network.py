"""A sitting without a network: opened, reloaded, gone on with, and sent in the background."""

import time
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone
from playwright.sync_api import Error, Page, Route, expect

from annotators.services.joining import join_campaign
from campaigns.models import Campaign
from rating.models import Assignment, Rating
from rating.pages import sitting as sitting_page
from tests.browser.chromium import CLASSROOM
from tests.browser.conftest import OpenPage
from tests.browser.way import (
    CURRENT,
    current_ratings,
    rate_everything,
    start,
    wait_until_saved,
)
from tests.factories import make_campaign
from tests.processes import wait_until
from tests.rating.sitting import give_away, take

pytestmark = pytest.mark.sqlite

KEPT = "slug => caches.has(`regild-1-${slug}`)"


def wait_until_kept(page: Page, slug: str = "boats") -> None:
    """The worker has the page and everything that belongs to it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    wait_until(lambda: page.evaluate("() => Boolean(navigator.serviceWorker.controller)"))
    wait_until(lambda: page.evaluate(KEPT, slug))
    page.wait_for_load_state("networkidle")


def test_a_sitting_is_opened_and_reloaded_without_a_network(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(width=360, height=740)
    assignment = start(page, campaign)
    page.keyboard.press("3")
    wait_until_saved(page)
    wait_until_kept(page)
    page.context.set_offline(True)
    page.keyboard.press("1")
    page.reload()
    # What was sent and what was not is both there, as it looked before.
    checked = page.locator(f"{CURRENT} input:checked")
    expect(checked).to_have_count(2)
    assert [button.get_attribute("value") for button in checked.all()] == ["3", "1"]
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.bar')).position") == "sticky"
    )
    page.keyboard.press("2")
    expect(page.locator("#state")).to_contain_text("saved on this device: 2")
    # In a new tab, by the link that was shared.
    page.close()
    again = page.context.new_page()
    again.goto(f"/rate/{campaign.slug}/")
    expect(again.locator(f"{CURRENT} input:checked")).to_have_count(3)
    again.context.set_offline(False)
    wait_until_saved(again)
    assert list(current_ratings(assignment).values()) == [3, 1, 2]
    rate_everything(again)


def test_a_server_that_answers_with_an_error_does_not_hide_the_kept_sitting(
    open_page: OpenPage, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page()
    start(page, campaign)
    wait_until_kept(page)

    def away(*_asked: Any) -> None:
        raise DatabaseError

    monkeypatch.setattr(sitting_page, "open_assignment", away)
    page.reload()
    expect(page.locator("#sitting")).to_have_attribute("data-kept", "true")


def test_what_the_server_says_is_not_hidden_behind_what_was_kept(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    wait_until_kept(page)
    give_away(assignment)
    page.reload()
    expect(page.get_by_text("You left your last turn")).to_be_visible()


def test_a_finished_sitting_is_kept_no_longer(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    start(page, campaign)
    wait_until_kept(page)
    rate_everything(page)
    assert not page.evaluate(KEPT, campaign.slug)
    left = page.evaluate("() => Object.keys(localStorage)")
    assert not [key for key in left if key.startswith("regild|")]


def test_a_sitting_left_with_its_last_answer_is_not_shown_for_the_next(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    wait_until_kept(page)
    for row in page.locator(".row").all():
        row.locator("input").first.evaluate("button => button.click()")
    wait_until_saved(page)
    page.goto(f"/rate/{campaign.slug}/thanks/")
    wait_until(lambda: not page.evaluate(KEPT, campaign.slug))
    page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        page.goto(f"/rate/{campaign.slug}/sitting/")


def test_nothing_is_shown_to_whoever_comes_after_a_withdrawal(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    wait_until_kept(page)
    page.get_by_role("link", name="Withdraw my answers").click()
    page.get_by_role("button", name="Withdraw my answers").click()
    page.wait_for_url("**/withdrawn/")
    wait_until(lambda: not page.evaluate(KEPT, campaign.slug))
    page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        page.goto(f"/rate/{campaign.slug}/sitting/")


def test_another_annotators_link_shows_only_their_own_sitting(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    wait_until_kept(page)
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    theirs = take(joined.annotator)
    link = f"/rate/{campaign.slug}/back/{joined.token}/"
    page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        page.goto(link)
    page.context.set_offline(False)
    page.goto(link)
    page.get_by_role("button", name="Continue with the link").click()
    wait_until_kept(page)
    page.context.set_offline(True)
    page.goto(f"/rate/{campaign.slug}/sitting/")
    expect(page.locator("#sitting")).to_have_attribute("data-assignment", str(theirs.pk))


def start_plainly(page: Page, campaign: Campaign, live_server: Any) -> None:
    """As in a classroom: by plain http, from another machine."""
    plain = live_server.url.replace("localhost", CLASSROOM)
    page.goto(f"{plain}/rate/{campaign.slug}/")
    assert page.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]") == [False] * 2
    page.locator("#id_consent").check()
    page.locator("#id_native_speaker").check()
    page.get_by_role("button", name="Take part").click()
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")


def test_on_plain_http_there_is_no_worker_and_all_else_is_as_it_was(
    open_page: OpenPage, campaign: Campaign, live_server: Any, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = [CLASSROOM]
    page = open_page()
    start_plainly(page, campaign, live_server)
    page.context.set_offline(True)
    page.keyboard.press("3")
    expect(page.locator("#state")).to_contain_text("saved on this device: 1")
    page.context.set_offline(False)
    rate_everything(page)


def test_an_answer_that_is_stored_while_the_page_is_loaded_again_is_shown(
    open_page: OpenPage,
    campaign: Campaign,
    live_server: Any,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.ALLOWED_HOSTS = [CLASSROOM]
    page = open_page()
    start_plainly(page, campaign, live_server)
    made = Event()
    sentences = sitting_page.sitting_sentences

    def made_before_it_came(assignment: Assignment) -> list[dict[str, Any]]:
        blocks = sentences(assignment)
        made.set()
        wait_until(Rating.objects.exists)
        time.sleep(0.3)
        return blocks

    def hold_back(route: Route) -> None:
        while not made.is_set():
            page.wait_for_timeout(20)
        route.continue_()

    monkeypatch.setattr(sitting_page, "sitting_sentences", made_before_it_came)
    page.route("**/ratings/", hold_back)
    page.keyboard.press("3")
    page.reload()
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(1)
    assert Rating.objects.count() == 1


def test_what_waits_is_sent_in_the_background_when_the_tab_is_gone(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    wait_until_kept(page)
    devtools = page.context.new_cdp_session(page)
    workers: list[dict[str, Any]] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: workers.extend(told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.context.set_offline(True)
    page.keyboard.press("3")
    page.keyboard.press("2")
    expect(page.locator("#state")).to_contain_text("saved on this device: 2")
    wait_until(lambda: page.evaluate(SYNCS) == ["regild-outbox"])
    elsewhere = page.context.new_page()
    elsewhere.goto("about:blank")
    page.close()
    assert not Rating.objects.exists()
    elsewhere.context.set_offline(False)
    # The browser itself asks minutes later.
    devtools = elsewhere.context.new_cdp_session(elsewhere)
    devtools.send("ServiceWorker.enable")
    devtools.send(
        "ServiceWorker.dispatchSyncEvent",
        {
            "origin": workers[0]["scopeURL"].partition("/rate/")[0],
            "registrationId": workers[0]["registrationId"],
            "tag": "regild-outbox",
            "lastChance": True,
        },
    )
    wait_until(lambda: list(current_ratings(assignment).values()) == [3, 2])


SYNCS = """() => navigator.serviceWorker.ready
    .then(registration => registration.sync.getTags())"""


def test_the_page_tells_when_its_place_is_about_to_go_and_a_tap_keeps_it(
    open_page: OpenPage, transactional_db: None
) -> None:
    page = open_page()
    assignment = start(page, make_campaign(hold_minutes=4))
    expect(page.locator("#hold span")).to_have_text(
        "If you do not answer, your place is kept for 4 more min."
    )
    Assignment.objects.update(expires_at=timezone.now() + timedelta(seconds=50))
    page.reload()
    expect(page.locator("#hold span")).to_contain_text("for 1 more min")
    page.get_by_role("button", name="I am still here").click()
    expect(page.locator("#hold span")).to_contain_text("for 4 more min")
    assignment.refresh_from_db()
    assert assignment.expires_at > timezone.now() + timedelta(minutes=3)

    Assignment.objects.update(expires_at=timezone.now() + timedelta(seconds=50))
    page.reload()
    page.keyboard.press("2")
    expect(page.locator("#hold span")).to_contain_text("for 4 more min")


def test_a_place_that_is_kept_for_long_is_not_spoken_of(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    page.keyboard.press("2")
    wait_until_saved(page)
    expect(page.locator("#hold")).to_be_hidden()
