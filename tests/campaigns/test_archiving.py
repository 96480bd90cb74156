"""A campaign put away: out of the lists, only to be looked at, and back as it was."""

import pytest
from django.core.management import CommandError

from campaigns.models import AuditEntry, Campaign
from core.refusals import Refused
from rating.services.opening import close_campaign
from sources.services.systems import add_system
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PAGE = "/campaigns/boats/archive/"
API = "/api/v1/campaigns/"


@pytest.fixture
def campaign():
    campaign = make_campaign()
    close_campaign(campaign=campaign)
    return campaign


@pytest.fixture
def owner(campaign):
    return make_lead("owner", campaign, "owner")


def is_archived():
    return Campaign.objects.get().archived_at is not None


def test_page_program_and_command_do_the_same(owner):
    browser, program = signed_in(owner), program_of(owner)
    assert "Archive campaign" in browser.get(PAGE).content.decode()
    assert not is_archived()
    assert browser.post(PAGE).url == "/"
    assert is_archived()
    assert browser.post(PAGE, {"bring_back": "1"}).url == "/campaigns/boats/"
    assert not is_archived()
    assert program.post(f"{API}boats/archive/").json()["archived_at"]
    assert is_archived()
    assert program.post(f"{API}boats/bring-back/").json()["archived_at"] is None
    assert not is_archived()
    assert facts_of("archive_campaign", "boats")["archived"] is True
    assert is_archived()
    assert facts_of("archive_campaign", "boats", "--bring-back")["archived"] is False
    assert not is_archived()
    told = [*AuditEntry.objects.order_by("id").values_list("action", flat=True)][-6:]
    assert told == ["archive campaign", "bring back campaign"] * 3


def test_it_leaves_the_lists_and_is_found_among_the_archived(owner):
    browser, program = signed_in(owner), program_of(owner)
    browser.post(PAGE)
    home = browser.get("/")
    assert home.context["cards"] == []
    assert "Archived campaigns" in home.content.decode()
    assert program.get(API).json()["rows"] == []
    [row] = program.get(f"{API}?archived=true").json()["rows"]
    assert row["slug"] == "boats"
    assert program.get(f"{API}?archived=false").json()["rows"] == []


def test_its_overview_says_so_and_invites_to_nothing_that_would_be_refused(campaign, owner):
    browser = signed_in(owner)
    overview = "/campaigns/boats/"
    invited = ("/link.svg", "Let teams submit systems")
    assert all(words in browser.get(overview).text for words in invited)
    browser.post(PAGE)
    page = browser.get(overview).text
    assert "This campaign is archived and read-only." in page
    assert not any(words in page for words in invited)
    assert f'href="{PAGE}"' in page


def test_it_can_be_looked_at_and_not_changed(campaign, owner, tmp_path):
    browser, program = signed_in(owner), program_of(owner)
    facts_of("archive_campaign", "boats")
    for path in ("", "sources/", "pool/", "subsets/", "ratings/", "scores/", "settings/"):
        assert browser.get(f"/campaigns/boats/{path}").status_code == 200
    assert "Add systems" not in browser.get("/campaigns/boats/sources/").content.decode()
    assert browser.post("/campaigns/boats/pool/run/").status_code == 403
    assert browser.post("/campaigns/boats/open/").status_code == 403
    assert program.get(f"{API}boats/").json()["archived_at"]
    refused = program.patch(f"{API}boats/", {"title": "x"}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "campaign_archived")
    for command in (["pool", "boats"], ["open_campaign", "boats"], ["simulate", "boats"]):
        with pytest.raises(CommandError, match="is archived"):
            printed_by(*command, *(["--annotators", 1] if command[0] == "simulate" else []))
    with pytest.raises(Refused, match="is archived"):
        add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated\n"))
    joined = program.post(f"{API}boats/join/", {"consent": True, "native_speaker": True})
    assert joined.status_code >= 400
    assert not campaign.annotators.exists()
    assert not campaign.jobs.exists()


def test_who_did_what_can_be_read_still(owner):
    browser, program = signed_in(owner), program_of(owner)
    facts_of("archive_campaign", "boats")
    people = browser.get("/campaigns/boats/people/").content.decode()
    assert 'href="/campaigns/boats/audit/"' in people
    for form in ("invite/", "role/", "remove/"):
        assert form not in people
    assert "archive campaign" in browser.get("/campaigns/boats/audit/").content.decode()
    for path in ("audit/", "invitations/", "webhooks/"):
        assert program.get(f"{API}boats/{path}").status_code == 200
    assert program.post(f"{API}boats/webhooks/", {}).json()["code"] == "campaign_archived"


@pytest.mark.parametrize("edge", ["page", "program"])
def test_one_without_ratings_can_be_deleted_from_the_archive(owner, edge):
    facts_of("archive_campaign", "boats")
    if edge == "page":
        signed_in(owner).post("/campaigns/boats/delete/", {"typed": "boats"})
    else:
        assert program_of(owner).delete(f"{API}boats/").status_code == 204
    assert not Campaign.objects.filter(slug="boats").exists()


def test_an_open_campaign_is_closed_first(campaign, owner):
    facts_of("open_campaign", "boats")
    with pytest.raises(CommandError, match="close it before archiving"):
        printed_by("archive_campaign", "boats")
    browser = signed_in(owner)
    assert "Close the campaign first" in browser.get(PAGE).content.decode()
    browser.post(PAGE)
    assert not is_archived()
    assert program_of(owner).post(f"{API}boats/archive/").json()["code"] == "campaign_state"


def test_archiving_twice_is_told_once(campaign):
    for _time in range(2):
        facts_of("archive_campaign", "boats")
    assert AuditEntry.objects.filter(action="archive campaign").count() == 1
