"""From sign-in to an opened campaign by the demo's files, mistakes included."""

import base64
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign
from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.way import follow, when_done
from tests.people import PASSWORD, make_lead

pytestmark = pytest.mark.sqlite

DEMO = Path(__file__).resolve().parents[2] / "annotation_site" / "demo" / "en"


@pytest.fixture
def lead(transactional_db: None, settings: Any, tmp_path: Path) -> str:
    settings.SITE_URL = "http://localhost"
    return make_lead("olga").get_username()


def drop(page: Page, field: str, file: Path) -> None:
    """As a file dragged from a folder and let go over the field."""
    page.wait_for_load_state()
    page.locator(f".drop:has(#{field})").evaluate(
        """(zone, [name, content]) => {
            const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], name));
            for (const type of ["dragenter", "dragover", "drop"]) {
              zone.dispatchEvent(
                new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })
              );
            }
        }""",
        [file.name, base64.b64encode(file.read_bytes()).decode()],
    )


def test_a_campaign_is_made_and_opened_by_mouse(
    open_page: OpenPage, lead: str, worker: None, tmp_path: Path
) -> None:
    page = open_page()
    page.goto("/sign-in/")
    page.get_by_label("Name").fill(lead)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New campaign").click()
    page.get_by_role("link", name="Words for a word in its sentence").click()

    # The files in each other's place: told by line, and nothing is lost.
    page.get_by_label("Title").fill("Words in their place")
    expect(page.get_by_label("Address")).to_have_attribute(
        "placeholder", "words-in-their-place"
    )
    drop(page, "id_sentences", DEMO / "sentences.xml")
    page.get_by_label("First gold").set_input_files(DEMO / "sentences.xml")
    page.get_by_role("button", name="Create campaign").click()
    problems = page.locator(".problems")
    expect(problems).to_contain_text("XML holds sentences, not gold")
    expect(problems).to_be_focused()
    expect(page.get_by_label("Title")).to_have_value("Words in their place")
    expect(page.get_by_text("sentences.xml (").first).to_be_visible()
    assert not Campaign.objects.exists()

    drop(page, "id_gold", DEMO / "gold.txt")
    page.get_by_role("button", name="Create campaign").click()
    expect(page.get_by_role("status").first).to_contain_text("24 sentences")

    for name in ("baseline", "careful"):
        page.get_by_label("Name of the system").fill(name)
        drop(page, "id_answers", DEMO / f"{name}.txt")
        page.get_by_role("button", name="Add systems").click()
        expect(page.get_by_role("status").first).to_contain_text(f"{name} is added")
    page.get_by_role("row", name="baseline").get_by_role("link", name="Remove").click()
    page.get_by_role("button", name="Remove system").click()
    page.get_by_label("Name of the system").fill("neural")
    page.get_by_label("Answers", exact=True).set_input_files(DEMO / "neural.txt")
    page.get_by_role("button", name="Add systems").click()

    expect(page.get_by_role("status").first).to_contain_text("neural is added")
    page.get_by_role("link", name="Continue to the pool").click()
    page.get_by_role("button", name="Pool", exact=True).click()
    when_done(page, page.get_by_role("heading", name="Candidates by origin"))
    page.get_by_role("link", name="Review merges").first.click()
    page.get_by_role("button", name="Keep apart").first.click()
    expect(page.get_by_role("status").first).to_contain_text("will be kept apart")
    page.get_by_role("link", name="Back to the pool").click()
    expect(page.get_by_text("pool again.")).to_be_visible()
    pool_again = page.get_by_role("button", name="Pool again")
    follow(page, pool_again)
    when_done(page, pool_again)
    expect(page.get_by_text("pool again.")).to_have_count(0)
    page.get_by_role("link", name="Continue to the subsets").click()

    page.get_by_label("Subsets", exact=True).fill("6")
    page.get_by_role("button", name="Preview plan").click()
    page.get_by_role("button", name="Store this plan").click()
    when_done(page, page.get_by_role("heading", name="Stored plan"))
    page.get_by_role("button", name="Open campaign").click()
    expect(page.get_by_role("status").first).to_contain_text("The campaign is open")
    page.get_by_role("link", name="Link to share").click()
    expect(page.get_by_role("button", name="Take part")).to_be_visible()
    campaign = Campaign.objects.get()
    assert (campaign.state, campaign.subsets.count()) == ("open", 6)


def test_instructions_and_scale_are_shown_as_they_are_written(
    open_page: OpenPage, lead: str, campaign: Campaign
) -> None:
    page = signed_in(open_page(), campaign)
    page.goto(f"/campaigns/{campaign.slug}/settings/texts/")
    preview = page.get_by_role("region", name="What annotators see")
    expect(preview.get_by_role("heading", name="How to rate")).to_be_visible()
    page.get_by_label("Instructions").press_sequentially("## Look *twice*")
    expect(preview.locator("h3 em")).to_have_text("twice")

    page.goto(f"/campaigns/{campaign.slug}/settings/scale/")
    expect(preview.locator(".row").first).to_contain_text("Perfect")
    page.get_by_label("Label").nth(3).fill("Just right")
    expect(preview.locator(".row").first).to_contain_text("Just right")
    assert Campaign.objects.get().instructions == ""


def test_a_file_that_is_too_large_is_not_even_sent(
    open_page: OpenPage, lead: str, campaign: Campaign, tmp_path: Path
) -> None:
    large = tmp_path / "large.txt"
    with large.open("wb") as out:
        out.truncate(71 * 1024 * 1024)
    page = signed_in(open_page(), campaign)
    page.goto("/campaigns/new/?task=substitution")
    page.get_by_label("Title").fill("Large")
    page.get_by_label("Sentences").set_input_files(large)
    page.get_by_role("button", name="Create campaign").click()
    expect(page.locator(".upload-progress")).to_contain_text("Too large")
    expect(page.get_by_label("Title")).to_have_value("Large")


def test_without_scripts_a_refused_form_comes_back_whole(
    open_page: OpenPage, lead: str, campaign: Campaign
) -> None:
    page = signed_in(open_page(java_script_enabled=False), campaign)
    page.goto("/campaigns/new/?task=substitution")
    page.get_by_label("Sentences").set_input_files(DEMO / "sentences.xml")
    page.get_by_role("button", name="Create campaign").click()
    expect(page.locator(".problems")).to_contain_text("Fix the fields marked below")
    page.get_by_label("Title").fill("Plain")
    page.get_by_label("First gold").set_input_files(DEMO / "gold.txt")
    page.get_by_role("button", name="Create campaign").click()
    expect(page).to_have_url(f"{page.url.split('/campaigns/')[0]}/campaigns/plain/sources/")


def test_axe_finds_nothing_on_a_form_that_was_refused(
    open_page: OpenPage, lead: str, campaign: Campaign
) -> None:
    page = signed_in(open_page(width=360), campaign)
    page.goto("/campaigns/new/?task=substitution")
    page.get_by_role("button", name="Create campaign").click()
    page.locator(".problems").wait_for()
    found = found_by_axe(page)
    assert not found, found


def signed_in(page: Page, campaign: Campaign) -> Page:
    campaign.members.create(user_id=make_lead("ada").pk, role="owner")
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Your campaigns").wait_for()
    return page
