"""The whole way from the share link to thanks, as different people go it."""

import gzip
import re
from itertools import pairwise

import pytest
from django.conf import settings
from playwright.sync_api import Response, expect

from annotation_site.static_files import minified
from annotators.models import Annotator
from campaigns.models import Campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.models import Assignment, Rating
from regild.problems import Source
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.browser.conftest import EXAMPLES, PRACTICE, OpenPage
from tests.browser.way import (
    CURRENT,
    current_ratings,
    finish,
    follow,
    join,
    rate_block,
    rate_everything,
    start,
    tab_to,
    wait_until_saved,
)
from tests.factories import make_campaign, source

pytestmark = pytest.mark.sqlite


def complete_sitting() -> Assignment:
    return Assignment.objects.get(state=Assignment.State.COMPLETE)


def test_the_whole_way_by_touch_on_a_phone(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    page.goto(f"/rate/{campaign.slug}/")
    page.locator("label[for=id_consent]").tap()
    page.locator("label[for=id_native_speaker]").tap()
    page.get_by_role("button", name="Take part").tap()
    page.get_by_role("link", name="Practise first").tap()
    page.locator(f"{CURRENT} .choice", has_text="3 Perfect").tap()
    expect(page.get_by_text("Yes, that is how we see it too.")).to_be_visible()
    page.get_by_role("link", name="Next example").tap()
    page.wait_for_url("**/practice/2/")
    page.locator(f"{CURRENT} .choice", has_text="3 Perfect").tap()
    expect(page.get_by_text("We see it a little differently.")).to_be_visible()
    page.get_by_role("button", name="Start rating").tap()
    page.wait_for_url("**/sitting/")
    # Each by its own place: a tap is heard a moment after it was made.
    for row in page.locator(".row").all():
        row.locator(".choice").nth(1).tap()
        page.wait_for_timeout(400)  # sooner, it could be the second of two
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")

    sitting = complete_sitting()
    ratings = Rating.objects.filter(assignment=sitting)
    assert ratings.count() == sitting.subset.size
    assert set(ratings.values_list("value", flat=True)) == {1}
    assert not ratings.filter(elapsed_ms__isnull=True).exists()
    assert Annotator.objects.get().practised_at is not None


def test_every_button_is_large_enough_for_a_thumb(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(width=320, height=640, has_touch=True, is_mobile=True)
    start(page, campaign)
    for button in page.locator(f"{CURRENT} .choice, {CURRENT} .onward, #undo").all():
        box = button.bounding_box()
        assert min(box["height"], box["width"]) >= 44


def test_the_whole_way_by_keyboard_alone(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    page.goto(f"/rate/{campaign.slug}/")
    for box in ("#id_consent", "#id_native_speaker"):
        tab_to(page, box)
        page.keyboard.press("Space")
    tab_to(page, "main form button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/instructions/")
    tab_to(page, "form[action$='/take/'] button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sitting/")
    rate_everything(page, "3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    assert set(current_ratings(complete_sitting()).values()) == {3}


def test_arrows_move_without_rating_and_backspace_undoes(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    first, second = (
        page.locator(f"{CURRENT} .row .word").nth(place).inner_text() for place in (0, 1)
    )
    shown = page.locator(f"{CURRENT} mark ruby")
    expect(shown).to_contain_text(first)
    page.keyboard.press("ArrowDown")
    expect(shown).to_contain_text(second)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert Rating.objects.count() == 0
    page.keyboard.press("Space")  # the third button: 2
    page.keyboard.press("0")
    wait_until_saved(page)
    assert current_ratings(assignment) == {first: 2, second: 0}

    page.keyboard.press("Backspace")
    page.keyboard.press("1")
    expect(page.locator(f"{CURRENT} .row").nth(1).get_by_label("1")).to_be_checked()
    wait_until_saved(page)
    assert current_ratings(assignment) == {first: 2, second: 1}
    assert Rating.objects.count() == 3  # the answer that was undone is kept, stamped


def test_an_undone_answer_stays_undone_after_reloading(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    page.keyboard.press("2")
    wait_until_saved(page)
    page.keyboard.press("Backspace")
    page.reload()
    expect(page.locator(f"{CURRENT} .row").first.locator("input:checked")).to_have_count(0)


def test_what_cannot_be_judged_is_an_answer_without_a_value(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    assignment = start(page, campaign)
    page.locator(f"{CURRENT} .row").first.get_by_text("I cannot judge this").click()
    wait_until_saved(page)
    assert list(current_ratings(assignment).values()) == [None]


def test_the_whole_way_without_javascript(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page(width=360, height=740, java_script_enabled=False)
    start(page, campaign)
    for _block in range(page.locator(".block").count()):
        for row in page.locator(f"{CURRENT} .row").all():
            row.locator(".choice").nth(2).click()
        follow(page, page.locator(f"{CURRENT} .onward"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    sitting = complete_sitting()
    assert set(current_ratings(sitting).values()) == {2}
    assert Rating.objects.count() == sitting.subset.size


def test_without_javascript_one_can_go_back_and_change_an_answer(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(java_script_enabled=False)
    assignment = start(page, campaign)
    for row in page.locator(f"{CURRENT} .row").all():
        row.locator(".choice").first.click()
    follow(page, page.locator(f"{CURRENT} .onward"))
    answered = Rating.objects.count()
    follow(page, page.locator(f"{CURRENT} .back"))
    changed = page.locator(f"{CURRENT} .row").first
    expect(changed.locator(".choice").first.locator("input")).to_be_checked()
    changed.locator(".choice").nth(3).click()
    follow(page, page.locator(f"{CURRENT} .onward"))
    assert Rating.objects.count() == answered + 1
    assert sorted(current_ratings(assignment).values()) == [0] * (answered - 1) + [3]


def test_the_whole_way_in_french(open_page: OpenPage, transactional_db: None) -> None:
    campaign = make_campaign(language="fr", examples=EXAMPLES, practice=PRACTICE)
    page = open_page(locale="en-GB")  # the campaign's language comes before the browser's
    page.goto(f"/rate/{campaign.slug}/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_label("J’accepte de participer").check()
    page.get_by_label("Le français est ma langue maternelle.").check()
    page.get_by_role("button", name="Participer").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Comment évaluer")
    page.get_by_role("link", name="S’entraîner d’abord").click()
    page.locator(f"{CURRENT} .choice", has_text="3 Parfait").click()
    expect(page.get_by_text("Oui, c’est aussi ce que nous pensons.")).to_be_visible()
    page.get_by_role("link", name="Exemple suivant").click()
    page.wait_for_url("**/practice/2/")
    page.locator(f"{CURRENT} .choice", has_text="0 Ne convient pas").click()
    page.get_by_role("button", name="Commencer à évaluer").click()
    expect(page.locator(f"{CURRENT} h2")).to_have_text(re.compile(r"Phrase 1 sur \d"))
    rate_everything(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Merci !")
    page.locator(".languages summary").click()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")


def test_a_sitting_is_resumed_on_another_device_through_the_personal_link(
    open_page: OpenPage, campaign: Campaign
) -> None:
    phone = open_page(width=360, height=740)
    assignment = start(phone, campaign)
    rate_block(phone)
    phone.keyboard.press("1")
    wait_until_saved(phone)
    answered = len(current_ratings(assignment))
    phone.goto(f"/rate/{campaign.slug}/thanks/")
    link = phone.locator(".personal code").inner_text()
    phone.close()

    desk = open_page()
    desk.goto(link)
    desk.wait_for_url("**/sitting/")
    assert desk.locator("input:checked").count() == answered
    expect(desk.locator(f"{CURRENT} h2")).to_have_text(re.compile(r"Sentence 2 of"))
    for _block in range(desk.locator(".block").count()):
        rate_block(desk, "0")
    finish(desk)
    assert Assignment.objects.get().state == Assignment.State.COMPLETE
    assert Rating.objects.count() == assignment.subset.size


def test_a_closed_tab_goes_on_where_it_stopped(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    start(page, campaign)
    rate_block(page)
    page.keyboard.press("1")
    # Until it is gone it could still strike off what the server has only just stored.
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    again = page.context.new_page()
    again.goto(f"/rate/{campaign.slug}/")
    again.get_by_role("link", name="Continue rating").click()
    expect(again.locator(f"{CURRENT} h2")).to_have_text(re.compile(r"Sentence 2 of"))
    expect(again.locator(f"{CURRENT} .row").first.locator("input:checked")).to_have_count(1)


def test_withdrawing_takes_every_answer_out_and_forgets_the_browser(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page()
    start(page, campaign)
    page.keyboard.press("2")
    wait_until_saved(page)
    page.get_by_role("link", name="Withdraw my answers").click()
    page.get_by_role("button", name="Withdraw my answers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your answers are withdrawn")
    assert Annotator.objects.get().withdrawn_at is not None
    page.goto(f"/rate/{campaign.slug}/sitting/")
    expect(page.get_by_role("button", name="Take part")).to_be_visible()


def test_no_page_scrolls_sideways_at_320_pixels(
    open_page: OpenPage, campaign: Campaign
) -> None:
    page = open_page(width=320, height=640)
    start(page, campaign)
    for name in ("", "instructions/", "practice/1/", "sitting/", "thanks/", "withdraw/"):
        page.goto(f"/rate/{campaign.slug}/{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name


def test_every_page_has_a_title_of_its_own(open_page: OpenPage, campaign: Campaign) -> None:
    page = open_page()
    page.goto(f"/rate/{campaign.slug}/")
    titles = [page.title()]
    start(page, campaign)
    titles.append(page.title())
    for name in ("instructions/", "practice/1/", "thanks/", "withdraw/", "withdrawn/"):
        page.goto(f"/rate/{campaign.slug}/{name}")
        titles.append(page.title())
    assert titles[1] == f"Rate – {campaign.title}"
    assert all(title.endswith(f" – {campaign.title}") for title in titles)
    assert len(set(titles)) == len(titles)


def test_a_right_to_left_language_runs_from_right_to_left(
    open_page: OpenPage, transactional_db: None
) -> None:
    campaign = make_campaign(language="ar")
    page = open_page()
    start(page, campaign)
    expect(page.locator(f"{CURRENT} .context")).to_have_attribute("dir", "rtl")
    expect(page.locator(f"{CURRENT} .context")).to_have_attribute("lang", "ar")
    row = page.locator(f"{CURRENT} .row").first
    places = [choice.bounding_box()["x"] for choice in row.locator(".choice").all()]
    assert all(left > right for left, right in pairwise(places))
    # The arrow points where the eye goes: left is onward here.
    row.locator("input").first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.value") == "1"


def long_campaign() -> Campaign:
    """The English demo in sittings of more than 150 candidates, as long as a real one."""
    folder = settings.BASE_DIR / "annotation_site" / "demo" / "en"

    def file(name: str) -> Source:
        return source((folder / name).read_bytes(), name)

    campaign = create_campaign(
        slug="long",
        title="A long sitting",
        files={"sentences": file("sentences.xml"), "gold": file("gold.txt")},
        language="en",
    ).campaign
    for name in ("baseline", "careful", "neural"):
        add_system(campaign=campaign, name=name, answers=file(f"{name}.txt"))
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=3, block_size=8, seed=1)
    campaign.state = Campaign.State.OPEN
    campaign.save(update_fields=["state"])
    return campaign


def as_served(response: Response) -> bytes:
    """Tests are served our files as they are written; collectstatic takes the comments out
    (tests/annotation_site/test_static_files.py)."""
    path = response.url.partition("?")[0]
    if path.endswith((".js", ".css")):
        return minified(path, response.text()).encode()
    return response.body()


def test_the_first_load_is_under_30_kilobytes_and_7_requests(
    open_page: OpenPage, transactional_db: None
) -> None:
    campaign = long_campaign()
    known = open_page()
    assert start(known, campaign).remaining > 150
    page = open_page()  # a browser that has nothing in its cache
    page.context.add_cookies(known.context.cookies())
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.goto(f"/rate/{campaign.slug}/sitting/")
    page.wait_for_load_state("networkidle")
    # What whitenoise's compressed files and the page's own gzip come to on the wire.
    size = sum(len(gzip.compress(as_served(response), mtime=0)) for response in responses)
    assert size > 10_000  # the long sitting is there
    assert 3 <= len(responses) <= 7
    assert size < 30_000
    html = next(response for response in responses if response.url.endswith("/sitting/"))
    assert html.headers["content-encoding"] == "gzip"


def test_the_recruiting_site_gets_its_people_back(
    open_page: OpenPage, transactional_db: None
) -> None:
    campaign = make_campaign(
        completion_url="https://recruiting.example.org/done?cc={code}", completion_code="GILT-7"
    )
    page = open_page()
    page.goto(f"/rate/{campaign.slug}/?PROLIFIC_PID=p1&STUDY_ID=s2&SESSION_ID=z3")
    page.locator("#id_consent").check()
    page.locator("#id_native_speaker").check()
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Start rating").click()
    rate_everything(page)
    assert Annotator.objects.get().recruited == {
        "PROLIFIC_PID": "p1",
        "STUDY_ID": "s2",
        "SESSION_ID": "z3",
    }
    expect(page.get_by_role("link", name="Return to the site")).to_have_attribute(
        "href", "https://recruiting.example.org/done?cc=GILT-7"
    )
    join_again = open_page()
    join(join_again, campaign)
    join_again.goto(f"/rate/{campaign.slug}/thanks/")
    expect(join_again.get_by_text("GILT-7")).to_have_count(0)  # nothing is finished yet
