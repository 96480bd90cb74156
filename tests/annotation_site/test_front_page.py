"""The first page: what this is and the way in; to a lead their campaigns, or how to begin."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from campaigns.models import AuditEntry, Campaign
from campaigns.services.settings import change_settings
from scoring.services.freezing import freeze_gold
from scoring.services.publishing import publish_release
from tests.agreement.rated import worked_campaign
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.proposing.turn import first_stage
from tests.proposing.turn import join as join_proposers
from tests.proposing.turn import sit as propose_all
from tests.rating.sitting import join, sit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def lead():
    return make_lead("olga")


def words(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def asking() -> list[str]:
    """The titles that a stranger is asked to help with."""
    cache.clear()
    return [one.title for one in Client().get("/").context["asking"]]


def test_a_stranger_learns_what_this_is_and_finds_the_way_in(lead):
    make_campaign()
    answer = Client().get("/")
    assert "A second layer for your gold standard" in words(answer)
    assert '<svg class="picture"' in answer.content.decode()
    assert 'href="/sign-in/"' in answer.content.decode()
    # Nobody said that it may be told of.
    assert "Boats and gladness" not in words(answer)
    french = Client().get("/", headers={"Accept-Language": "fr"})
    assert "Une seconde couche" in words(french)


@pytest.mark.postgresql
def test_a_campaign_asks_for_volunteers_while_it_is_open_and_has_seats(lead):
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=1, organiser="The lab")
    assert asking() == []
    change_settings(campaign=campaign, changes={"listed": True}, by=None)
    told = AuditEntry.objects.get(action="change settings")
    assert told.detail == {"changed": ["listed"]}
    answer = Client().get("/")
    assert "Boats and gladness English · about 1 minute The lab" in words(answer)
    assert 'href="/rate/boats/"' in answer.content.decode()
    Campaign.objects.update(state=Campaign.State.PAUSED)
    assert asking() == []
    Campaign.objects.update(state=Campaign.State.OPEN)
    assert asking() == ["Boats and gladness"]
    sit(join(campaign))
    assert asking() == []
    # Full in one stage is not full in the other.
    proposing = first_stage("ships", annotators=1, per_subset=5)
    Campaign.objects.update(listed=True)
    assert asking() == [proposing.title]
    propose_all(join_proposers(proposing))
    assert asking() == []


def test_leads_and_programs_say_whether_a_campaign_asks(lead):
    campaign = make_campaign()
    owner = make_lead("owner", campaign, "owner")
    program = program_of(owner)
    path = "/api/v1/campaigns/boats/"
    assert program.get(path).json()["listed"] is False
    program.patch(path, {"listed": True}, content_type="application/json")
    assert asking() == [campaign.title]
    page = signed_in(owner).get("/campaigns/boats/settings/").content.decode()
    assert "Ask for volunteers on this site&#x27;s first page" in page


def test_a_campaign_that_asks_costs_the_first_page_one_query(
    lead, django_assert_max_num_queries
):
    for n in range(3):
        make_campaign(f"boats-{n}", listed=True)
    Client().get("/")
    # Once it is known that there are seats: how long a sitting takes.
    with django_assert_max_num_queries(3 + 3):
        assert len(Client().get("/").context["asking"]) == 3


def test_a_lead_sees_how_far_each_campaign_is(lead):
    worked_campaign()
    Campaign.objects.get().members.create(user=lead, role="owner")
    empty = Campaign.objects.create(slug="empty", title="Empty", language="de")
    empty.members.create(user=lead, role="owner")
    browser = signed_in(lead)
    cards = {card.campaign.slug: card.percent for card in browser.get("/").context["cards"]}
    overview = browser.get("/campaigns/boats/").context["pace"]
    assert cards == {"boats": overview.percent, "empty": None}
    text = words(browser.get("/"))
    assert f"{overview.percent} % of the ratings wanted" in text
    assert "German · empty" in text


def test_whoever_has_no_campaign_is_told_how_to_begin(lead):
    answer = signed_in(lead).get("/")
    assert "Create your first campaign" in words(answer)
    assert 'href="/campaigns/new/"' in answer.content.decode()
    assert "invite" not in words(answer)


def test_the_link_to_share_is_a_code_to_scan_and_a_sheet_to_print(lead):
    campaign = make_campaign(language="fr", organiser="Le labo")
    campaign.members.create(user=lead, role="viewer")
    browser = signed_in(lead)
    page = browser.get("/campaigns/boats/").content.decode()
    assert 'data-copy="http://localhost:8000/rate/boats/"' in page
    assert '<svg viewBox="0 0 ' in page.partition("The link as a QR code")[2]
    file = browser.get("/campaigns/boats/link.svg")
    assert file["Content-Type"] == "image/svg+xml"
    assert b"<title>http://localhost:8000/rate/boats/</title>" in file.content
    sheet = browser.get("/campaigns/boats/poster/")
    assert "Sans compte" in words(sheet)
    assert "Le labo" in words(sheet)


def test_a_release_that_its_lead_made_public_is_listed(lead):
    campaign = worked_campaign()
    release = freeze_gold(campaign=campaign)
    assert "Published golds" not in words(Client().get("/"))
    publish_release(release=release, by=lead)
    answer = Client().get("/")
    assert "Published golds Boats and gladness English · release 1" in words(answer)
    assert f'href="/golds/{campaign.slug}/1/"' in answer.content.decode()
