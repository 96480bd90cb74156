"""A rating is one tap: what comes next comes by itself, and can be taken back."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.browser.conftest import OpenPage
from tests.browser.way import CURRENT, current_ratings, rows, start, wait_until_saved
from tests.processes import wait_until

pytestmark = pytest.mark.sqlite

# Longer than the two taps of a double tap lie apart.
A_MOMENT = 400
BAR = ".bar.undoing"
HEADING = f"{CURRENT} h2"


def tap(page: Page, control: Locator, *, times: int = 1) -> None:
    """Where it stands at first; the page may move under the second tap. By the clock of the
    screen they come a tenth of a second after each other, however busy this machine is."""
    box = control.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    screen = page.context.new_cdp_session(page)
    began = time.time()
    for number in range(times):
        for after, kind, points in ((0, "touchStart", [point]), (0.02, "touchEnd", [])):
            screen.send(
                "Input.dispatchTouchEvent",
                {
                    "type": kind,
                    "touchPoints": points,
                    "timestamp": began + number / 10 + after,
                },
            )
    screen.detach()


def phone(open_page: OpenPage, **options: Any) -> Page:
    return open_page(width=360, height=740, has_touch=True, is_mobile=True, **options)


def press_through(page: Page, key: str = "2") -> None:
    """All of the block that is shown, with keys."""
    for _row in range(rows(page)):
        page.keyboard.press(key)


def sentence(number: int) -> re.Pattern[str]:
    return re.compile(f"Sentence {number} of")


def test_a_whole_sitting_takes_a_tap_a_rating(open_page: OpenPage, campaign: Campaign) -> None:
    page = phone(open_page)
    assignment = start(page, campaign)
    taps = 0
    while page.locator(f"{CURRENT} .row.current").count():
        box = page.locator(f"{CURRENT} .row.current .choice").nth(1).bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        taps += 1
        page.wait_for_timeout(A_MOMENT)
    page.wait_for_url("**/thanks/")
    assert Assignment.objects.get().state == Assignment.State.COMPLETE
    assert set(current_ratings(assignment).values()) == {1}
    assert taps / Rating.objects.count() <= 1.05


def test_the_next_sentence_comes_by_itself_and_can_be_undone(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    word = page.locator(f"{CURRENT} .row .word").last.inner_text()
    press_through(page)
    expect(page.locator(HEADING)).to_have_text(sentence(2))
    expect(page.locator(BAR)).to_contain_text(f"{word}: 2 ")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    expect(page.locator(f"{CURRENT} .row").last.locator("input:checked")).to_have_count(0)
    expect(page.locator(BAR)).to_have_count(0)
    page.keyboard.press("3")
    expect(page.locator(HEADING)).to_have_text(sentence(2))
    wait_until_saved(page)
    assert current_ratings(assignment)[word] == 3
    # Three seconds.
    page.wait_for_timeout(2000)
    expect(page.locator(BAR)).to_have_count(1)
    expect(page.locator(BAR)).to_have_count(0)
    page.keyboard.press("Backspace")
    expect(page.locator(HEADING)).to_have_text(sentence(1))


def test_who_stands_on_undo_is_left_the_time(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    start(page, campaign)
    press_through(page)
    page.locator("#undo").focus()
    page.wait_for_timeout(3500)
    expect(page.locator(BAR)).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(HEADING)).to_have_text(sentence(1))


def test_a_new_sentence_has_the_focus_by_its_number_and_its_words(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    press_through(page)
    # As it would read; what the word stands for is said with the row.
    context = page.locator(f"{CURRENT} .context").evaluate(
        """context => {
            const read = context.cloneNode(true);
            read.querySelector("rt").remove();
            return read.textContent;
        }"""
    )
    group = page.get_by_role("group", name=sentence(2), description=context)
    expect(group).to_be_focused()


def test_the_sitting_ends_by_itself_with_three_seconds_to_undo(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    for _block in range(page.locator(".block").count()):
        press_through(page)
    page.wait_for_timeout(2000)
    assert page.url.endswith("/sitting/")
    page.keyboard.press("Backspace")
    page.wait_for_timeout(2000)
    assert page.url.endswith("/sitting/")
    page.keyboard.press("0")
    page.wait_for_url("**/thanks/")
    assert sorted(current_ratings(assignment).values())[:2] == [0, 2]
    # The sentences are no pages that Back leads to.
    page.go_back()
    assert page.url.endswith("/instructions/")


def test_the_end_waits_for_who_looks_back_or_writes(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    for _block in range(page.locator(".block").count()):
        press_through(page)
    page.locator(f"{CURRENT} summary").click()
    page.locator(f"{CURRENT} textarea").fill("Which brook?")
    page.wait_for_timeout(3500)
    assert page.url.endswith("/sitting/")
    page.locator(f"{CURRENT} .back").click()
    page.wait_for_timeout(3500)
    assert page.url.endswith("/sitting/")
    page.get_by_role("button", name="Next sentence").click()
    page.get_by_role("button", name="Finish").click()
    page.wait_for_url("**/thanks/")


def test_who_comes_back_to_an_answered_sentence_stays_there(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    press_through(page)
    page.locator(f"{CURRENT} .back").click()
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    page.locator(f"{CURRENT} .row").last.locator(".choice").first.click()
    wait_until_saved(page)
    assert 0 in current_ratings(assignment).values()
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    page.keyboard.press("Enter")
    expect(page.locator(HEADING)).to_have_text(sentence(2))


def test_back_leads_a_sentence_back_and_from_the_first_away(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    press_through(page)
    page.keyboard.press("1")
    page.go_back()
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    page.go_forward()
    expect(page.locator(HEADING)).to_have_text(sentence(2))
    # To go back by the page's own ways is no step that has to be gone back.
    page.locator(f"{CURRENT} .back").click()
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    page.evaluate("history.back()")
    page.wait_for_url("**/instructions/")


@pytest.mark.parametrize("place", ["within a sentence", "into the next"])
def test_a_double_tap_rates_one_word(
    open_page: OpenPage, campaign: Campaign, place: str
) -> None:
    # So low that from the second word on the page scrolls a row at an answer: the next word's
    # button comes under the finger.
    page = open_page(width=360, height=420, has_touch=True, is_mobile=True)
    assignment = start(page, campaign)
    before = 1 if place == "within a sentence" else rows(page) - 1
    for _row in range(before):
        page.keyboard.press("2")
    tap(page, page.locator(f"{CURRENT} .row.current .choice").nth(1), times=3)
    wait_until_saved(page)
    page.wait_for_timeout(200)
    assert list(current_ratings(assignment).values()) == [2] * before + [1]


def test_a_second_tap_elsewhere_is_a_rating_however_soon(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = phone(open_page)
    assignment = start(page, campaign)
    both = page.locator(f"{CURRENT} .row").all()[:2]
    tap(page, both[0].locator(".choice").nth(1))
    tap(page, both[1].locator(".choice").nth(3))
    wait_until_saved(page)
    page.wait_for_timeout(200)
    assert list(current_ratings(assignment).values()) == [1, 3]


@pytest.mark.parametrize("name", ["sitting", "practice/1"])
def test_who_is_faster_than_the_scripts_has_answered_all_the_same(
    open_page: OpenPage, campaign: Campaign, name: str
) -> None:
    page = open_page(service_workers="block")  # or a worker may have them already
    assignment = start(page, campaign)
    held: list[Route] = []
    page.route("**/js/blocks.js", lambda route: held.append(route))
    page.goto(f"/rate/{campaign.slug}/{name}/", wait_until="commit")
    page.locator(f"{CURRENT} .choice").nth(3).click()
    wait_until(lambda: page.wait_for_timeout(20) or held)
    held[0].continue_()
    if name == "sitting":
        wait_until_saved(page)
        assert list(current_ratings(assignment).values()) == [3]
    else:
        expect(page.get_by_text("Yes, that is how we see it too.").first).to_be_visible()


def key_down(page: Page, **event: Any) -> None:
    page.evaluate(
        """event => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...event }))""",
        event,
    )


def test_a_key_that_is_held_down_rates_one_word(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    page.keyboard.down("2")
    page.keyboard.down("2")  # again before it is let go
    page.keyboard.up("2")
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(1)


# AZERTY, the keys at the side, Arabic digits; a key that is a digit is that digit.
@pytest.mark.parametrize(
    ("event", "value"),
    [
        ({"key": "&", "code": "Digit1"}, 1),
        ({"key": "End", "code": "Numpad1"}, 1),
        ({"key": "ArrowDown", "code": "Numpad2"}, 2),
        ({"key": "3", "code": "Numpad3"}, 3),
        ({"key": "٢", "code": "Digit2"}, 2),
        ({"key": "0", "code": "Digit3"}, 0),
        ({"key": "!", "code": "Digit1", "ctrlKey": True}, None),
    ],
)
def test_digits_are_known_by_their_place_too(
    open_page: OpenPage, campaign: Campaign, event: dict[str, Any], value: int | None
) -> None:
    page = open_page()
    start(page, campaign)
    key_down(page, **event)
    checked = page.locator(f"{CURRENT} .row").first.locator("input:checked")
    if value is None:
        expect(checked).to_have_count(0)
    else:
        expect(checked).to_have_value(str(value))


@pytest.mark.parametrize(
    "event",
    [{"key": "x"}, {"key": "X"}, {"key": "?"}, {"key": "؟"}, {"key": "ч", "code": "KeyX"}],
)
def test_a_key_says_that_one_cannot_judge(
    open_page: OpenPage, campaign: Campaign, event: dict[str, str]
) -> None:
    page = open_page()
    start(page, campaign)
    key_down(page, **event)
    checked = page.locator(f"{CURRENT} .row").first.locator("input:checked")
    expect(checked).to_have_value("null")
    expect(page.locator("#keys")).to_contain_text("x cannot judge")


def test_the_bar_says_how_many_words_and_how_long_at_ones_own_pace(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(width=320, height=640)
    page.add_init_script("performance.now = () => window.told ?? 0")
    total = start(page, campaign).remaining
    said = page.locator("#progress")
    expect(said).to_have_text(f"0 of {total} · 1 min left")
    for done in range(1, 7):
        # A minute each, but one that was left lying.
        page.evaluate(f"window.told = {60_000 * done + 3_600_000 * (done > 2)}")
        page.keyboard.press("2")
        minutes = 1 if done < 5 else total - done
        expect(said).to_contain_text(f"{done} of {total} ")
        expect(said).to_contain_text(f"{minutes} min left")
    half = -(-total // 2)
    for done in range(7, total + 1):
        page.keyboard.press("2")
        if done == half:
            expect(said).to_contain_text("half-way")
    expect(said).to_have_text(f"{total} of {total} · all answered")
    height = page.locator(".bar").evaluate("bar => bar.offsetHeight")
    assert height < 64  # one line


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wants_no_motion(
    open_page: OpenPage, campaign: Campaign, motion: str
) -> None:
    page = open_page(reduced_motion=motion)
    start(page, campaign)
    press_through(page)
    moving = page.evaluate("document.getAnimations().length")
    assert (moving > 0) == (motion == "no-preference")
