"""Messages to other programs: signed, sent once each, tried again, never into our network."""

import socket
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook as Receiver
from standardwebhooks import WebhookVerificationError

from campaigns.models import Campaign, Webhook, WebhookMessage
from campaigns.services.webhook_messages import PAUSES
from campaigns.services.webhooks import (
    ATTEMPT,
    BadAddress,
    announce,
    deliver,
    due_messages,
    remove_webhook,
    send_again,
    send_test,
)
from core.public_posts import PostAnswer, post
from tests.campaigns.receiving import deliver_all, listen, receiver
from tests.factories import make_campaign
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

Event = Webhook.Event
State = WebhookMessage.State
ELSEWHERE = "https://hooks.example.org/x"


@pytest.fixture
def campaign(db):
    return make_campaign(subsets=2)


def test_a_message_is_signed_as_the_standard_says(campaign, lead, told):
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    deliver_all()
    [(headers, body)] = told
    # The standard's own library checks the signature and the age.
    message = Receiver(webhook.secret).verify(body, headers)
    assert message["type"] == "release.made"
    assert message["data"] == {"campaign": "boats", "release": 1}
    with pytest.raises(WebhookVerificationError):
        Receiver(webhook.secret).verify(body.replace("boats", "ships"), headers)
    assert webhook.messages.get().state == State.DELIVERED


def test_only_who_listens_is_told_and_once_a_key(campaign, lead, told):
    listen(campaign, lead, told.url, Event.RELEASE)
    listen(campaign, lead, told.url, Event.JOB)
    other = Campaign.objects.create(slug="ships", title="Ships", language="en")
    listen(other, lead, told.url, Event.RELEASE)
    for _ in range(2):
        announce(campaign, Event.RELEASE, key="release:1", release=1)
    deliver_all()
    deliver_all()
    assert len(told) == 1


def test_what_is_taken_back_is_not_told(campaign, lead, told):
    listen(campaign, lead, told.url, Event.RELEASE)
    with transaction.atomic():
        announce(campaign, Event.RELEASE, key="release:1", release=1)
        transaction.set_rollback(True)
    deliver_all()
    assert told == []


def test_a_message_is_tried_for_three_days_and_then_given_up(campaign, lead, told):
    told.status = 500
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    now = timezone.now()
    for pause in PAUSES:
        deliver_all(now)
        assert webhook.messages.get().next_at == now + pause
        # A moment before, nothing is due.
        assert due_messages(now=now + pause - timedelta(seconds=1)) == []
        now += pause
    deliver_all(now)
    message = webhook.messages.get()
    assert (message.state, message.attempts, message.status) == (State.FAILED, 10, 500)
    assert due_messages(now=now + timedelta(days=9)) == []
    assert len({headers["webhook-id"] for headers, _ in told}) == 1
    assert sum(PAUSES, timedelta()) > timedelta(days=3)


def test_a_receiver_that_comes_back_gets_the_message(campaign, lead, told):
    told.status = 503
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    deliver_all()
    told.status = 200
    deliver_all(timezone.now() + PAUSES[0])
    [(_, first), (_, second)] = told
    assert first == second
    assert webhook.messages.get().state == State.DELIVERED


def test_an_address_that_is_gone_is_told_nothing_more(campaign, lead, told):
    told.status = 410
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    deliver_all()
    announce(campaign, Event.RELEASE, key="release:2", release=2)
    message = webhook.messages.get()
    assert message.state == State.FAILED
    told.status = 200
    send_again(message)
    deliver_all()
    webhook.refresh_from_db()
    assert webhook.gone_at is None
    assert webhook.messages.get().state == State.DELIVERED


def test_what_was_waiting_for_an_address_that_is_gone_is_given_up(campaign, lead, told):
    told.status = 500
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    for number in (1, 2):
        announce(campaign, Event.RELEASE, key=f"release:{number}", release=number)
    deliver_all()
    told.status = 410
    first, second = webhook.messages.order_by("id")
    later = timezone.now() + PAUSES[0]
    for message in (first, second):
        deliver(message_id=message.pk, now=later)
    # Once each in vain, and the first once more.
    assert len(told) == 3
    second.refresh_from_db()
    assert (second.state, second.attempts, second.error) == (
        State.FAILED,
        1,
        "the address is gone",
    )
    # Each is sent again only when somebody asks for it.
    told.status = 200
    send_again(first)
    deliver_all()
    assert len(told) == 4


def test_a_test_that_somebody_asks_for_switches_an_address_on_again(campaign, lead, told):
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    Webhook.objects.update(gone_at=timezone.now())
    send_test(webhook)
    deliver_all()
    webhook.refresh_from_db()
    assert (len(told), webhook.gone_at) == (1, None)


