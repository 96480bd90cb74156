"""Proposing words, from the link to thanks, as different people do it."""

import re

import pytest
from playwright.sync_api import Page, expect

from proposing.models import Proposal, ProposalTurn
from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.proposer import PART, field, onward, said, start, tick, write
from tests.browser.way import CURRENT, follow, join, wait_until_saved
from tests.proposing.turn import first_stage

pytestmark = pytest.mark.sqlite

HEADING = f"{CURRENT} h2"
# Sentence 3 of the factory's: 'There is no room left in the boat.'
BOAT = "There is no "


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> None:
    """Every test needs it."""


def sentence(number: int) -> re.Pattern[str]:
    return re.compile(f"Sentence {number} of 5")


def go_to(page: Page, left: str) -> None:
    """To the sentence that begins so, passing others by with a word."""
    while not page.locator(f"{CURRENT} .context").inner_text().startswith(left):
        write(page, "word")
        onward(page)


def test_a_whole_turn_by_touch_on_a_phone(open_page: OpenPage) -> None:
    campaign = first_stage(per_subset=5)
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    page.goto(f"/rate/{campaign.slug}/")
    expect(page.get_by_text("write other words that could stand in its place")).to_be_visible()
    page.locator("label[for=id_consent]").tap()
    page.locator("label[for=id_native_speaker]").tap()
    page.get_by_role("button", name="Take part").tap()
    page.get_by_role("link", name="Practise first").tap()
    write(page, "fast")
    page.get_by_role("button", name="Check").tap()
    expect(page.get_by_text("Others might have written")).to_be_visible()
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/sitting/")

    for number in range(1, 6):
        expect(page.locator(HEADING)).to_have_text(sentence(number))
        expect(field(page, 2)).to_be_hidden()
        field(page).tap()
        page.keyboard.type("first")
        expect(field(page, 2)).to_be_visible()
        page.keyboard.press("Enter")
        page.keyboard.type(f"second of {number}")
        page.locator(f"{CURRENT} .onward").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    turn = ProposalTurn.objects.get()
    assert turn.state == "complete"
    assert said(turn) == [(["first", f"second of {n}"], "", "") for n in range(1, 6)]
    assert not Proposal.objects.filter(elapsed_ms__isnull=True).exists()
    expect(page.get_by_text("You have answered 5 sentences of 5 in all.")).to_be_visible()


def test_a_phrase_is_marked_by_its_first_and_last_word(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    turn = start(page, first_stage(per_subset=5))
    go_to(page, BOAT)
    tick(page, "part of a phrase")
    told = page.locator(f"{CURRENT} .marked")
    expect(told).to_have_text(re.compile("^Tap the first and the last word"))
    for word in ("no", "left"):
        page.locator(PART, has_text=re.compile(f"^{word}$")).tap()
    expect(told).to_have_text("The phrase: no room left")
    page.locator(PART, has_text=re.compile("^is$")).tap()
    expect(told).to_have_text("The phrase: is no room left")
    # Once more takes a word out again.
    for word in ("is", "left"):
        page.locator(PART, has_text=re.compile(f"^{word}$")).tap()
    expect(told).to_have_text("The phrase: no room")
    onward(page)
    wait_until_saved(page)
    assert said(turn)[-1] == ([], "phrase", "no room")
    # It is there when one comes back, and the sentence is whole where it is no phrase.
    page.locator(f"{CURRENT} .back").tap()
    expect(told).to_have_text("The phrase: no room")
    tick(page, "part of a phrase")
    assert page.locator(f"{CURRENT} .context").inner_html() == (
        "There is no <mark>room</mark> left in the boat."
    )


def test_a_whole_turn_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5))
    keys = page.keyboard
    expect(field(page)).to_be_focused()
    for number in range(1, 4):
        expect(page.locator(HEADING)).to_have_text(sentence(number))
        for word in ("one", "two", "three"):
            keys.type(word)
            keys.press("Enter")
    expect(page.locator(HEADING)).to_have_text(sentence(4))
    expect(field(page)).to_be_focused()
    keys.press("Tab")
    expect(page.locator(f"{CURRENT} input[value=nil]")).to_be_focused()
    keys.press("Space")
    keys.press("Shift+Tab")
    keys.press("Enter")
    expect(page.locator(HEADING)).to_have_text(sentence(5))
    for _stop in range(3):
        keys.press("Tab")
    keys.press("Space")
    expect(page.locator(f"{CURRENT} mark")).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("Space")
    phrase = page.locator(f"{CURRENT} .context").inner_text()
    expect(page.locator(f"{CURRENT} .part[aria-pressed=true]")).to_have_count(2)
    keys.press("Tab")
    expect(field(page)).to_be_focused()
    keys.press("Enter")
    page.wait_for_url("**/thanks/")
    stored = said(turn)
    assert stored[:3] == 3 * [(["one", "two", "three"], "", "")]
    assert stored[3] == ([], "nil", "")
    assert stored[4][1] == "phrase"
    assert stored[4][2] in phrase
    assert len(stored[4][2].split()) == 2


