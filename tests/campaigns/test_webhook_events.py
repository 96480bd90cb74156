"""What a campaign's webhooks are told of, and how long that is remembered."""

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from campaigns.models import Campaign, Job, Webhook, WebhookMessage
from campaigns.services import jobs
from campaigns.services.webhooks import announce, forget_old_messages
from pooling.jobs import pool as pool_task
from pooling.selectors import POOL
from rating.models import Assignment
from rating.services.announcing import announce_coverage
from regild.problems import N_
from scoring.services.freezing import freeze_gold
from tests.agreement.rated import worked_campaign
from tests.campaigns.receiving import listen
from tests.factories import make_campaign
from tests.people import make_lead

pytestmark = pytest.mark.django_db

Event = Webhook.Event
State = WebhookMessage.State
ELSEWHERE = "https://hooks.example.org/x"


@pytest.fixture
def campaign(db):
    return make_campaign(subsets=2)


def test_a_finished_job_is_announced_whatever_its_end(campaign, lead):
    webhook = listen(campaign, lead, ELSEWHERE, Event.JOB)
    done = jobs.ask(POOL, campaign=campaign)
    pool_task(job_id=done.pk)
    failed = jobs.ask(POOL, campaign=campaign)

    def refuse(**_arguments):
        raise jobs.Refused("nothing_to_pool", N_("there is nothing to pool"))

    jobs.run_job(failed.pk, refuse)
    bodies = [json.loads(m.body)["data"] for m in webhook.messages.order_by("id")]
    assert [(b["job"], b["kind"], b["state"], b["error"]) for b in bodies] == [
        (done.pk, "pool", "done", ""),
        (failed.pk, "pool", "failed", "there is nothing to pool"),
    ]


def test_a_job_given_up_is_announced(campaign, lead):
    webhook = listen(campaign, lead, ELSEWHERE, Event.JOB)
    job = jobs.ask(POOL, campaign=campaign)
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