def test_a_redirect_is_not_followed(campaign, lead, told):
    told.status = 302
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    deliver_all()
    assert len(told) == 1
    assert (webhook.messages.get().status, webhook.messages.get().state) == (302, State.WAITING)


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one_attempt(campaign, lead, told):
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    now = timezone.now()
    message_id = webhook.messages.get().pk
    at_once(*[lambda: deliver(message_id=message_id, now=now)] * 4)
    assert len(told) == 1


def test_an_attempt_of_a_dead_worker_is_due_again(campaign, lead, told, monkeypatch):
    webhook = listen(campaign, lead, told.url, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)

    def die(*arguments, **more):
        raise KeyboardInterrupt

    now = timezone.now()
    monkeypatch.setattr("campaigns.services.webhooks.post", die)
    with pytest.raises(KeyboardInterrupt):
        deliver_all(now)
    monkeypatch.undo()
    assert due_messages(now=now) == []
    deliver_all(now + timedelta(minutes=3))
    assert webhook.messages.get().state == State.DELIVERED


def test_a_message_whose_every_attempt_kills_its_worker_is_given_up(
    campaign, lead, monkeypatch
):
    """Or whose receiver never ends its answer, which takes as long as a worker may."""
    webhook = listen(campaign, lead, ELSEWHERE, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    attempts = []

    def die(*arguments, **more):
        attempts.append(now)
        raise KeyboardInterrupt

    monkeypatch.setattr("campaigns.services.webhooks.post", die)
    now = timezone.now()
    for pause in [*PAUSES, timedelta()]:
        with pytest.raises(KeyboardInterrupt):
            deliver_all(now)
        assert due_messages(now=now + pause - timedelta(seconds=1)) == []
        now += max(pause, ATTEMPT)
    message = webhook.messages.get()
    assert (message.state, message.attempts, message.error) == (
        State.FAILED,
        len(attempts),
        "no answer was seen",
    )
    assert len(attempts) == len(PAUSES) + 1
    assert due_messages(now=now + timedelta(days=9)) == []


def test_who_asks_to_send_again_during_an_attempt_is_not_undone_by_its_end(
    campaign, lead, monkeypatch
):
    webhook = listen(campaign, lead, ELSEWHERE, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    webhook.messages.update(attempts=len(PAUSES))
    answers = [PostAnswer(200, ""), PostAnswer(500, "")]

    def post(*arguments, **more):
        answer = answers.pop()
        if answers:
            send_again(webhook.messages.get())
            deliver_all()
        return answer

    monkeypatch.setattr("campaigns.services.webhooks.post", post)
    deliver_all()
    message = webhook.messages.get()
    assert (message.state, message.attempts, message.status) == (State.DELIVERED, 1, 200)


def test_a_webhook_may_be_removed_during_an_attempt(campaign, lead, monkeypatch):
    listen(campaign, lead, ELSEWHERE, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)

    def post(*arguments, **more):
        remove_webhook(webhook=Webhook.objects.get(), by=lead)
        return PostAnswer(200, "")

    monkeypatch.setattr("campaigns.services.webhooks.post", post)
    deliver_all()
    assert not WebhookMessage.objects.exists()


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433"],
)
def test_nothing_is_sent_into_our_own_network(host):
    with receiver() as told:
        port = told.url.split(":")[2]
        answer = post(f"http://{host}:{port}", body="{}", headers={})
    assert answer.status is None
    assert answer.error
    assert told == []


def test_the_refusal_says_why_and_not_whether_anything_listens_there():
    with receiver() as told:
        answer = post(told.url, body="{}", headers={})
    assert answer.error == "this address is not on the public Internet"
    assert post("http://127.0.0.1:1/", body="{}", headers={}) == answer


@pytest.mark.parametrize(
    "address",
    [
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "::ffff:10.0.0.1",
        "::ffff:0:10.0.0.1",  # as a translator writes it
        "::10.0.0.1",
        "64:ff9b:1::1",  # a translator of somebody's own
        "fec0::1",  # what was private before fc00::/7
        "168.63.129.16",  # what every machine at one provider can ask about itself
    ],
)
def test_an_address_of_ours_within_another_is_refused_too(address, monkeypatch):
    found = [(socket.AF_INET6, socket.SOCK_STREAM, 0, "", (address, 9, 0, 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **more: found)
    answer = post("http://hooks.example.org:9/", body="{}", headers={})
    assert answer.error == "this address is not on the public Internet"


def test_an_address_nobody_listens_at_is_an_error_and_no_accident():
    answer = post("http://127.0.0.1:1/", body="{}", headers={}, private=True)
    assert answer.status is None
    assert "refused" in answer.error


def test_an_address_without_tls_is_refused_on_a_public_site(campaign, lead):
    with pytest.raises(BadAddress):
        listen(campaign, lead, "http://hooks.example.org/x", Event.JOB)
    assert not campaign.webhooks.exists()
