"""A lead watches a campaign: leaves the hasty one out, answers, hides, lets teams hand in."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotators.models import Annotator, Remark
from campaigns.models import Member
from rating.models import Exclusion
from rating.services.flagging import flag_annotators
from tests.browser.conftest import OpenPage
from tests.browser.way import tab_to
from tests.factories import ANSWERS, make_campaign
from tests.people import PASSWORD, make_lead
from tests.rating.sitting import join, sit, take

pytestmark = pytest.mark.sqlite

RATINGS = "/campaigns/boats/ratings/"


@pytest.fixture
def hasty(transactional_db: None) -> Annotator:
    """One of three annotators, who says 3 to everything, fast."""
    campaign = make_campaign(
        subsets=6, flag_min_ratings=2, min_ratings=2, max_ratings=4, leaderboard=True
    )
    make_lead("olga", campaign, Member.Role.OWNER)
    annotators = [join(campaign) for _annotator in range(3)]
    for annotator in annotators[:2]:
        for _sitting in range(5):
            sit(annotator)
        take(annotator)
    for _sitting in range(6):
        sit(annotators[2], lambda candidate: 3, elapsed_ms=100)
    flag_annotators(campaign)
    Remark.objects.create(
        annotator=annotators[0],
        item=campaign.items.get(key="1"),
        comment="A word is missing here.",
    )
    return annotators[2]


def sign_in(page: Page) -> None:
    page.goto("/sign-in/")
    page.locator("#id_username").fill("olga")
    page.locator("#id_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()


def follow(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_a_lead_leaves_a_hasty_annotator_out_having_seen_the_effect_and_takes_them_back(
    open_page: OpenPage, hasty: Annotator
) -> None:
    page = open_page()
    sign_in(page)
    page.goto("/campaigns/boats/")
    page.get_by_role("link", name="Ratings").first.click()
    page.get_by_role("link", name="Flagged annotators").click()
    page.get_by_role("link", name=f"Annotator {hasty.pk}").click()
    expect(page.get_by_text("median 100 ms per rating").first).to_be_visible()
    page.get_by_role("link", name="Exclude annotator").click()
    expect(page.get_by_role("region", name="Whole campaign")).to_contain_text("Unanimity")
    assert not Exclusion.objects.exists()
    page.get_by_role("button", name="Exclude").click()
    expect(page.get_by_role("status")).to_contain_text("Excluded.")
    assert "median 100 ms" in Exclusion.objects.get().reason
    page.get_by_role("link", name="Undo").click()
    expect(page.get_by_text("6 sittings would count again")).to_be_visible()
    page.get_by_role("button", name="Undo exclusion").click()
    expect(page.get_by_role("status")).to_contain_text("6 sittings count again.")


def test_the_same_by_keyboard_alone(open_page: OpenPage, hasty: Annotator) -> None:
    page = open_page()
    sign_in(page)
    page.goto(RATINGS)
    follow(page, f"a[href='{RATINGS}annotators/?only=flagged']")
    page.wait_for_url("**/annotators/?only=flagged")
    follow(page, f"a[href='{RATINGS}annotators/{hasty.pk}/']")
    page.wait_for_url(f"**/annotators/{hasty.pk}/")
    follow(page, f"a[href='{RATINGS}annotators/{hasty.pk}/exclude/']")
    page.wait_for_url("**/exclude/")
    follow(page, "main form button")
    page.wait_for_url(f"**/annotators/{hasty.pk}/")
    exclusion = Exclusion.objects.get()
    follow(page, f"a[href='{RATINGS}exclusions/{exclusion.pk}/undo/']")
    page.wait_for_url("**/undo/")
    follow(page, "main form button")
    page.wait_for_url(f"**/annotators/{hasty.pk}/")
    exclusion.refresh_from_db()
    assert exclusion.undone_by.username == "olga"


@pytest.mark.usefixtures("hasty")
def test_a_remark_is_answered_and_its_sentence_hidden(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740, is_mobile=True, has_touch=True)
    sign_in(page)
    page.goto(f"{RATINGS}remarks/?only=open")
    page.get_by_text("Answer", exact=True).tap()
    page.get_by_label("Your answer").fill("Mended, thank you.")
    page.get_by_role("button", name="Save answer").tap()
    expect(page.get_by_text("Mended, thank you.").first).to_be_visible()
    page.get_by_role("button", name="Hide this sentence").tap()
    page.wait_for_url("**/read/items/**")
    expect(page.get_by_role("status")).to_contain_text("Hidden")
    page.get_by_role("button", name="Show this sentence again").tap()
    expect(page.get_by_role("status")).to_contain_text("Shown again")


@pytest.mark.usefixtures("hasty")
def test_a_team_hands_in_through_a_link_and_corrects_its_name(
    open_page: OpenPage, tmp_path
) -> None:
    file = tmp_path / "reed.txt"
    file.write_text(ANSWERS)
    lead = open_page()
    sign_in(lead)
    lead.goto("/campaigns/boats/submissions/")
    lead.get_by_role("textbox", name="Team").fill("Reeds")
    lead.get_by_label("Last day to submit").fill(
        (timezone.now() + timedelta(days=3)).date().isoformat()
    )
    lead.get_by_role("button", name="Create link").click()
    link = lead.get_by_label("Send this link to Reeds").input_value()

    team = open_page(width=360, height=740, is_mobile=True, has_touch=True)
    team.goto("/submit/" + link.split("/submit/")[1])
    team.get_by_label("Name of the system").fill("first")
    team.locator("input[name=answers]").set_input_files(file)
    team.get_by_role("button", name="Submit", exact=True).tap()
    expect(team.get_by_text("Another system of this campaign has this name.")).to_be_visible()
    expect(team.get_by_text("reed.txt")).to_be_visible()
    team.get_by_label("Name of the system").fill("reed")
    team.get_by_role("button", name="Submit", exact=True).tap()
    expect(team.get_by_role("status").first).to_contain_text("reed is submitted")
