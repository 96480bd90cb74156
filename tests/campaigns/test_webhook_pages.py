"""Webhooks as leads and their programs make, test and remove them."""

import json
import re
from urllib.parse import urljoin

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Receiver

from campaigns.models import Member, Webhook, WebhookMessage
from campaigns.services import webhooks
from campaigns.services.webhooks import make_webhook, send_test
from core import paging
from core.throttling import Limit
from tests.campaigns.receiving import deliver_all, listen
from tests.factories import make_campaign
from tests.people import program_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

Event = Webhook.Event
PAGE = "/campaigns/boats/webhooks/"
API = "/api/v1/campaigns/boats/webhooks/"


@pytest.fixture
def campaign(db):
    return make_campaign(subsets=2)


def test_the_page_makes_tests_and_removes_a_webhook(campaign, lead, told):
    client = signed_in(lead)
    made = client.post(f"{PAGE}make/", {"url": told.url, "events": [Event.JOB]}, follow=True)
    webhook = campaign.webhooks.get()
    assert webhook.secret in made.content.decode()
    assert webhook.secret not in client.get(PAGE).content.decode()
    client.post(f"{PAGE}{webhook.pk}/test/")
    deliver_all()
    assert json.loads(told[0][1])["type"] == "test"
    assert "HTTP 204" in client.get(PAGE).content.decode()
    client.post(f"{PAGE}messages/{webhook.messages.get().pk}/again/")
    deliver_all()
    assert len(told) == 2
    client.post(f"{PAGE}{webhook.pk}/remove/")
    assert not campaign.webhooks.exists()
    actions = campaign.audit.order_by("id").values_list("action", flat=True)
    assert list(actions)[-2:] == ["make webhook", "remove webhook"]


def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(campaign, lead):
    page = signed_in(lead).post(f"{PAGE}make/", {"url": "http://a.example.org", "events": []})
    text = page.content.decode()
    assert "http://a.example.org" in text
    assert "This field is required" in text
    plain = signed_in(lead).post(
        f"{PAGE}make/", {"url": "http://a.example.org", "events": [Event.JOB]}
    )
    assert "must begin with https" in plain.content.decode()
    assert not campaign.webhooks.exists()


def test_a_program_makes_tests_and_removes_a_webhook(campaign, lead, told):
    program = program_of(lead, scope=Member.Role.MANAGER)

    def asked(path="", data=None, method="POST"):
        return program.generic(
            method, API + path, json.dumps(data or {}), content_type="application/json"
        )

    made = asked(data={"url": told.url, "events": ["release.made"]})
    assert (made.status_code, made.json()["events"]) == (201, ["release.made"])
    webhook, secret = made.json()["id"], made.json()["secret"]
    [listed] = program.get(API).json()
    assert "secret" not in listed
    tried = asked(f"{webhook}/test/")
    assert (tried.status_code, tried.json()["state"]) == (202, "waiting")
    deliver_all()
    [(headers, body)] = told
    assert Receiver(secret).verify(body, headers)["type"] == "test"
    [message] = program.get(f"{API}messages/", {"state": "delivered"}).json()["rows"]
    assert (message["status"], message["attempts"]) == (204, 1)
    assert program.get(f"{API}messages/", {"state": "failed"}).json()["rows"] == []
    assert asked(f"messages/{message['id']}/again/").status_code == 202
    deliver_all()
    assert len(told) == 2
    assert asked(f"{webhook}/", method="DELETE").status_code == 204
    assert program.get(API).json() == []


@pytest.mark.parametrize("what", ["test", "again"])
def test_who_asks_for_too_many_messages_is_told_to_wait_on_page_and_api(
    campaign, lead, told, monkeypatch, what
):
    monkeypatch.setattr(webhooks, "TESTS", (Limit("a", 2), Limit("b", 3)))
    monkeypatch.setattr(webhooks, "AGAIN", (Limit("c", 2), Limit("d", 3)))
    ships = make_campaign("ships", subsets=2)
    Member.objects.create(campaign=ships, user=lead, role=Member.Role.MANAGER)
    first = listen(campaign, lead, told.url, Event.JOB)
    second = listen(ships, lead, told.url, Event.JOB)

    def path(webhook):
        if what == "test":
            return f"campaigns/{webhook.campaign.slug}/webhooks/{webhook.pk}/test/"
        message = send_test(webhook)
        return f"campaigns/{webhook.campaign.slug}/webhooks/messages/{message.pk}/again/"

    page, program = signed_in(lead), program_of(lead)
    assert page.post(f"/{path(first)}").status_code == 302
    assert program.post(f"/api/v1/{path(first)}").status_code == 202
    # This campaign has asked for enough; and with another one, so has its lead.
    before = WebhookMessage.objects.filter(event="test").count()
    refused, problem = page.post(f"/{path(first)}"), program.post(f"/api/v1/{path(first)}")
    assert program.post(f"/api/v1/{path(second)}").status_code == 202
    assert program.post(f"/api/v1/{path(second)}").status_code == 429
    assert (refused.status_code, problem.status_code) == (429, 429)
    assert problem.json()["code"] == "too_many_messages"
    assert int(refused["Retry-After"]) == int(problem["Retry-After"]) == 300
    assert "Try again in 5 min." in refused.content.decode()
    if what == "test":
        assert WebhookMessage.objects.filter(event="test").count() == before + 1


def test_a_program_is_told_what_is_wrong_with_its_webhook(campaign, lead):
    answer = program_of(lead).post(
        API, {"url": "gopher://x", "events": ["rain"]}, content_type="application/json"
    )
    assert answer.status_code == 400
    assert {error["field"] for error in answer.json()["errors"]} == {"url", "events"}
    plain = program_of(lead).post(
        API,
        {"url": "http://hooks.example.org", "events": ["job.finished"]},
        content_type="application/json",
    )
    assert (plain.status_code, plain.json()["errors"][0]["field"]) == (400, "url")
    assert not campaign.webhooks.exists()


def test_a_program_is_told_of_a_field_that_a_webhook_does_not_have(campaign, lead):
    answer = program_of(lead).post(
        API,
        {"url": "https://hooks.example.org", "events": ["job.finished"], "secret": "x"},
        content_type="application/json",
    )
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["secret"]
    assert not campaign.webhooks.exists()


def test_a_program_can_test_an_address_that_was_gone_as_the_page_can(campaign, lead, told):
    webhook = listen(campaign, lead, told.url, Event.JOB)
    Webhook.objects.update(gone_at=timezone.now())
    assert program_of(lead).post(f"{API}{webhook.pk}/test/").status_code == 202
    deliver_all()
    assert len(told) == 1
    assert program_of(lead).get(API).json()[0]["gone_at"] is None


def test_further_pages_of_messages_are_found_from_a_form_that_was_wrong(
    campaign, lead, monkeypatch
):
    monkeypatch.setattr(paging, "PAGE_ROWS", 2)
    webhook = make_webhook(
        campaign=campaign, url="https://a.example.org/x", events=[Event.JOB], by=lead
    )
    for _message in range(3):
        send_test(webhook)
    client = signed_in(lead)
    wrong = client.post(f"{PAGE}make/", {"url": "no address"}).content.decode()
    [onward] = re.findall(r'rel="next" href="([^"]+)"', wrong)
    further = client.get(urljoin(f"{PAGE}make/", onward))
    assert further.status_code == 200
    assert len(further.context["page"].rows) == 1
    [back] = re.findall(r'rel="prev" href="([^"]+)"', further.content.decode())
    assert len(client.get(urljoin(PAGE, back)).context["page"].rows) == 2
