"""From bare sentences to scores on both golds, in the browser alone: seven people propose, and
three others rate."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from regild.formats.gold import read_gold
from sources.models import Item
from tests.browser.conftest import OpenPage
from tests.browser.hands import Hand, Mouse
from tests.browser.test_whole_campaign import (
    by_length,
    hastily,
    leniently,
    make_first_account,
    open_campaign,
    pool_and_dispatch,
    rate_everything,
    said,
    shown,
)
from tests.browser.way import CURRENT, when_done
from tests.factories import source

pytestmark = pytest.mark.sqlite

DEMO = Path(__file__).resolve().parents[2] / "annotation_site" / "demo" / "en"
SENTENCES = 10
PROPOSING = 7
SYSTEMS = ("careful", "neural")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The demo's first sentences, and what two systems answer to them: no gold."""
    tree = ElementTree.parse(DEMO / "sentences.xml")
    for lexelt in tree.findall("lexelt"):
        for instance in lexelt.findall("instance"):
            if int(instance.attrib["id"]) > SENTENCES:
                lexelt.remove(instance)
    tree.write(tmp_path / "test.xml", encoding="utf-8", xml_declaration=True)
    for name in SYSTEMS:
        lines = (DEMO / f"{name}.txt").read_text().splitlines()[:SENTENCES]
        (tmp_path / f"{name}.txt").write_text("\n".join([*lines, ""]))
    return tmp_path


@pytest.fixture
def thought_of() -> dict[str, dict[str, float]]:
    """What people will think of, by sentence: with as many votes as the demo's gold has."""
    gold = source((DEMO / "gold.txt").read_bytes(), "gold.txt")
    records = read_gold(gold.stream, name=gold.name).records[:SENTENCES]
    return {record.sentence: dict(record.substitutes) for record in records}


@pytest.mark.usefixtures("worker")
@pytest.mark.long
def test_from_bare_sentences_to_scores_on_both_golds(
    open_page: OpenPage,
    folder: Path,
    thought_of: dict[str, dict[str, float]],
    settings: Any,
    live_server: Any,
) -> None:
    settings.SITE_URL = live_server.url
    lead = Mouse(open_page())
    make_first_account(lead)
    make_campaign(lead, folder)
    link = dispatch_and_open(lead)
    for person in range(PROPOSING):
        propose_everything(Mouse(open_page()), link, person, thought_of)
    freeze(lead)
    assert gold_of(lead) == {
        key: {text: min(votes, PROPOSING) for text, votes in best_three(found).items()}
        for key, found in thought_of.items()
    }
    add_systems(lead, folder)
    pool_and_dispatch(lead)
    open_campaign(lead)
    for taste in (by_length, leniently, hastily):
        rate_everything(Mouse(open_page()), link, taste)
    release_and_score(lead)


def make_campaign(lead: Hand, folder: Path) -> None:
    lead.press("link", "New campaign")
    lead.press("link", "Words for a word in its sentence")
    lead.write("Title", "From bare sentences")
    lead.give("Sentences", folder / "test.xml")
    lead.press("button", "Create campaign")
    said(lead, f"{SENTENCES} sentences")


def dispatch_and_open(lead: Hand) -> str:
    lead.press("link", "First gold")
    lead.write("Annotators for each sentence", str(PROPOSING))
    lead.write("Most sentences in one turn", str(SENTENCES))
    lead.press("button", "Dispatch")
    expect(lead.page.get_by_role("heading", name="Rounds")).to_be_visible()
    return open_campaign(lead)


def propose_everything(
    annotator: Hand, link: str, person: int, thought_of: dict[str, dict[str, float]]
) -> None:
    page = annotator.page
    page.goto(link)
    annotator.tick("I agree to take part")
    annotator.tick("I am a native speaker")
    annotator.press("button", "Take part")
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    for _block in range(SENTENCES):
        block = page.locator(CURRENT)
        sentence = block.get_attribute("data-sentence") or ""
        given = best_three(thought_of[Item.objects.get(id=sentence).key])
        words = [text for text, votes in given.items() if votes > person]
        for place, word in enumerate(words, start=1):
            block.locator(f"[name=answer-{place}]").fill(word)
        if not words:
            block.locator(".choice", has_text="Nothing fits").click()
        block.locator(".onward").click()
        if page.locator(".block").last.get_attribute("data-sentence") != sentence:
            expect(page.locator(f"[data-sentence='{sentence}']")).to_be_hidden()
    page.wait_for_url("**/thanks/")


def best_three(found: dict[str, float]) -> dict[str, float]:
    return dict(list(found.items())[:3])


def freeze(lead: Hand) -> None:
    page = lead.page
    lead.press("link", "First gold")
    expect(page.get_by_text(f"{SENTENCES} / {SENTENCES}").first).to_be_visible()
    lead.press("link", "Freeze")
    lead.press("button", "Freeze the first gold")
    expect(page.get_by_role("heading", name="Frozen first golds")).to_be_visible()


def gold_of(lead: Hand) -> dict[str, dict[str, float]]:
    """Of the file that the lead downloads."""
    with lead.page.expect_download() as download:
        lead.page.get_by_role("link", name=re.compile("^lines")).first.click()
    file = source(Path(download.value.path()).read_bytes(), "gold.txt")
    records = read_gold(file.stream, name=file.name).records
    return {record.sentence: dict(record.substitutes) for record in records}


def add_systems(lead: Hand, folder: Path) -> None:
    lead.press("link", "Add systems")
    for name in SYSTEMS:
        lead.write("Name of the system", name)
        lead.give("Answers", folder / f"{name}.txt")
        lead.press("button", "Add systems")
        said(lead, f"{name} is added")


def release_and_score(lead: Hand) -> None:
    page = lead.page
    lead.press("link", "Second gold")
    lead.write("Ratings a candidate needs", "2")
    lead.press("button", "Make release")
    when_done(page, page.get_by_role("link", name="Release 1"))
    lead.press("link", "Scores")
    lead.press("button", "Score every system")
    when_done(page, page.get_by_role("heading", name="Normalised BEST"))
    scores = shown(page, 0)
    assert set(scores) == set(SYSTEMS)
    for found in scores.values():
        for gold in ("first gold [95 %]", "second gold [95 %]"):
            assert float(found[gold].split()[0]) > 0
