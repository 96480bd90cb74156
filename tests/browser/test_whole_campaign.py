"""From an empty site to the paper's tables, by mouse and by keyboard alone."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from annotation_site.accounts.setup_code import setup_code
from tests.browser.conftest import OpenPage
from tests.browser.hands import Hand, Keyboard, Mouse
from tests.browser.way import CURRENT, finish, when_done
from tests.people import PASSWORD

# Pages are alike on every database. By mouse it is gone through once more, before all that the
# compose file starts, on PostgreSQL (tests/drills/test_as_compose.py).
pytestmark = pytest.mark.sqlite

DEMO = Path(__file__).resolve().parents[2] / "annotation_site" / "demo" / "en"
# The demo's first sentences: a whole campaign that three people have soon rated.
SENTENCES = 4
SUBSETS = 2
# A word that nobody gave before, so that no annotator has judged it.
UNKNOWN = "quaver"

# How the columns of the page are called in the files.
COLUMNS = {
    "first gold [95 %]": "first",
    "second gold [95 %]": "second",
    "rank": "rank_second",
    "rank difference": "rank_difference",
    "p, first": "p_next_first",
    "p, second": "p_next_second",
    "judged@10": "judged@10",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The demo's files cut down; what `sparse` answers ends with a word of its own."""
    tree = ElementTree.parse(DEMO / "sentences.xml")
    for lexelt in tree.findall("lexelt"):
        for instance in lexelt.findall("instance"):
            if int(instance.attrib["id"]) > SENTENCES:
                lexelt.remove(instance)
    tree.write(tmp_path / "sentences.xml", encoding="utf-8", xml_declaration=True)
    for name in ("gold", "baseline", "careful", "neural", "sparse"):
        lines = (DEMO / f"{name}.txt").read_text().splitlines()[:SENTENCES]
        if name == "sparse":
            lines = [line if line.endswith(":: ") else f"{line};{UNKNOWN}" for line in lines]
        (tmp_path / f"{name}.txt").write_text("\n".join([*lines, ""]))
    return tmp_path


@pytest.fixture(
    params=[
        pytest.param(Mouse, id="by mouse"),
        pytest.param(Keyboard, id="by keyboard alone", marks=pytest.mark.long),
    ]
)
def new_hand(request: Any, open_page: OpenPage) -> Callable[[], Hand]:
    """Each on a device of its own."""
    return lambda: request.param(open_page())


@pytest.mark.usefixtures("worker")
def test_from_an_empty_site_to_the_tables(
    new_hand: Callable[[], Hand], folder: Path, settings: Any, live_server: Any
) -> None:
    settings.SITE_URL = live_server.url
    lead = new_hand()
    make_first_account(lead)
    make_campaign(lead, folder)
    candidates = pool_and_dispatch(lead)
    link = open_campaign(lead)
    for taste in (by_length, leniently, hastily):
        rate_everything(new_hand(), link, taste)
    leave_last_annotator_out(lead, candidates)
    release_and_score(lead)
    add_late_system(lead, folder)
    compare_downloads(lead)


def make_first_account(lead: Hand) -> None:
    lead.page.goto("/")
    expect(lead.page.get_by_role("heading", level=1)).to_have_text("Create the first account")
    lead.write("Setup code", setup_code())
    lead.write("Name", "olga")
    lead.write("E-mail address", "olga@example.org")
    lead.write("Password", PASSWORD)
    lead.write("Password confirmation", PASSWORD)
    lead.press("button", "Create account")


def make_campaign(lead: Hand, folder: Path) -> None:
    lead.press("link", "New campaign")
    lead.press("link", "Words for a word in its sentence")
    lead.write("Title", "Words in their place")
    lead.give("Sentences", folder / "sentences.xml")
    lead.give("First gold (optional)", folder / "gold.txt")
    lead.press("button", "Create campaign")
    said(lead, f"{SENTENCES} sentences")
    for name in ("careful", "neural", "baseline"):
        lead.write("Name of the system", name)
        if name == "baseline":
            lead.choose("baseline")
        lead.give("Answers", folder / f"{name}.txt")
        lead.press("button", "Add systems")
        said(lead, f"{name} is added")


def pool_and_dispatch(lead: Hand) -> int:
    """The number of candidates."""
    page = lead.page
    lead.press("link", "Continue to the pool")
    lead.press("button", "Pool")
    when_done(page, page.get_by_role("heading", name="Candidates by origin"))
    candidates = int(page.get_by_role("row", name="all").locator("td").first.inner_text())
    lead.press("link", "Continue to the subsets")
    lead.write("Subsets", str(SUBSETS))
    lead.press("button", "Preview plan")
    when_done(page, page.get_by_role("button", name="Store this plan"))
    lead.press("button", "Store this plan")
    when_done(page, page.get_by_role("heading", name="Stored plan"))
    return candidates


def open_campaign(lead: Hand) -> str:
    """The link to share."""
    lead.press("button", "Open campaign")
    said(lead, "The campaign is open")
    link = lead.page.get_by_role("link", name="Link to share").get_attribute("href")
    assert link
    return link


def by_length(word: str) -> int:
    return len(word) % 4


def leniently(word: str) -> int:
    """As by length, but here and there a step higher."""
    return min(3, by_length(word) + (word < "g"))


