"""From sign-in to an opened campaign by the demo's files: by mouse, and by keyboard alone."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from campaigns.models import Campaign
from tests.browser.conftest import EXAMPLES, PRACTICE, OpenPage
from tests.browser.way import tab_to
from tests.factories import make_campaign
from tests.people import PASSWORD, make_lead
from tests.processes import running

DEMO = Path(__file__).resolve().parents[2] / "campaigns" / "demo" / "en"
# A worker has to start, and shares the machine with a browser.
PATIENCE = 40_000
axe = Axe()


@pytest.fixture
def lead(transactional_db: None, settings: Any, tmp_path: Path) -> str:
    settings.SITE_URL = "http://localhost"
    return make_lead("olga").get_username()


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    with running(
        *("celery", "-A", "annotation_site", "worker", "--loglevel=ERROR"),
        *("--concurrency=1", "--pool=solo"),
    ):
        yield


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


def choose_by_key(page: Page, selector: str, name: str) -> None:
    """The page's listener gives the file, as a hand in the browser's own window would."""
    tab_to(page, selector)
    page.keyboard.press("Enter")
    expect(page.locator(selector)).to_have_js_property("value", f"C:\\fakepath\\{name}")


def press(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_a_campaign_is_made_and_opened_by_mouse(
    open_page: OpenPage, lead: str, worker: None, tmp_path: Path
) -> None:
    page = open_page()
    page.goto("/sign-in/")
    page.get_by_label("Name").fill(lead)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New campaign").click()

    # The files in each other's place: told by line, and nothing is lost.
    page.get_by_label("Title").fill("Words in their place")
    expect(page.get_by_label("Address")).to_have_attribute(
        "placeholder", "words-in-their-place"
    )
    drop(page, "id_sentences", DEMO / "sentences.xml")
    page.get_by_label("First gold").set_input_files(DEMO / "sentences.xml")
    page.get_by_role("button", name="Make the campaign").click()
    problems = page.locator(".problems")
    expect(problems).to_contain_text("XML holds sentences, not gold")
    expect(problems).to_be_focused()
    expect(page.get_by_label("Title")).to_have_value("Words in their place")
    expect(page.get_by_text("sentences.xml (").first).to_be_visible()
    assert not Campaign.objects.exists()

    drop(page, "id_gold", DEMO / "gold.txt")
    page.get_by_role("button", name="Make the campaign").click()
    expect(page.get_by_role("status").first).to_contain_text("24 sentences")

    for name in ("baseline", "careful"):
        page.get_by_label("Name of the system").fill(name)
        drop(page, "id_answers", DEMO / f"{name}.txt")
        page.get_by_role("button", name="Add the system").click()
        expect(page.get_by_role("status").first).to_contain_text(f"{name} is added")
    page.get_by_role("row", name="baseline").get_by_role("link", name="Remove").click()
    page.get_by_role("button", name="Remove it").click()
    page.get_by_label("Name of the system").fill("neural")
    page.get_by_label("Answers", exact=True).set_input_files(DEMO / "neural.txt")
    page.get_by_role("button", name="Add the system").click()

    expect(page.get_by_role("status").first).to_contain_text("neural is added")
    page.get_by_role("link", name="On to the pool").click()
    page.get_by_role("button", name="Pool", exact=True).click()
    page.get_by_role("heading", name="Candidates by origin").wait_for(timeout=PATIENCE)
    page.get_by_role("link", name="Look through the merges").click()
    page.get_by_role("button", name="Keep apart").first.click()
    expect(page.get_by_role("status").first).to_contain_text("The next pooling keeps")
    page.get_by_role("link", name="Back to the pool").click()
    page.get_by_role("button", name="Pool again").click()
    expect(page.get_by_text("pool again.")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("heading", name="Candidates by origin").wait_for(timeout=PATIENCE)
    page.get_by_role("link", name="On to the subsets").click()

    page.get_by_label("Subsets", exact=True).fill("6")
    page.get_by_role("button", name="Look at the plan").click()
    page.get_by_role("button", name="Store this plan").click(timeout=PATIENCE)
    page.get_by_role("heading", name="The plan as stored").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Open the campaign").click()
    expect(page.get_by_role("status").first).to_contain_text("The campaign is open")
    page.get_by_role("link", name="The link to share").click()
    expect(page.get_by_role("button", name="Take part")).to_be_visible()
    campaign = Campaign.objects.get()
    assert (campaign.state, campaign.subsets.count()) == ("open", 6)


def test_a_campaign_is_made_and_opened_by_keyboard_alone(
    open_page: OpenPage, lead: str, worker: None
) -> None:
    page = open_page()
    files = iter([DEMO / "sentences.xml", DEMO / "gold.txt", DEMO / "neural.txt"])
    page.on("filechooser", lambda chooser: chooser.set_files(next(files)))
    page.goto("/sign-in/")
    tab_to(page, "#id_username")
    page.keyboard.type(lead)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="New campaign").wait_for()
    press(page, "a[href='/campaigns/new/']")
    page.wait_for_url("**/campaigns/new/")

    tab_to(page, "#id_title")
    page.keyboard.type("Words")
    choose_by_key(page, "#id_sentences", "sentences.xml")
    choose_by_key(page, "#id_gold", "gold.txt")
    tab_to(page, "[name=scale]")
    page.keyboard.press("ArrowDown")
    press(page, "form.upload button")
    page.wait_for_url("**/campaigns/words/sources/")

    tab_to(page, "#id_name")
    page.keyboard.type("neural")
    choose_by_key(page, "#id_answers", "neural.txt")
    press(page, "form.upload button")
    page.get_by_role("link", name="On to the pool").wait_for()
    press(page, "a.button[href='/campaigns/words/pool/']")
    page.wait_for_url("**/pool/")
    press(page, "form[action$='/pool/run/'] button")
    page.get_by_role("heading", name="Candidates by origin").wait_for(timeout=PATIENCE)
    press(page, "a.button[href='/campaigns/words/subsets/']")
    page.wait_for_url("**/subsets/")
    press(page, "form[action$='/preview/'] button")
    page.get_by_role("button", name="Store this plan").wait_for(timeout=PATIENCE)
    press(page, "form.actions[action$='/store/'] button")
    page.get_by_role("heading", name="The plan as stored").wait_for(timeout=PATIENCE)
    press(page, "form[action$='/open/'] button")
    expect(page.get_by_role("status").first).to_contain_text("The campaign is open")
    campaign = Campaign.objects.get()
    assert (campaign.state, campaign.scale.count()) == ("open", 3)


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
    page.goto("/campaigns/new/")
    page.get_by_label("Title").fill("Large")
    page.get_by_label("Sentences").set_input_files(large)
    page.get_by_role("button", name="Make the campaign").click()
    expect(page.locator(".upload-progress")).to_contain_text("Too large")
    expect(page.get_by_label("Title")).to_have_value("Large")


def test_without_scripts_a_refused_form_comes_back_whole(
    open_page: OpenPage, lead: str, campaign: Campaign
) -> None:
    page = signed_in(open_page(java_script_enabled=False), campaign)
    page.goto("/campaigns/new/")
    page.get_by_label("Title").fill("Plain")
    page.get_by_label("Sentences").set_input_files(DEMO / "sentences.xml")
    page.get_by_role("button", name="Make the campaign").click()
    expect(page.locator(".problems")).to_contain_text("Something is still missing")
    page.get_by_label("First gold").set_input_files(DEMO / "gold.txt")
    page.get_by_role("button", name="Make the campaign").click()
    expect(page).to_have_url(f"{page.url.split('/campaigns/')[0]}/campaigns/plain/sources/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_the_pages_of_preparing(
    open_page: OpenPage, lead: str, width: int, scheme: str
) -> None:
    campaign = make_campaign(examples=EXAMPLES, practice=PRACTICE)
    page = signed_in(open_page(width=width, color_scheme=scheme), campaign)
    home = f"/campaigns/{campaign.slug}/"
    system = campaign.systems.get().pk
    sections = ["general", "pool", "rating", "scale", "texts", "examples", "practice"]
    for address in [
        "/campaigns/new/",
        f"{home}sources/",
        f"{home}sources/sentences/",
        f"{home}sources/systems/{system}/remove/",
        f"{home}pool/",
        f"{home}pool/candidates/",
        f"{home}pool/merges/",
        f"{home}subsets/",
        f"{home}annotators-see/",
        f"{home}start-over/",
        f"{home}delete/",
        *(f"{home}settings/{name}/" for name in [*sections, "questions", "recruiting"]),
        f"{home}settings/quality/",
    ]:
        page.goto(address)
        if address.endswith(("/texts/", "/scale/")):
            page.locator("#preview .row").first.wait_for()
        found = axe.run(page)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not sideways, f"{address} is wider than the screen"
    page.goto("/campaigns/new/")
    page.get_by_role("button", name="Make the campaign").click()
    page.locator(".problems").wait_for()
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


def signed_in(page: Page, campaign: Campaign) -> Page:
    campaign.members.create(user_id=make_lead("ada").pk, role="owner")
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Your campaigns").wait_for()
    return page
