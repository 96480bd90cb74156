"""A whole study of 23 systems in the browser alone, from sign-in to the dataset, and how many
clicks it takes: a field that is filled, a box and a file that is chosen are one each."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rating.models import Rating
from sources.models import System
from tests.browser.conftest import OpenPage
from tests.browser.hands import Mouse, field
from tests.browser.study_files import (
    CAREFUL,
    EXCLUDED,
    HASTY,
    MISTAKEN,
    SYSTEMS,
    Study,
    write_study,
)
from tests.browser.test_whole_campaign import fact, said
from tests.browser.way import when_done
from tests.people import PASSWORD, make_lead

pytestmark = pytest.mark.sqlite

MOST_CLICKS = 60


class Counting(Mouse):
    """A mouse that counts."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.clicks = 0

    def press(self, role: str, name: str, *, place: int = 0) -> None:
        self.clicks += 1
        super().press(role, name, place=place)

    def write(self, label: str, text: str) -> None:
        self.clicks += 1
        super().write(label, text)

    def choose(self, option: str) -> None:
        self.clicks += 1
        super().choose(option)

    def tick(self, label: str) -> None:
        self.clicks += 1
        super().tick(label)

    def give(self, label: str, file: Path) -> None:
        self.clicks += 1
        super().give(label, file)

    def give_all(self, label: str, files: list[Path]) -> None:
        """All of a folder, chosen at once."""
        self.clicks += 1
        field(self.page, label).set_input_files(files)


@pytest.mark.long
@pytest.mark.usefixtures("worker", "transactional_db")
def test_a_study_takes_at_most_sixty_clicks(
    open_page: OpenPage, settings: Any, live_server: Any, tmp_path: Path
) -> None:
    settings.SITE_URL = live_server.url
    make_lead("olga")
    study = write_study(tmp_path)
    lead = Counting(open_page())
    sign_in(lead)
    make_campaign(lead, study)
    add_systems(lead, study)
    pool_and_dispatch(lead)
    bring_ratings_in(lead, study)
    leave_the_hasty_out(lead)
    measure(lead)
    release_and_score(lead)
    hide_the_mistaken(lead)
    take_the_dataset(lead)
    assert lead.clicks <= MOST_CLICKS, f"{lead.clicks} clicks"


def sign_in(lead: Counting) -> None:
    lead.page.goto("/sign-in/")
    lead.write("Name", "olga")
    lead.write("Password", PASSWORD)
    lead.press("button", "Sign in")


def make_campaign(lead: Counting, study: Study) -> None:
    lead.press("link", "New campaign")
    lead.press("link", "Words for a word in its sentence")
    lead.write("Title", "Substitution")
    lead.write("Language of what is rated", "fr")
    lead.give("Sentences", study.sentences)
    lead.give("First gold (optional)", study.gold)
    lead.write("Targets to leave out", EXCLUDED)
    lead.press("button", "Create campaign")
    said(lead, "30 sentences")


def add_systems(lead: Counting, study: Study) -> None:
    lead.give_all("Answers", study.systems)
    lead.press("button", "Add systems")
    expect(lead.page.locator(".errorlist")).to_contain_text(f"{MISTAKEN}.txt")
    assert not System.objects.exists()
    lead.tick("Take the answers as they are")
    lead.press("button", "Add systems")
    said(lead, f"{SYSTEMS} systems added")
    expect(fact(lead.page, "sentences of targets left out")).to_have_text("3")


def pool_and_dispatch(lead: Counting) -> None:
    page = lead.page
    lead.press("link", "Continue to the pool")
    lead.press("button", "Pool")
    when_done(page, page.get_by_role("heading", name="Candidates by origin"))
    lead.press("link", "Continue to the subsets")
    lead.write("Subsets", "6")
    lead.press("button", "Preview plan")
    when_done(page, page.get_by_role("button", name="Store this plan"))
    expect(field(page, "Subsets")).to_have_value("6")
    lead.press("button", "Store this plan")
    when_done(page, page.get_by_role("heading", name="Stored plan"))
    lead.press("button", "Open campaign")
    said(lead, "The campaign is open")


def bring_ratings_in(lead: Counting, study: Study) -> None:
    lead.press("link", "Ratings")
    lead.press("link", "Imports")
    lead.give("Ratings", study.ratings)
    lead.press("button", "Preview")
    expect(fact(lead.page, "Annotators")).to_have_text(str(CAREFUL + 1))
    lead.press("button", "Import ratings")
    said(lead, f"annotators: {CAREFUL + 1}")
    assert Rating.objects.exists()


def leave_the_hasty_out(lead: Counting) -> None:
    page = lead.page
    lead.press("link", "Ratings")
    lead.press("button", "Check everybody")
    when_done(page, page.get_by_text("Flagged annotators: 1").first)
    lead.press("link", "Flagged annotators")
    row = page.get_by_role("row", name=re.compile(HASTY))
    row.get_by_role("link").first.click()
    lead.clicks += 1
    lead.press("link", "Exclude annotator…")
    lead.press("button", "Exclude")
    said(lead, "Excluded.")


def measure(lead: Counting) -> None:
    page = lead.page
    lead.press("link", "Agreement")
    lead.press("button", "Measure now")
    when_done(page, page.get_by_role("heading", name="Measures"))


def release_and_score(lead: Counting) -> None:
    page = lead.page
    lead.press("link", "Second gold")
    lead.press("button", "Make release")
    when_done(page, page.get_by_role("link", name="Release 1"))
    lead.press("link", "Scores")
    lead.press("button", "Score every system")
    when_done(page, page.get_by_role("heading", name="Normalised BEST"))


def hide_the_mistaken(lead: Counting) -> None:
    """After it was rated, released and scored; then a second release beside the first."""
    page = lead.page
    lead.press("link", "Sentences")
    lead.press("link", f"Hide {MISTAKEN}")
    lead.press("button", "Hide system")
    said(lead, f"{MISTAKEN} is hidden")
    lead.press("link", "Scores")
    expect(page.get_by_role("row", name=re.compile(MISTAKEN))).to_have_count(0)
    lead.press("button", "Score again")
    when_done(page, page.get_by_role("button", name="Score again"))
    expect(page.get_by_text("Score again to see it.")).to_have_count(0)
    lead.press("link", "Second gold")
    lead.press("button", "Make release")
    when_done(page, page.get_by_role("link", name="Release 2"))
    lead.press("button", "Compare")
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare releases")


def take_the_dataset(lead: Counting) -> None:
    lead.press("link", "Second gold")
    lead.press("link", "Release 2")
    with lead.page.expect_download() as download:
        lead.press("link", "dataset")
    assert download.value.suggested_filename == "substitution-gold-2-dataset.zip"
