"""Nobody's work waits behind somebody else's: real workers on the broker of this run."""

import json
import socket
import time
from contextlib import closing, suppress
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.conf import settings
from django.utils import timezone

from campaigns.jobs import deliver_due_messages, take_up_lost_jobs
from campaigns.models import Job, Webhook, WebhookMessage
from campaigns.services.jobs import ask
from campaigns.services.webhooks import send_test
from core.workers import tell_worker
from pooling.selectors import POOL
from tests.campaigns.receiving import listen
from tests.factories import make_campaign
from tests.people import make_lead
from tests.processes import running, wait_until

WORKER = ("celery", "-A", "annotation_site", "worker", "--loglevel=ERROR", "--concurrency=1")


@pytest.fixture
def silent():
    """An address that takes every call and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=50)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


@pytest.fixture
def dripping():
    """An address whose answer never ends: a letter of a header every half second."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            with suppress(OSError):
                while True:
                    self.wfile.write(b"a")
                    time.sleep(0.5)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.django_db(transaction=True)
def test_one_leads_silent_webhook_does_not_stop_another_campaigns_job(silent, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    lead = make_lead("mia")
    webhook = listen(make_campaign("slow"), lead, silent, Webhook.Event.RELEASE)
    waiting = make_campaign("quick", subsets=None)
    for _message in range(60):
        send_test(webhook)
    job = ask(POOL, campaign=waiting)
    with running(*WORKER, WEBHOOKS_TO_PRIVATE_ADDRESSES="true", WEBHOOK_SECONDS="2"):
        wait_until(lambda: Job.objects.get(id=job.pk).state == "done")
        assert WebhookMessage.objects.filter(attempts=0).exists()
        tried = WebhookMessage.objects.filter(attempts=1)
        # The second begins when the first has been given up.
        wait_until(lambda: tried.count() > 1)
    # What stands of the second while it is made.
    assert {message.error for message in tried} <= {"timed out", "no answer was seen"}


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_comes_by_drops_is_not_waited_for(dripping, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    webhook = listen(make_campaign(), make_lead("mia"), dripping, Webhook.Event.RELEASE)
    for _message in range(2):
        send_test(webhook)
    with running(*WORKER, WEBHOOKS_TO_PRIVATE_ADDRESSES="true", WEBHOOK_SECONDS="1"):
        wait_until(lambda: WebhookMessage.objects.filter(attempts=1).count() == 2, seconds=60)
    assert set(webhook.messages.values_list("error", flat=True)) == {"no answer was seen"}


@pytest.mark.django_db(transaction=True)
def test_short_tasks_do_not_wait_for_one_another():
    """A day's backlog of the clock's must not take hours."""
    messages = settings.STATE_DIR / "broker" / "messages"
    for _task in range(30):
        tell_worker("rating.jobs.expire_sittings")
    job = make_last()
    began = time.monotonic()
    with running(*WORKER):
        wait_until(lambda: Job.objects.get(id=job.pk).state == "done", seconds=25)
    assert time.monotonic() - began < 20
    assert settings.REDIS_URL or not list(messages.glob("*.celery.msg"))


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_what_is_told_again_is_gone_before_it_is_told_once_more(lead, campaign):
    """Else a queue of others' slow webhooks would grow by all of them at every look."""
    messages = settings.STATE_DIR / "broker" / "messages"
    for old in messages.glob("*.msg"):
        old.unlink()
    send_test(listen(campaign, lead, "https://here.example", Webhook.Event.RELEASE))
    job = ask(POOL, campaign=campaign)
    Job.objects.filter(id=job.pk).update(beat_at=timezone.now() - timedelta(hours=1))
    told = {file.name for file in messages.glob("*.msg")}
    assert len(told) == 2
    take_up_lost_jobs()
    deliver_due_messages()
    again = [file for file in messages.glob("*.msg") if file.name not in told]
    ends = [json.loads(file.read_text())["headers"]["expires"] for file in again]
    assert len(ends) == 2
    for end in ends:
        left = datetime.fromisoformat(end) - timezone.now()
        assert 0 < left.total_seconds() <= settings.AGAIN_SECONDS
    for file in messages.glob("*.msg"):
        file.unlink()


def make_last() -> Job:
    return ask(POOL, campaign=make_campaign("last", subsets=None))


def test_what_the_clock_sends_is_gone_when_it_sends_it_again():
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        every, expires = entry["schedule"], entry["options"]["expires"]
        daily = 24 * 60 * 60
        assert expires == (every if isinstance(every, float | int) else daily), name
