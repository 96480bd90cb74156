"""What a lead does before annotators come: looks at their pages, opens, pauses, closes."""

import pytest

from campaigns.models import AuditEntry, Campaign
from tests.factories import make_campaign
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PREVIEW = "/campaigns/boats/annotators-see/"


@pytest.fixture
def campaign():
    return make_campaign(state=Campaign.State.DRAFT, instructions="## As *saved*")


@pytest.fixture
def browser(campaign):
    return signed_in(make_lead("manager", campaign, "manager"))


def scale(*labels):
    return {
        "form-TOTAL_FORMS": len(labels),
        "form-INITIAL_FORMS": 0,
        **{f"form-{row}-label": label for row, label in enumerate(labels)},
        **{f"form-{row}-weight": row for row in range(len(labels))},
    }


def test_the_preview_shows_the_pages_as_saved(browser):
    html = browser.get(PREVIEW).content.decode()
    assert "<h3>As <em>saved</em></h3>" in html
    assert "She was <mark>glad</mark> to see us." in html
    assert html.count("<b>3</b> Perfect") == 3  # a button for each of the gold's substitutes
    assert html.count('class="row"') == 3


def test_the_preview_shows_what_is_being_written_and_stores_nothing(browser):
    before = Campaign.objects.values().get()
    answer = browser.post(
        PREVIEW,
        {"welcome": "Hello *you*<script>x</script>", **scale("No", "Yes")},
        headers={"HX-Request": "true"},
    )
    html = answer.content.decode()
    assert "Hello <em>you</em>&lt;script&gt;" in html
    assert "As <em>saved</em>" in html
    assert "<b>1</b> Yes" in html
    assert "Perfect" not in html
    assert "<html" not in html
    assert Campaign.objects.values().get() == before


def test_a_scale_that_is_not_right_yet_is_shown_as_saved(browser):
    html = browser.post(PREVIEW, scale("No", "No")).content.decode()
    assert "<b>3</b> Perfect" in html


def test_the_preview_speaks_the_campaigns_language(campaign, browser):
    Campaign.objects.update(language="fr")
    assert "Phrase 1 sur 1" in browser.get(PREVIEW).content.decode()
    Campaign.objects.update(language="tlh")
    assert "Sentence 1 of 1" in browser.get(PREVIEW).content.decode()


def test_a_campaign_without_gold_has_texts_to_preview_all_the_same(campaign, browser):
    campaign.items.all().delete()
    assert "As <em>saved</em>" in browser.get(PREVIEW).content.decode()


def test_a_campaign_is_opened_paused_opened_again_and_closed(campaign, browser):
    ways = ["open", "pause", "open", "close", "open"]
    states = []
    for way in ways:
        assert browser.post(f"/campaigns/boats/{way}/").url == "/campaigns/boats/subsets/"
        states.append(Campaign.objects.get().state)
    assert states == ["open", "paused", "open", "closed", "open"]
    entries = AuditEntry.objects.filter(actor_name="manager").order_by("id")
    assert [entry.action for entry in entries] == [f"{way} campaign" for way in ways]


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("pause", "Only an open campaign can be paused."),
        ("close", "Only an open or paused campaign can be closed."),
    ],
)
def test_a_draft_can_be_neither_paused_nor_closed(campaign, browser, way, said):
    browser.post(f"/campaigns/boats/{way}/")
    assert said in browser.get("/campaigns/boats/subsets/").content.decode()
    assert Campaign.objects.get().state == "draft"
    assert not AuditEntry.objects.filter(actor_name="manager").exists()


def test_a_campaign_without_subsets_cannot_be_opened(browser):
    campaign = Campaign.objects.get()
    campaign.subsets.all().delete()
    browser.post("/campaigns/boats/open/")
    assert (
        "dispatch the pool first" in browser.get("/campaigns/boats/subsets/").content.decode()
    )
    assert Campaign.objects.get().state == "draft"


def test_opening_twice_is_logged_once(campaign, browser):
    for _twice in range(2):
        browser.post("/campaigns/boats/open/")
    assert AuditEntry.objects.filter(action="open campaign").count() == 1
