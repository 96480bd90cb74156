"""No word is lost and none is stored twice, whatever the network does to who proposes."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from proposing.models import Proposal, ProposalTurn
from tests.browser.conftest import OpenPage
from tests.browser.proposer import field, onward, said, start, tick, write
from tests.browser.test_without_network import SYNCS, wait_until_kept
from tests.browser.way import CURRENT, WAITING, wait_until_saved
from tests.processes import wait_until
from tests.proposing.turn import first_stage, join, take

pytestmark = pytest.mark.sqlite

PROPOSALS = "**/api/v1/assignments/*/proposals/"
NO_NETWORK = "() => { window.fetch = async () => { throw new TypeError('no network') } }"


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> None:
    """Every test needs it."""


def answer(page: Page, *words: str) -> None:
    write(page, *words)
    onward(page)


def kept_for(page: Page, turn: ProposalTurn) -> int:
    return int(page.evaluate(WAITING, f"proposals-{turn.pk}"))


def give_away(turn: ProposalTurn) -> None:
    """As if it had been left alone, and its places had gone to others."""
    ProposalTurn.objects.filter(id=turn.pk).update(state="expired", seat=None)
    for _seat in range(turn.subset.round.annotators):
        take(join(turn.annotator.campaign))


def test_a_network_cut_in_mid_turn_loses_nothing_and_doubles_nothing(
    open_page: OpenPage,
) -> None:
    page = open_page(width=360, height=740)
    turn = start(page, first_stage(per_subset=5))
    answer(page, "one")
    wait_until_saved(page)
    page.context.set_offline(True)
    answer(page, "two", "three")
    tick(page, "Nothing fits")
    onward(page)
    expect(page.locator("#state")).to_have_text(
        "You are offline. Answers saved on this device: 2. They will be sent later."
    )
    assert kept_for(page, turn) == 2
    assert Proposal.objects.count() == 1
    page.context.set_offline(False)
    wait_until_saved(page)
    assert said(turn) == [(["one"], "", ""), (["two", "three"], "", ""), ([], "nil", "")]
    assert Proposal.objects.count() == 3


def test_proposals_kept_offline_survive_a_closed_tab(open_page: OpenPage) -> None:
    page = open_page(service_workers="block")
    campaign = first_stage(per_subset=5)
    turn = start(page, campaign)
    page.evaluate(NO_NETWORK)
    answer(page, "one")
    answer(page, "two")
    expect(page.locator("#state")).to_contain_text("saved on this device: 2")
    page.close()
    assert not Proposal.objects.exists()

    again = page.context.new_page()
    again.goto(f"/rate/{campaign.slug}/thanks/")
    wait_until(lambda: said(turn) == [(["one"], "", ""), (["two"], "", "")])
    told = "The answers saved on this device have been sent."
    expect(again.locator("#kept")).to_have_text(told)
    again.goto(f"/rate/{campaign.slug}/sitting/")
    expect(again.locator(f"{CURRENT} h2")).to_have_text("Sentence 3 of 5")


def test_what_is_being_written_outlives_the_page(open_page: OpenPage) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5))
    write(page, "one", "half a wo")
    page.reload()
    expect(field(page, 2)).to_have_value("half a wo")
    assert not Proposal.objects.exists()
    onward(page)
    wait_until_saved(page)
    assert said(turn) == [(["one", "half a wo"], "", "")]
    left = page.evaluate("() => Object.keys(localStorage)")
    assert not [key for key in left if key.startswith("regild|draft|")]


def test_a_proposal_whose_receipt_was_lost_is_stored_once(open_page: OpenPage) -> None:
    page = open_page()
    start(page, first_stage(per_subset=5))
    sent: list[str] = []

    def lose_the_first_receipt(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(PROPOSALS, lose_the_first_receipt)
    answer(page, "one")
    wait_until_saved(page)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert Proposal.objects.count() == 1


def test_two_tabs_show_what_either_said(open_page: OpenPage) -> None:
    first = open_page()
    campaign = first_stage(per_subset=5)
    turn = start(first, campaign)
    second = first.context.new_page()
    second.goto(f"/rate/{campaign.slug}/sitting/")
    write(second, "mine")  # is being written here, and not taken away
    answer(first, "one", "two")
    wait_until_saved(first)
    expect(second.locator("#progress")).to_contain_text("1 of 5")
    expect(field(second)).to_have_value("mine")
    onward(second)
    wait_until_saved(second)
    assert said(turn) == [(["mine"], "", "")]
    assert Proposal.objects.count() == 2
    answer(first, "three")
    wait_until_saved(first)
    expect(second.locator(f"{CURRENT} .proposed input").first).to_have_value("three")


def test_a_turn_finished_in_another_tab_is_finished_in_this_one_too(
    open_page: OpenPage,
) -> None:
    first = open_page()
    campaign = first_stage(per_subset=5)
    turn = start(first, campaign)
    second = first.context.new_page()
    second.goto(f"/rate/{campaign.slug}/sitting/")
    for number in range(5):
        answer(second, f"word {number}")
    second.wait_for_url("**/thanks/")
    answer(first, "late")
    first.wait_for_url("**/thanks/")
    # An ended turn takes changes: what was written last counts.
    assert len(said(turn)) == 5
    assert said(turn)[-1] == (["late"], "", "")


def test_a_turn_that_went_to_others_keeps_what_was_written(open_page: OpenPage) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5))
    give_away(turn)
    answer(page, "one")
    expect(page.locator("#gone")).to_be_visible()
    expect(page.locator("#state")).to_have_text("Not sent. Answers saved on this device: 1.")
    assert kept_for(page, turn) == 1
    page.get_by_role("link", name="See what happened").click()
    expect(page.get_by_text("others have been given its sentences since")).to_be_visible()


def test_a_late_answer_takes_the_turn_back_while_its_place_is_free(
    open_page: OpenPage,
) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5))
    ProposalTurn.objects.filter(id=turn.pk).update(state="expired", seat=None)
    answer(page, "one")
    wait_until_saved(page)
    turn.refresh_from_db()
    assert turn.state == "open"
    assert said(turn) == [(["one"], "", "")]


def test_a_closed_campaign_takes_no_more(open_page: OpenPage) -> None:
    page = open_page()
    campaign = first_stage(per_subset=5)
    turn = start(page, campaign)
    campaign.state = "closed"
    campaign.save(update_fields=["state"])
    answer(page, "one")
    expect(page.locator("#closed")).to_be_visible()
    assert kept_for(page, turn) == 1


def test_a_turn_is_opened_and_reloaded_without_a_network(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740)
    campaign = first_stage(per_subset=5)
    turn = start(page, campaign)
    answer(page, "one")
    wait_until_saved(page)
    wait_until_kept(page)
    page.context.set_offline(True)
    answer(page, "two")
    write(page, "thr")
    page.reload()
    # What was sent, what was not, and what was being written: all of it is there.
    expect(page.locator(f"{CURRENT} h2")).to_have_text("Sentence 3 of 5")
    expect(field(page)).to_have_value("thr")
    page.locator(f"{CURRENT} .back").click()
    expect(field(page)).to_have_value("two")
    page.locator(f"{CURRENT} .back").click()
    expect(field(page)).to_have_value("one")
    page.context.set_offline(False)
    wait_until_saved(page)
    # A sentence that is left half written is sent as it is.
    assert said(turn) == [(["one"], "", ""), (["two"], "", ""), (["thr"], "", "")]


def test_what_waits_is_sent_in_the_background_when_the_tab_is_gone(
    open_page: OpenPage,
) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5))
    wait_until_kept(page)
    devtools = page.context.new_cdp_session(page)
    workers: list[dict[str, Any]] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: workers.extend(told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.context.set_offline(True)
    answer(page, "one")
    answer(page, "two")
    expect(page.locator("#state")).to_contain_text("saved on this device: 2")
    wait_until(lambda: page.evaluate(SYNCS) == ["regild-outbox"])
    elsewhere = page.context.new_page()
    elsewhere.goto("about:blank")
    page.close()
    assert not Proposal.objects.exists()
    elsewhere.context.set_offline(False)
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
    wait_until(lambda: said(turn) == [(["one"], "", ""), (["two"], "", "")])


def test_what_an_older_page_kept_of_ratings_is_still_sent_as_ratings(
    open_page: OpenPage,
) -> None:
    """A turn of one stage and a sitting of the other may have the same number."""
    page = open_page(service_workers="block")
    campaign = first_stage(per_subset=5)
    turn = start(page, campaign)
    owner = f"{campaign.slug}|{turn.annotator_id}|{turn.pk}"
    page.evaluate(
        """owner => localStorage.setItem(`regild|answer|${owner}|1790000000000|k`,
            JSON.stringify({ rating: { candidate: 7, value: 2, key: "k" } }))""",
        owner,
    )
    sent: list[tuple[str, str]] = []
    page.on("request", lambda request: sent.append((request.url, request.post_data or "")))
    page.goto(f"/rate/{campaign.slug}/instructions/")
    wait_until(lambda: page.wait_for_timeout(20) or [url for url, _ in sent if "/api/" in url])
    [(url, body)] = [one for one in sent if "/api/" in one[0]]
    assert url.endswith(f"/assignments/{turn.pk}/ratings/")
    assert '"candidate":7' in body