def hastily(word: str) -> int:
    return 3


def rate_everything(annotator: Hand, link: str, taste: Callable[[str], int]) -> None:
    page = annotator.page
    page.goto(link)
    annotator.tick("I agree to take part")
    annotator.tick("I am a native speaker")
    annotator.press("button", "Take part")
    for subset in range(SUBSETS):
        annotator.press("button", "Do another turn" if subset else "Start rating")
        page.wait_for_url("**/sitting/")
        for _block in range(page.locator(".block").count()):
            for word in page.locator(f"{CURRENT} .row .word").all_inner_texts():
                page.keyboard.press(str(taste(word)))
        finish(page)
    expect(page.get_by_text("There is nothing left for you to rate")).to_be_visible()


def leave_last_annotator_out(lead: Hand, candidates: int) -> None:
    page = lead.page
    lead.press("link", "Ratings")
    lead.press("link", "Annotators")
    newest = page.get_by_role("link", name=re.compile(r"^Annotator \d+$")).first.inner_text()
    lead.press("link", newest)
    lead.press("link", "Exclude annotator…")
    effect = page.get_by_role("region", name="Whole campaign")
    # Three annotators rated every candidate; two would be left.
    given = page.get_by_role("rowheader", name="Ratings", exact=True)
    expect(effect.locator("tr").filter(has=given).get_by_role("cell")).to_have_text(
        [str(3 * candidates), str(2 * candidates)]
    )
    lead.write("Reason", "The same answer to everything.")
    lead.press("button", "Exclude")
    said(lead, "Excluded.")
    expect(page.get_by_text("The same answer to everything.")).to_be_visible()
    lead.press("link", "Progress")
    ratings = page.locator(".stats > div", has_text="complete sitting").locator("dd").first
    expect(ratings).to_have_text(str(2 * candidates))


def release_and_score(lead: Hand) -> None:
    page = lead.page
    lead.press("link", "Second gold")
    lead.write("Ratings a candidate needs", "2")
    lead.press("button", "Make release")
    when_done(page, page.get_by_role("link", name="Release 1"))
    lead.press("link", "Scores")
    lead.press("button", "Score every system")
    when_done(page, page.get_by_role("heading", name="Normalised BEST"))
    assert set(shown(page, 0)) == {"careful", "neural", "baseline"}


def add_late_system(lead: Hand, folder: Path) -> None:
    page = lead.page
    lead.press("link", "Sentences")
    lead.write("Name of the system", "sparse")
    lead.give("Answers", folder / "sparse.txt")
    lead.press("button", "Add systems")
    said(lead, "sparse is added")
    lead.press("link", "Scores")
    lead.press("button", "Score again")
    late = page.get_by_role("row", name=re.compile("sparse added late")).first
    when_done(page, late)
    # Of its three answers to a sentence the annotators have judged two.
    assert shown(page, 0)["sparse"]["judged@10"] == "0.667"
    assert shown(page, 0)["careful"]["judged@10"] == "1.000"


def compare_downloads(lead: Hand) -> None:
    """Tables 2 and 3 of the paper, as LaTeX, are what the page shows."""
    for table, measure in enumerate(["semdis.best_norm", "semdis.oot_norm"]):
        with lead.page.expect_download() as download:
            lead.press("link", "LaTeX", place=table)
        assert download.value.suggested_filename.endswith(f"-gold-1-{measure}.tex")
        written = rows_of(Path(download.value.path()).read_text())
        on_page = shown(lead.page, table)
        assert set(written) == {"careful", "neural", "baseline", "sparse"}
        for system, cells in on_page.items():
            same = {COLUMNS[name]: cell for name, cell in cells.items() if name in COLUMNS}
            assert {name: written[system][name] for name in same} == same


def shown(page: Page, table: int) -> dict[str, dict[str, str]]:
    """The cells of a ranking on the page: system → heading → text, the last of a name."""
    ranking = page.locator("table", has=page.get_by_role("columnheader", name="judged@10"))
    rows: list[list[str]] = ranking.nth(table).evaluate(
        """table => [...table.rows].map(row => [...row.cells].map(cell =>
            cell.innerText.trim().replace("−", "-").replace(/^\\+/, "")))"""
    )
    headings, *systems = rows
    return {
        cells[0].split()[0]: dict(zip(headings[1:], cells[1:], strict=True))
        for cells in systems
    }


def rows_of(latex: str) -> dict[str, dict[str, str]]:
    """The same of a file, its escapes undone, its headings lying down."""
    plain = latex.replace("{[}", "[").replace(r"\_", "_").replace("--", "–")
    plain = re.sub(r"\\rotatebox\{90\}\{([^}]*)\}", r"\1", plain)
    headings, *systems = [
        line.removesuffix(r" \\").split(" & ") for line in plain.splitlines() if "&" in line
    ]
    return {cells[0]: dict(zip(headings[1:], cells[1:], strict=True)) for cells in systems}


def said(hand: Hand, words: str) -> None:
    expect(hand.page.get_by_role("status").first).to_contain_text(words)


def fact(page: Page, name: str) -> Any:
    return page.locator(".facts div, .stats > div", has_text=name).locator("dd").first