def test_arrows_move_between_fields_and_page_up_a_sentence_back(open_page: OpenPage) -> None:
    page = open_page()
    start(page, first_stage(per_subset=5))
    write(page, "one", "two")
    page.keyboard.press("ArrowUp")
    expect(field(page)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(field(page, 2)).to_be_focused()
    onward(page)
    expect(page.locator(HEADING)).to_have_text(sentence(2))
    page.keyboard.press("PageUp")
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    expect(field(page, 2)).to_have_value("two")
    expect(page.locator("#keys")).to_contain_text("Page Up goes back a sentence")


def test_leaving_a_sentence_can_be_undone_and_what_was_said_be_changed(
    open_page: OpenPage,
) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5))
    write(page, "one")
    onward(page)
    expect(page.locator(".bar.undoing .last")).to_have_text("one")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    write(page, "other")
    onward(page)
    wait_until_saved(page)
    assert said(turn) == [(["other"], "", "")]
    assert Proposal.objects.count() == 2  # what was said before is kept, stamped
    # Looked at again and left as it is: nothing new.
    page.go_back()
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    onward(page)
    page.wait_for_timeout(300)
    assert Proposal.objects.count() == 2
    page.wait_for_timeout(3000)
    expect(page.locator(".bar.undoing")).to_have_count(0)
    expect(page.locator("#progress")).to_have_text("1 of 5 sentences · 2 min left")


def test_nothing_fits_empties_the_fields_until_it_is_taken_back(open_page: OpenPage) -> None:
    page = open_page()
    start(page, first_stage(per_subset=5))
    write(page, "one", "two")
    tick(page, "Nothing fits")
    expect(field(page)).to_have_value("")
    expect(field(page, 2)).to_be_hidden()
    tick(page, "It is a name")
    expect(page.locator(f"{CURRENT} .marks :checked")).to_have_value("name")
    expect(field(page, 2)).to_have_value("two")
    tick(page, "Nothing fits")
    field(page).press_sequentially("three")
    expect(page.locator(f"{CURRENT} .marks :checked")).to_have_count(0)


def test_an_empty_sentence_is_asked_about_once(open_page: OpenPage) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5))
    onward(page)
    expect(page.locator("#state")).to_have_text(re.compile("^Nothing is written here."))
    expect(page.locator(HEADING)).to_have_text(sentence(1))
    onward(page)
    expect(page.locator(HEADING)).to_have_text(sentence(2))
    wait_until_saved(page)
    assert said(turn) == [([], "", "")]


def test_hints_hold_nothing_back(open_page: OpenPage) -> None:
    page = open_page()
    turn = start(page, first_stage(per_subset=5, multiwords="drop"))
    target = page.locator(f"{CURRENT} mark").inner_text()
    write(page, target.upper(), "very well", "Very  Well")
    field(page, 3).press("Tab")
    hints = page.locator(f"{CURRENT} .hint")
    expect(hints.nth(0)).to_have_text("This is the marked word itself.")
    expect(hints.nth(1)).to_have_text("A single word is better, if there is one.")
    expect(hints.nth(2)).to_have_text("You have already written this.")
    field(page).fill("good")
    expect(hints.nth(0)).to_have_text("")
    onward(page)
    wait_until_saved(page)
    assert said(turn) == [(["good", "very well", "Very Well"], "", "")]


def test_nothing_suggests_what_to_write(open_page: OpenPage) -> None:
    page = open_page()
    start(page, first_stage(per_subset=5))
    for name, value in {
        "autocomplete": "off",
        "autocapitalize": "off",
        "autocorrect": "off",
        "spellcheck": "false",
        "lang": "en",
    }.items():
        expect(field(page)).to_have_attribute(name, value)


