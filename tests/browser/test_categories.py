"""A document and the tree of its categories: by touch, by keys, by a screen reader, without a
script."""

import gzip
import re

import pytest
from playwright.sync_api import Page, Response, expect

from annotators.models import Remark
from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.browser.conftest import OpenPage
from tests.browser.tasks import letters, mail, tree
from tests.browser.test_accessibility import assert_accessible
from tests.browser.test_annotator_journey import as_served
from tests.browser.way import CURRENT, follow, join, start, wait_until_saved
from tests.categories.factories import open_categories

pytestmark = pytest.mark.sqlite

HEADING = f"{CURRENT} h2"
SUMMARY = f"{CURRENT} .branch > details > summary"
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
REGATTA = {
    "headers": {"subject": "Regatta"},
    "text": "Who won?",
    "attachments": [],
    "substitute": "document",
}


@pytest.fixture
def post(transactional_db: None) -> Campaign:
    return mail(
        practice=[{**REGATTA, "low": 20, "high": 20, "why": "A regatta is sport."}],
        examples=[{**REGATTA, "value": 20, "why": "A regatta is sport."}],
    )


def chosen(assignment: Assignment) -> list[str | None]:
    """What was chosen, in the order in which it was."""
    labels = dict(assignment.annotator.campaign.scale.values_list("value", "label"))
    values = Rating.objects.filter(superseded_at__isnull=True).order_by("id")
    return [labels.get(value) for value in values.values_list("value", flat=True)]


def branch(page: Page, name: str):
    return page.locator(SUMMARY).filter(has_text=re.compile(rf"^\s*{name}"))


def leaf(page: Page, name: str):
    return page.locator(f"{CURRENT} .leaf .choice").filter(has_text=re.compile(rf"^\s*{name}"))


def focused(page: Page) -> str:
    """The name of the stop that the keyboard is at."""
    return page.evaluate(
        """() => {
            const at = document.activeElement;
            const of = at.matches("input[type=radio]") ? at.nextElementSibling : at;
            return (of.querySelector?.("span") ?? of).textContent.trim();
        }"""
    )


def open_branches(page: Page) -> list[str]:
    return page.locator(f"{CURRENT} .branch > details[open] > summary > span").all_inner_texts()


# ---- By touch --------------------------------------------------------------------------------


def test_a_whole_sitting_by_touch_on_a_phone(open_page: OpenPage, post: Campaign) -> None:
    page = open_page(**PHONE)
    assignment = start(page, post)
    branch(page, "Private").tap()
    leaf(page, "Jokes").tap()
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 2 of 3"))
    expect(page.locator(".bar.undoing")).to_contain_text(": Jokes")
    # The tree has come along as it was left.
    assert open_branches(page) == ["Private"]
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(0)
    page.wait_for_timeout(400)
    leaf(page, "Sport").tap()
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 3 of 3"))
    page.wait_for_timeout(400)
    page.get_by_text("I cannot judge this").locator("visible=true").tap()
    page.wait_for_url("**/thanks/")
    expect(page.get_by_text("You have sorted 3 documents of 3 in all.")).to_be_visible()
    assert Assignment.objects.get().state == Assignment.State.COMPLETE
    assert chosen(assignment) == ["Jokes", "Sport", None]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_the_tree_is_in_sight_however_long_the_document(
    open_page: OpenPage, post: Campaign, width: int, height: int
) -> None:
    page = open_page(width=width, height=height)
    start(page, post)
    while "harbour" not in page.locator(f"{CURRENT} h3").inner_text():
        page.keyboard.press("x")
    page.locator(f"{CURRENT} .rest > summary").click()
    assert page.evaluate("document.documentElement.scrollHeight") > 2 * height
    for share in (0, 0.3, 0.5):
        page.evaluate(
            "share => scrollTo(0, share * document.documentElement.scrollHeight)", share
        )
        page.wait_for_timeout(100)
        for part in (f"{CURRENT} .shared [type=search]", SUMMARY):
            expect(page.locator(part).first).to_be_in_viewport(ratio=1)


