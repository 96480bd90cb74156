"""A campaign in the browser by mouse alone; annotators come by the link that is shared."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.hands import Hand
from tests.browser.test_whole_campaign import make_first_account, open_campaign, said
from tests.browser.way import CURRENT, finish, when_done
from tests.ways.files import (
    CORPUS,
    DOUBLES,
    NOTE,
    PEOPLE,
    SEED,
    SETS,
    SUBJECTS,
    SUBSETS,
    THEME,
    THEMED,
    TRAIN,
    rated_by,
    sorted_by,
)

NewHand = Callable[[], Hand]


def mail(new_hand: NewHand, folder: Path) -> None:
    lead = new_hand()
    make_first_account(lead)
    lead.press("link", "New campaign")
    lead.press("link", "Documents and their categories")
    lead.write("Title", "mouse")
    for label, name in {
        "Documents": "documents",
        "Categories": "categories",
        "First gold (optional)": "gold",
    }.items():
        lead.give(label, folder / f"{name}.csv")
    lead.press("button", "Create campaign")
    add_system(lead, folder / "careful.csv")
    add_words(lead)
    pool_and_dispatch(lead, block=1, doubles=DOUBLES)
    link = open_campaign(lead)
    for person in range(PEOPLE):
        sort_everything(new_hand(), link, person)
    measure(lead)
    tag(lead)
    revise(lead, folder)
    measure(lead)
    release_and_score(lead, "Ratings a document needs")


def add_system(lead: Hand, answers: Path) -> None:
    lead.write("Name of the system", answers.stem)
    lead.give("Answers", answers)
    lead.press("button", "Add systems")
    said(lead, f"{answers.stem} is added")


def add_words(lead: Hand) -> None:
    lead.press("link", "Generate a baseline")
    lead.page.get_by_role("link", name="Words").click()
    lead.write("Name of the system", "words")
    lead.press("button", "Add baseline")
    expect(lead.page.get_by_role("heading", level=1)).to_have_text("Baselines")
    expect(lead.page.get_by_role("progressbar")).to_have_count(0)
    lead.press("link", "Back to the systems")
    lead.page.get_by_role("rowheader", name="words").wait_for()


def pool_and_dispatch(lead: Hand, *, block: int, doubles: float | None = None) -> None:
    page = lead.page
    lead.press("link", "Continue to the pool")
    lead.press("button", "Pool")
    when_done(page, page.get_by_role("heading", name="Candidates by origin"))
    lead.press("link", "Continue to the subsets")
    lead.write("Subsets", str(SUBSETS))
    lead.write("Candidates in a block", str(block))
    page.get_by_label("Seed", exact=True).first.fill(str(SEED))
    if doubles:
        lead.write("Share annotated more than once", str(doubles))
    lead.press("button", "Preview plan")
    when_done(page, page.get_by_role("button", name="Store this plan"))
    lead.press("button", "Store this plan")
    when_done(page, page.get_by_role("heading", name="Stored plan"))


def take_part(annotator: Hand, link: str) -> None:
    annotator.page.goto(link)
    annotator.tick("I agree to take part")
    annotator.tick("I am a native speaker")
    annotator.press("button", "Take part")


def every_sitting(annotator: Hand, judge: Callable[[Page], None]) -> None:
    page, first = annotator.page, True
    nothing = page.get_by_text("There is nothing left for you to rate")
    while first or not nothing.is_visible():
        annotator.press("button", "Start rating" if first else "Do another turn")
        page.wait_for_url("**/sitting/")
        first = False
        for _block in range(page.locator(".block").count()):
            judge(page)
        finish(page)
        page.wait_for_load_state()


def sort_everything(annotator: Hand, link: str, person: int) -> None:
    def judge(page: Page) -> None:
        last = page.locator(".block").last.is_visible()
        subject = page.locator(f"{CURRENT} h3").inner_text()
        category = sorted_by(person, SUBJECTS[subject])
        page.locator(f"{CURRENT} [type=search]").fill(category)
        page.wait_for_timeout(400)  # sooner, it could be the second of two
        page.locator(f"{CURRENT} .leaf .choice").filter(has_text=category).first.click()
        if not last:
            expect(page.locator(f"{CURRENT} h3")).not_to_have_text(subject)

    take_part(annotator, link)
    every_sitting(annotator, judge)


def measure(lead: Hand) -> None:
    lead.press("link", "Agreement")
    lead.press("button", "Measure now")
    when_done(lead.page, lead.page.get_by_role("heading", name="Agreement").first)


def tag(lead: Hand) -> None:
    lead.press("link", "Documents annotators disagree on")
    themed = lead.page.locator("article", has=lead.page.get_by_role("link", name=THEMED))
    themed.get_by_label("Theme").fill(THEME)
    themed.get_by_role("button", name="Add").click()
    expect(themed.get_by_text(THEME)).to_be_visible()


def revise(lead: Hand, folder: Path) -> None:
    lead.press("link", "Ratings")
    lead.press("link", "Categories")
    lead.write("Changes", (folder / "changes.csv").read_text(encoding="utf-8"))
    lead.write("Note", NOTE)
    lead.press("button", "Preview")
    lead.press("button", "Revise tree")
    expect(lead.page.get_by_role("heading", level=1)).to_have_text("Revision 1")


def utterances(new_hand: NewHand, folder: Path) -> None:
    lead = new_hand()
    make_first_account(lead)
    make_sets(lead, folder / "sets.json")
    lead.press("link", "New campaign")
    lead.press("link", "Utterances, natural and altered")
    lead.write("Title", "mouse")
    lead.give("Sets of utterances", folder / "sets.json")
    lead.press("button", "Create campaign")
    add_system(lead, folder / "coin.csv")
    for order in ("2", "3"):
        lead.press("link", "Generate a baseline")
        lead.page.get_by_role("link", name="N-grams").click()
        lead.write("Name of the system", f"{order}-grams")
        lead.page.get_by_label("Order", exact=True).select_option(order)
        lead.give("Training text", TRAIN)
        lead.press("button", "Add baseline")
        lead.page.get_by_role("rowheader", name=f"{order}-grams").wait_for()
    pool_and_dispatch(lead, block=4)
    link = open_campaign(lead)
    for person in range(PEOPLE):
        rate_everything(new_hand(), link, person)
    measure(lead)
    release_and_score(lead, "Ratings a candidate needs")


def make_sets(lead: Hand, path: Path) -> None:
    lead.press("link", "New campaign")
    lead.press("link", "Utterances, natural and altered")
    lead.press("link", "Make sets of utterances from a corpus")
    lead.give("Tagged corpus", CORPUS)
    lead.write("Sets", str(SETS["count"]))
    lead.write("Utterances in a set", str(SETS["size"]))
    lead.page.get_by_text("How words are chosen").click()
    lead.write("Seed", str(SETS["seed"]))
    with lead.page.expect_download() as download:
        lead.press("button", "Make the sets")
    path.write_bytes(Path(download.value.path()).read_bytes())


def rate_everything(annotator: Hand, link: str, person: int) -> None:
    def judge(page: Page) -> None:
        for row in page.locator(f"{CURRENT} .row").all():
            value = rated_by(person, row.locator(".word").inner_text())
            row.locator(".choice").nth(value).click()
            # Sooner, it could be the second of two.
            page.wait_for_timeout(400)

    take_part(annotator, link)
    every_sitting(annotator, judge)


def release_and_score(lead: Hand, needed: str) -> None:
    page = lead.page
    lead.press("link", "Second gold")
    lead.write(needed, "1")
    lead.press("button", "Make release")
    when_done(page, page.get_by_role("link", name="Release 1"))
    lead.press("link", "Release 1")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").first.click()
    assert Path(download.value.path()).read_bytes()
    lead.press("link", "Scores")
    lead.press("button", "Score every system")
    when_done(page, page.get_by_role("button", name="Score again"))
    lead.press("link", "Submissions")
    lead.press("button", "Make public")
    expect(page.get_by_text("Anybody can see it.")).to_be_visible()