def test_a_whole_turn_without_javascript(open_page: OpenPage) -> None:
    campaign = first_stage(per_subset=5)
    page = open_page(width=360, height=740, java_script_enabled=False)
    turn = start(page, campaign)
    for number in range(1, 6):
        expect(page.locator(HEADING)).to_have_text(sentence(number))
        assert page.locator(f"{CURRENT} .proposed input:visible").count() == 3
        write(page, "first", "", "third")
        follow(page, page.locator(f"{CURRENT} .onward"))
        if number == 2:
            follow(page, page.locator(f"{CURRENT} .back"))
            expect(field(page, 2)).to_have_value("third")
            write(page, "changed", "")
            follow(page, page.locator(f"{CURRENT} .onward"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    assert [answers for answers, _mark, _phrase in said(turn)].count(["first", "third"]) == 4
    assert (["changed"], "", "") in said(turn)


def test_without_javascript_a_phrase_is_written(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    turn = start(page, first_stage(per_subset=5))
    target = page.locator(f"{CURRENT} mark").inner_text()
    whole = page.locator(f"{CURRENT} .context").inner_text()
    phrase = page.get_by_label("If it is part of a phrase: the whole phrase").first
    expect(phrase).to_have_value(target)
    tick(page, "It is part of a phrase")
    phrase.fill(whole.rstrip("."))
    follow(page, page.locator(f"{CURRENT} .onward"))
    assert said(turn) == [([], "phrase", whole.rstrip("."))]


def test_a_right_to_left_language_is_written_from_right_to_left(open_page: OpenPage) -> None:
    page = open_page()
    start(page, first_stage(per_subset=5, language="ar"))
    expect(field(page)).to_have_attribute("dir", "rtl")
    expect(page.locator(f"{CURRENT} .context")).to_have_attribute("dir", "rtl")
    tick(page, "It is part of a phrase")
    before = page.locator(f"{CURRENT} mark")
    expect(before).to_be_focused()
    # The arrow points where the eye goes: left is onward here.
    page.keyboard.press("ArrowLeft")
    parts = page.locator(PART)
    texts = parts.all_inner_texts()
    onward_of_target = texts.index(before.inner_text()) + 1
    expect(parts.nth(onward_of_target)).to_be_focused()


def test_in_german_all_of_it_is_german(open_page: OpenPage) -> None:
    page = open_page(locale="en-GB")
    campaign = first_stage(per_subset=5, language="de")
    page.goto(f"/rate/{campaign.slug}/")
    page.locator("#id_consent").check()
    page.locator("#id_native_speaker").check()
    page.get_by_role("button", name="Mitmachen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("So schlagen Sie Wörter vor")
    expect(page.get_by_text("Am Ende musste er ins Gras beißen.")).to_be_visible()
    page.locator("form[action$='/take/'] button").click()
    expect(page.locator(f"{CURRENT} legend")).to_contain_text("Welche Wörter könnten")
    expect(page.locator(".marks").first).to_contain_text("Nichts passt")
    expect(page.locator("#progress")).to_contain_text("0 von 5 Sätzen")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_the_pages_of_the_first_stage(
    open_page: OpenPage, width: int, scheme: str
) -> None:
    page = open_page(width=width, height=740, color_scheme=scheme)
    campaign = first_stage(per_subset=5, multiwords="drop")
    home = f"/rate/{campaign.slug}/"

    def assert_accessible(name: str) -> None:
        page.wait_for_load_state()
        found = found_by_axe(page)
        assert not found, f"{name}: {found}"

    join(page, campaign)
    assert_accessible("instructions")
    page.goto(f"{home}practice/1/?said=1&answer-1=fast&answer-2=very+fast")
    assert_accessible("practice")
    page.goto(f"{home}instructions/")
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    write(page, "one", "very well", "one")
    assert_accessible("sitting, with hints")
    tick(page, "It is part of a phrase")
    page.locator(PART).first.click()
    assert_accessible("sitting, a phrase")
    onward(page)
    assert_accessible("sitting, to be undone")
    tick(page, "Nothing fits")
    assert_accessible("sitting, nothing fits")


@pytest.mark.parametrize("percent", [100, 200])
def test_nothing_is_hidden_or_too_small_at_320_pixels(
    open_page: OpenPage, percent: int
) -> None:
    page = open_page(width=320, height=640, has_touch=True, is_mobile=True)
    campaign = first_stage(per_subset=5)
    start(page, campaign)
    page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{percent}%")
    write(page, "one", "two", "three")
    tick(page, "It is part of a phrase")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for control in page.locator(
        f"{CURRENT} .choice, {CURRENT} .onward, {CURRENT} .proposed input"
    ).all():
        box = control.bounding_box()
        assert box
        assert min(box["height"], box["width"]) >= 44
    for name in ("", "instructions/", "practice/1/", "thanks/"):
        page.goto(f"/rate/{campaign.slug}/{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name