def test_every_control_of_the_tree_is_large_enough_for_a_thumb(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page(width=320, height=640, has_touch=True, is_mobile=True)
    start(page, post)
    branch(page, "Work").tap()
    branch(page, "Deals").tap()
    controls = f"{CURRENT} .tree :is(.choice, summary, [type=search])"
    boxes = [one.bounding_box() for one in page.locator(controls).locator("visible=true").all()]
    assert len(boxes) > 10
    for box in boxes:
        assert box
        assert min(box["height"], box["width"]) >= 44


def test_a_definition_is_read_without_choosing(open_page: OpenPage, post: Campaign) -> None:
    page = open_page(**PHONE)
    start(page, post)
    branch(page, "Private").tap()
    page.locator(f"{CURRENT} .meaning > summary").locator("visible=true").first.tap()
    expect(page.get_by_text("Whatever is mainly about family.")).to_be_visible()
    assert not Rating.objects.exists()
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 1 of 3"))


# ---- By keys ---------------------------------------------------------------------------------


def test_arrows_walk_the_tree_and_enter_chooses(open_page: OpenPage, post: Campaign) -> None:
    page = open_page()
    assignment = start(page, post)
    page.keyboard.press("ArrowDown")
    assert focused(page) == "Work"
    page.keyboard.press("ArrowDown")
    assert focused(page) == "Private"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert (focused(page), open_branches(page)) == ("Work", ["Work"])
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Deals"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Gas"
    page.keyboard.press("ArrowDown")
    assert focused(page) == "Power"
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "Deals"
    page.keyboard.press("ArrowLeft")
    assert (focused(page), open_branches(page)) == ("Deals", ["Work"])
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "Work"
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "Other"
    assert not Rating.objects.exists()
    page.keyboard.press("Enter")
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 2 of 3"))
    page.keyboard.press("ArrowDown")
    assert focused(page) == "Other"  # where the keyboard was before
    page.keyboard.press("Space")
    page.keyboard.press("?")
    page.wait_for_url("**/thanks/")
    assert chosen(assignment) == ["Other", "Other", None]


def test_letters_search_and_enter_chooses_what_is_left(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page()
    assignment = start(page, post)
    page.keyboard.type("trav")
    expect(page.locator(f"{CURRENT} [type=search]")).to_have_value("trav")
    shown = page.locator(f"{CURRENT} .leaf").locator("visible=true")
    expect(shown).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 2 of 3"))
    # What was opened for the search is closed again.
    assert open_branches(page) == []
    # By the name of the branch all that is in it; an x is a letter here.
    page.keyboard.type("law")
    expect(shown).to_have_count(4)
    page.keyboard.press("Enter")
    assert focused(page) == "Contracts"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("zax")
    expect(page.locator(f"{CURRENT} .find")).to_contain_text("No category is called so.")
    page.keyboard.press("Escape")
    expect(page.locator(f"{CURRENT} [type=search]")).to_have_value("")
    wait_until_saved(page)
    assert chosen(assignment) == ["Travel", "Lawsuits"]


def test_backspace_and_back_undo_a_category(open_page: OpenPage, post: Campaign) -> None:
    page = open_page()
    assignment = start(page, post)
    first = page.locator(f"{CURRENT} h3").inner_text()
    page.keyboard.type("sport")
    page.keyboard.press("Enter")
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 2 of 3"))
    page.keyboard.press("Backspace")
    expect(page.locator(f"{CURRENT} h3")).to_have_text(first)
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(0)
    page.keyboard.type("friends")
    page.keyboard.press("Enter")
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 2 of 3"))
    page.go_back()
    expect(page.locator(f"{CURRENT} h3")).to_have_text(first)
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(1)
    wait_until_saved(page)
    assert chosen(assignment) == ["Friends"]


def test_digits_choose_nothing(open_page: OpenPage, post: Campaign) -> None:
    page = open_page()
    start(page, post)
    for key in "0123":
        page.keyboard.press(key)
    expect(page.locator(f"{CURRENT} [type=search]")).to_have_value("0123")
    assert not Rating.objects.exists()


def test_where_one_reads_from_the_right_the_arrows_are_turned(
    open_page: OpenPage, transactional_db: None
) -> None:
    post = open_categories(tree=tree(), documents=letters(), language="ar")
    page = open_page()
    start(page, post)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    assert open_branches(page) == ["Work"]
    page.keyboard.press("ArrowRight")
    assert open_branches(page) == []


# ---- Kept, sent, explained -------------------------------------------------------------------


def test_a_reason_goes_with_the_category(open_page: OpenPage, post: Campaign) -> None:
    page = open_page(**PHONE)
    start(page, post)
    page.get_by_text("Say why, or what is wrong").locator("visible=true").tap()
    page.locator(f"{CURRENT} textarea").fill("They laugh.")
    branch(page, "Private").tap()
    leaf(page, "Jokes").tap()
    wait_until_saved(page)
    # Where one reason was given another is easily given.
    expect(page.locator(f"{CURRENT} textarea")).to_be_visible()
    expect(page.locator(f"{CURRENT} textarea")).to_have_value("")
    page.locator(f"{CURRENT} textarea").fill("Unread.")
    assert [*Remark.objects.values_list("comment", flat=True)] == ["They laugh."]
    assert Remark.objects.get().item_id == Rating.objects.get().candidate.item_id


def test_what_is_chosen_without_a_network_is_kept_and_sent(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page()
    assignment = start(page, post)
    page.context.set_offline(True)
    page.keyboard.type("sport")
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_contain_text("Answers saved on this device: 1")
    page.reload()
    page.locator(f"{CURRENT} .back").click()
    expect(page.locator(f"{CURRENT} input:checked")).to_have_count(1)
    page.context.set_offline(False)
    wait_until_saved(page)
    assert chosen(assignment) == ["Sport"]


def test_a_sitting_is_gone_on_with_where_it_stopped(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page()
    start(page, post)
    page.keyboard.type("sport")
    page.keyboard.press("Enter")
    wait_until_saved(page)
    page.reload()
    expect(page.locator(HEADING)).to_have_text(re.compile("Document 2 of 3"))
    page.locator(f"{CURRENT} .back").click()
    expect(page.get_by_role("radio", name="Sport")).to_be_checked()
    expect(leaf(page, "Sport")).to_be_in_viewport(ratio=1)


def test_the_practice_says_what_we_think(open_page: OpenPage, post: Campaign) -> None:
    page = open_page(**PHONE)
    join(page, post)
    page.goto("/rate/mail/practice/1/")
    branch(page, "Private").tap()
    leaf(page, "Family").tap()
    expect(page.get_by_text("We see it a little differently.")).to_be_visible()
    page.wait_for_timeout(400)
    leaf(page, "Sport").tap()
    expect(page.get_by_text("Yes, that is how we see it too.")).to_be_visible()
    expect(page.get_by_text("A regatta is sport.")).to_be_visible()
    page.get_by_role("button", name="Start rating").tap()
    page.wait_for_url("**/sitting/")


# ---- The document ----------------------------------------------------------------------------


def test_heads_and_long_texts_are_folded_and_quotes_dimmed(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page()
    start(page, post)
    seen = set()
    for _document in range(3):
        subject = page.locator(f"{CURRENT} h3").inner_text()
        seen.add(subject)
        expect(page.locator(f"{CURRENT} .headers dl")).to_be_hidden()
        if "harbour" in subject:
            expect(page.get_by_text("Line 29 says")).to_be_visible()
            expect(page.get_by_text("Line 31 says")).to_be_hidden()
            page.get_by_text("Show all: 30 more lines").click()
            expect(page.get_by_text("Line 59 says")).to_be_visible()
        if "Lunch" in subject:
            expect(page.locator(f"{CURRENT} .quoted")).to_contain_text("See you on Thursday")
            page.locator(f"{CURRENT} .headers > summary").click()
            expect(page.locator(f"{CURRENT} .headers dl")).to_contain_text("ben@example.org")
        page.keyboard.press("x")
    assert seen == {"Re: Lunch", "Minutes of the harbour board", "No subject"}


# ---- Without a script, small, for everybody --------------------------------------------------


def test_the_whole_way_without_javascript(open_page: OpenPage, post: Campaign) -> None:
    page = open_page(width=360, height=740, java_script_enabled=False)
    assignment = start(page, post)
    for name in ("Jokes", "Sport", "Family"):
        if not leaf(page, name).is_visible():
            branch(page, "Private").click()
        leaf(page, name).click()
        follow(page, page.locator(f"{CURRENT} .onward"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    assert chosen(assignment) == ["Jokes", "Sport", "Family"]


def test_without_javascript_an_answer_is_seen_again_and_changed(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page(java_script_enabled=False)
    assignment = start(page, post)
    branch(page, "Private").click()
    leaf(page, "Jokes").click()
    follow(page, page.locator(f"{CURRENT} .onward"))
    follow(page, page.locator(f"{CURRENT} .back"))
    expect(page.get_by_role("radio", name="Jokes")).to_be_checked()
    leaf(page, "Sport").click()
    follow(page, page.locator(f"{CURRENT} .onward"))
    assert chosen(assignment) == ["Sport"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_axe_finds_nothing(
    open_page: OpenPage, post: Campaign, width: int, height: int, scheme: str
) -> None:
    page = open_page(width=width, height=height, color_scheme=scheme)
    page.goto("/rate/mail/")
    assert_accessible(page, "welcome")
    join(page, post)
    assert_accessible(page, "instructions")
    page.goto("/rate/mail/practice/1/?value=20")
    assert_accessible(page, "practice")
    page.goto("/rate/mail/instructions/")
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    assert_accessible(page, "sitting")
    branch(page, "Private").click()
    page.locator(f"{CURRENT} .meaning > summary").locator("visible=true").first.click()
    page.locator(f"{CURRENT} .remark > summary").click()
    assert_accessible(page, "sitting, opened")
    page.keyboard.press("Escape")
    leaf(page, "Jokes").click()
    page.locator(".bar.undoing").wait_for()
    assert_accessible(page, "sitting, to be undone")
    page.locator(f"{CURRENT} [type=search]").fill("zzz")
    assert_accessible(page, "sitting, nothing found")


def test_the_group_is_named_by_its_document_and_has_the_categories(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page()
    start(page, post)
    for _document in range(3):
        branch(page, "Private").click()
        group = page.get_by_role("radiogroup", name=re.compile("^Category of "))
        expect(group).to_have_count(1)
        expect(group.get_by_role("radio", name="Jokes", exact=True)).to_have_count(1)
        branch(page, "Private").click()
        page.locator(f"{CURRENT} .sentence").focus()
        page.keyboard.press("x")


@pytest.mark.parametrize("width", [320, 360])
def test_nothing_scrolls_sideways_at_200_percent(
    open_page: OpenPage, post: Campaign, width: int
) -> None:
    page = open_page(width=width, height=640)
    start(page, post)
    for name in ("instructions/", "practice/1/", "sitting/", "thanks/"):
        page.goto(f"/rate/mail/{name}")
        for size in ("100%", "200%"):
            page.evaluate("size => document.documentElement.style.fontSize = size", size)
            for details in (
                page.locator("details:not(.languages)").locator("visible=true").all()
            ):
                details.evaluate("one => { one.open = true; }")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, size)


def test_a_task_of_its_own_adds_a_script_and_a_stylesheet_to_the_first_load(
    open_page: OpenPage, post: Campaign
) -> None:
    page = open_page()
    responses: list[Response] = []
    join(page, post)
    fresh = open_page()
    fresh.context.add_cookies(page.context.cookies())
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    fresh.on("response", lambda response: responses.append(response))
    fresh.goto("/rate/mail/sitting/")
    fresh.wait_for_load_state("networkidle")
    own = [one.url.rpartition("/")[2] for one in responses if "categories" in one.url]
    assert sorted(own) == ["categories.css", "categories.js"]
    assert len(responses) <= 9
    size = sum(len(gzip.compress(as_served(response), mtime=0)) for response in responses)
    assert size < 33_000
