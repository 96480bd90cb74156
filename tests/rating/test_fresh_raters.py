"""Whoever proposed the words may not rate them, where a campaign wants fresh annotators."""

from datetime import timedelta

import pytest
from django.core.management import CommandError
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.retention import purge_personal_data
from campaigns.models import AuditEntry, Campaign
from campaigns.selectors.proposers import proposer_hash
from rating.models import Assignment
from sources.models import GoldAnswer
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.rating.volunteer import CONSENT

pytestmark = pytest.mark.django_db

API = "/api/v1/campaigns/boats/"
SETTINGS = "/campaigns/boats/settings/recruiting/"
HOME = "/rate/boats/"
OF_THE_FIRST_STAGE = ["5f0c", "61aé"]


@pytest.fixture
def campaign():
    return make_campaign()


def join(person, client=None):
    body = {**CONSENT, "recruited": {"PROLIFIC_PID": person}}
    return (client or Client()).post(f"{API}join/", body, content_type="application/json")


def takes(token):
    headers = {"Authorization": f"Annotator {token}"}
    return Client().post(
        "/api/v1/assignments/", {}, content_type="application/json", headers=headers
    )


def by_page(browser, tmp_path):
    listed = "5f0c\r\n\r\n 61aé \r\n"
    answer = browser.post(SETTINGS, {"fresh_raters": "on", "proposers": listed})
    assert answer.status_code == 302, answer.content.decode()


def by_api(program, tmp_path):
    said = {"fresh_raters": True, "proposers": OF_THE_FIRST_STAGE}
    answer = program.patch(API, said, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert "proposers" not in answer.json()


def by_command(_, tmp_path):
    file = tmp_path / "people.txt"
    file.write_text("5f0c\n61aé\n5f0c\n", encoding="utf-8")
    facts = facts_of("recruiting", "boats", "--proposers", file)
    assert (facts["fresh_raters"], facts["proposers"]) == (True, 2)


@pytest.mark.parametrize(
    ("way", "who"), [(by_page, "browser"), (by_api, "program"), (by_command, "browser")]
)
def test_they_are_listed_by_page_api_and_command_alike(campaign, request, tmp_path, way, who):
    way(request.getfixturevalue(who), tmp_path)
    campaign.refresh_from_db()
    assert campaign.fresh_raters
    hashes = sorted(proposer_hash(campaign, person) for person in OF_THE_FIRST_STAGE)
    assert campaign.proposers == hashes
    assert not any("5f0c" in one for one in hashes)

    for person in OF_THE_FIRST_STAGE:
        refused = join(person)
        assert (refused.status_code, refused.json()["code"]) == (403, "proposed_before")
    assert not Annotator.objects.exists()
    assert takes(join("somebody else").json()["token"]).status_code == 201


def test_the_page_of_an_annotator_says_why(campaign, client, browser, tmp_path):
    by_page(browser, tmp_path)
    said = {"consent": "on", "native_speaker": "on", "PROLIFIC_PID": "5f0c"}
    answer = client.post(HOME, said)
    assert answer.status_code == 403
    assert "You proposed words for this study yourself" in answer.content.decode()


def test_who_joined_before_the_list_came_is_given_no_further_subset(
    campaign, client, program, tmp_path
):
    there, at_work = join("5f0c").json()["token"], join("61aé").json()["token"]
    begun = takes(at_work).json()
    by_api(program, tmp_path)
    refused = takes(there)
    assert (refused.status_code, refused.json()["code"]) == (403, "proposed_before")
    assert "so others have to rate them" in refused.json()["detail"]
    # What was begun can be finished: nobody loses what they did.
    assert takes(at_work).json()["id"] == begun["id"]
    assert Assignment.objects.count() == 1

    client.post(HOME, {"consent": "on", "native_speaker": "on", "PROLIFIC_PID": "5f0c"})
    page = client.post(f"{HOME}take/")
    assert page.status_code == 403
    assert "You proposed words for this study yourself" in page.content.decode()


def test_whom_the_first_gold_names_need_not_be_listed(campaign):
    # As a gold with its annotators names them; another's id holds this one's.
    GoldAnswer.objects.filter(text="happy").update(given_by=["5f0cfa", "é", 'it\'s "me"'])
    Campaign.objects.update(fresh_raters=True)
    assert join("5f0c").status_code == 201
    for person in ("5f0cfa", "é", 'it\'s "me"'):
        assert join(person).json()["code"] == "proposed_before"
    Campaign.objects.update(fresh_raters=False)
    assert join("5f0cfa").status_code == 201


def test_the_list_stays_until_another_comes_and_goes_with_the_setting(
    campaign, browser, tmp_path
):
    by_page(browser, tmp_path)
    before = Campaign.objects.get().proposers
    page = browser.get(SETTINGS).content.decode()
    assert "2 are stored, as hashes" in page
    assert before[0] not in page
    browser.post(SETTINGS, {"fresh_raters": "on", "proposers": "", "completion_code": "PAID"})
    assert Campaign.objects.get().proposers == before
    browser.post(SETTINGS, {"fresh_raters": "on", "proposers": "other"})
    assert Campaign.objects.get().proposers == [proposer_hash(campaign, "other")]
    browser.post(SETTINGS, {"proposers": "other"})
    now = Campaign.objects.get()
    assert (now.fresh_raters, now.proposers) == (False, [])
    assert {"proposers", "fresh_raters"} == {*AuditEntry.objects.latest("id").detail["changed"]}


@pytest.mark.parametrize("listed", ["x" * 101, "\n".join(map(str, range(501)))])
def test_what_is_no_list_of_ids_is_refused(campaign, browser, program, tmp_path, listed):
    page = browser.post(SETTINGS, {"fresh_raters": "on", "proposers": listed})
    assert page.status_code == 200
    said = {"fresh_raters": True, "proposers": listed.split("\n")}
    answer = program.patch(API, said, content_type="application/json")
    assert answer.status_code == 400
    file = tmp_path / "people.txt"
    file.write_text(listed)
    with pytest.raises(CommandError):
        printed_by("recruiting", "boats", "--proposers", file)
    assert Campaign.objects.get().proposers == []


def test_the_list_is_purged_with_other_personal_data(campaign, browser, tmp_path):
    by_page(browser, tmp_path)
    closed = timezone.now() - timedelta(days=400)
    Campaign.objects.update(state="closed", closed_at=closed)
    purge_personal_data(now=timezone.now())
    assert Campaign.objects.get().proposers == []
    assert AuditEntry.objects.latest("id").action == "purge personal data"
