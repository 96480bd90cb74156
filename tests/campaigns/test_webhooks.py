"""News for other programs: signed, sent once each, tried again, and never into our network."""

import json
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from standardwebhooks import Webhook as Receiver
from standardwebhooks import WebhookVerificationError

from campaigns.models import Campaign, Job, Member, Webhook, WebhookMessage
from campaigns.public_posts import post
from campaigns.services import jobs
from campaigns.services.webhooks import (
    BadAddress,
    announce,
    deliver,
    due_messages,
    forget_old_messages,
    make_webhook,
    send_again,
)
from campaigns.webhook_messages import PAUSES
from pooling.tasks import POOL
from pooling.tasks import pool as pool_task
from rating.models import Assignment
from rating.services.announcing import announce_coverage
from scoring.services.freezing import freeze_gold
from tests.agreement.rated import worked_campaign
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

Event = Webhook.Event
State = WebhookMessage.State
PAGE = "/campaigns/boats/webhooks/"
API = "/api/v1/campaigns/boats/webhooks/"
ELSEWHERE = "https://hooks.example.org/x"


class Told(list):
    """What a receiver was sent; it answers with `status`."""

    status = 204
    url = ""


@contextmanager
def receiver():
    told = Told()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            told.append((dict(self.headers), body))
            self.send_response(told.status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *arguments):
            return None

    server = HTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = Thread(target=server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def told(settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    with receiver() as told:
        yield told


@pytest.fixture
def campaign(db):
    return make_campaign(subsets=2)


@pytest.fixture
def lead(campaign):
    return make_lead("mia", campaign, Member.Role.MANAGER)


def listen(campaign, lead, url, *events):
    return make_webhook(campaign=campaign, url=url, events=list(events), by=lead)


def deliver_all(now=None):
    now = now or timezone.now()
    for message_id in due_messages(now=now):
        deliver(message_id=message_id, now=now)


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


def test_the_refusal_says_why():
    with receiver() as told:
        answer = post(told.url, body="{}", headers={})
    assert answer.error == "this address is not on the public Internet"


def test_an_address_nobody_listens_at_is_an_error_and_no_accident():
    answer = post("http://127.0.0.1:1/", body="{}", headers={}, private=True)
    assert answer.status is None
    assert "refused" in answer.error


def test_an_address_without_tls_is_refused_on_a_public_site(campaign, lead):
    with pytest.raises(BadAddress):
        listen(campaign, lead, "http://hooks.example.org/x", Event.JOB)
    assert not campaign.webhooks.exists()


def test_a_finished_job_is_announced_whatever_its_end(campaign, lead):
    webhook = listen(campaign, lead, ELSEWHERE, Event.JOB)
    done, _ = jobs.request_job(campaign=campaign, kind="pool", task=POOL)
    pool_task(job_id=done.pk)
    failed, _ = jobs.request_job(campaign=campaign, kind="pool", task=POOL)

    def refuse(**_arguments):
        raise jobs.JobRefused("there is nothing to pool")

    jobs.run_job(failed.pk, refuse)
    bodies = [json.loads(m.body)["data"] for m in webhook.messages.order_by("id")]
    assert [(b["job"], b["kind"], b["state"], b["error"]) for b in bodies] == [
        (done.pk, "pool", "done", ""),
        (failed.pk, "pool", "failed", "there is nothing to pool"),
    ]


def test_a_job_given_up_is_announced(campaign, lead):
    webhook = listen(campaign, lead, ELSEWHERE, Event.JOB)
    job, _ = jobs.request_job(campaign=campaign, kind="pool", task=POOL)
    Job.objects.update(
        attempts=jobs.MOST_ATTEMPTS, state="running", beat_at=timezone.now() - 2 * jobs.LEASE
    )
    jobs.find_lost_jobs(now=timezone.now())
    assert json.loads(webhook.messages.get().body)["data"]["state"] == "failed"
    job.refresh_from_db()
    assert job.state == "failed"


def test_a_release_is_announced_with_its_checksum():
    campaign = worked_campaign(slug="boats")
    webhook = listen(campaign, make_lead("mia"), ELSEWHERE, Event.RELEASE)
    release = freeze_gold(campaign=campaign)
    told = json.loads(webhook.messages.get().body)["data"]
    assert (told["release"], told["sha256"]) == (1, release.sha256)
    assert told["counts"] == release.counts


def test_coverage_is_told_a_level_at_a_time_and_once(campaign, lead):
    webhook = listen(campaign, lead, ELSEWHERE, Event.COVERAGE)
    Campaign.objects.update(min_ratings=1)
    announce_coverage()
    assert not webhook.messages.exists()
    for number in (1, 2):
        Assignment.objects.create(
            subset=campaign.subsets.get(number=number),
            annotator=campaign.annotators.create(
                token_hash=str(number) * 64, native_speaker=True
            ),
            seat=1,
            state=Assignment.State.COMPLETE,
            taken_at=timezone.now(),
            expires_at=timezone.now(),
            completed_at=timezone.now(),
            remaining=0,
        )
        announce_coverage()
        announce_coverage()
    told = [json.loads(m.body)["data"] for m in webhook.messages.order_by("id")]
    # One of two subsets, then both.
    assert [(t["percent"], t["enough"]) for t in told] == [(50, 1), (100, 2)]


def test_old_messages_go_and_levels_of_coverage_stay_told(campaign, lead):
    webhook = listen(campaign, lead, ELSEWHERE, Event.COVERAGE, Event.RELEASE)
    announce(campaign, Event.COVERAGE, key="coverage:50", percent=50)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    now = timezone.now()
    webhook.messages.update(state=State.DELIVERED, finished_at=now)
    assert forget_old_messages(now=now + timedelta(days=29)) == 0
    assert forget_old_messages(now=now + timedelta(days=31)) == 1
    assert webhook.messages.get().key == "coverage:50"


def test_a_key_is_unique_in_the_database(campaign, lead):
    webhook = listen(campaign, lead, ELSEWHERE, Event.RELEASE)
    announce(campaign, Event.RELEASE, key="release:1", release=1)
    with pytest.raises(IntegrityError):
        WebhookMessage.objects.create(webhook=webhook, event="x", key="release:1", body="{}")


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
