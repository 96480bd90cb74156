import subprocess
import sys
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Job, JobKind
from campaigns.services import jobs, pulse
from pooling.jobs import pool as pool_task
from pooling.selectors import POOL
from regild.problems import N_
from tests.dying_workers import worker
from tests.factories import make_campaign
from tests.processes import environment, kill, wait_until
from tests.slow_work import SLOW

LONG_AGO = jobs.LEASE * 2


@pytest.fixture
def campaign(db):
    return make_campaign(subsets=None)


def request(campaign, **changes):
    return jobs.ask(POOL, campaign=campaign, **changes)


def test_a_job_records_its_outcome(campaign):
    job = request(campaign)
    pool_task(job_id=job.id)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)
    assert (job.done, job.total) == (10, 10)  # read five sentences, stored five
    assert (job.result["candidates"], job.result["added"]) == (20, 0)


def test_a_refusal_is_told_and_an_accident_is_told_and_raised(campaign):
    def refuse(**_arguments):
        raise jobs.Refused("unanchored", N_("no sentence has an anchor"))

    def stumble(**_arguments):
        raise ZeroDivisionError("by zero")

    job = request(campaign)
    jobs.run_job(job.id, refuse)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "no sentence has an anchor")

    job = request(campaign)
    with pytest.raises(ZeroDivisionError):
        jobs.run_job(job.id, stumble)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "ZeroDivisionError: by zero")


def test_a_job_somebody_else_holds_is_not_done_twice(campaign):
    job = request(campaign)
    Job.objects.filter(id=job.id).update(state="running", claim=uuid.uuid4())
    jobs.run_job(job.id, lambda **_: pytest.fail("it was taken up twice"))


@pytest.mark.django_db(transaction=True)
def test_who_lost_the_claim_learns_it_and_leaves_the_row_alone(campaign, monkeypatch):
    monkeypatch.setattr(pulse, "SIGN_OF_LIFE_EVERY", 0.01)
    job = request(campaign)
    other = uuid.uuid4()

    def lose(*, campaign_id, progress):
        Job.objects.filter(id=job.id).update(claim=other)
        wait_until(lambda: progress(1, 2))

    jobs.run_job(job.id, lose)
    job.refresh_from_db()
    assert (job.state, job.claim) == ("running", other)


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_loses_no_job(campaign):
    job = request(campaign)
    asking = (
        "import django; django.setup();"
        "from campaigns.models import Job; from campaigns.services.jobs import enqueue;"
        f"enqueue(Job.objects.get(id={job.id})); print('went on')"
    )
    done = subprocess.run(
        [sys.executable, "-c", asking],
        env=environment(REDIS_URL="redis://127.0.0.1:1/0"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "went on\n"
    assert "it will be found" in done.stderr
    assert jobs.find_lost_jobs(now=timezone.now() + LONG_AGO) == [job]


def test_a_job_without_a_sign_of_life_is_found_and_given_up_after_many_attempts(campaign):
    now = timezone.now()
    fresh = request(campaign, key="fresh")
    lost = request(campaign, key="lost")
    hopeless = request(campaign, key="hopeless")
    Job.objects.filter(id=lost.id).update(state="running", beat_at=now - LONG_AGO)
    Job.objects.filter(id=hopeless.id).update(
        state="running", beat_at=now - LONG_AGO, attempts=jobs.MOST_ATTEMPTS
    )
    assert jobs.find_lost_jobs(now=now) == [lost]
    hopeless.refresh_from_db()
    assert hopeless.state == "failed"
    assert "the worker died" in hopeless.error
    fresh.refresh_from_db()
    assert fresh.state == "queued"


@pytest.mark.django_db(transaction=True)
def test_a_job_whose_worker_was_killed_is_taken_up_again_and_finishes_once(tmp_path):
    campaign = make_campaign(subsets=None)
    diary = tmp_path / "diary"
    job = jobs.ask(JobKind("slow", SLOW), campaign=campaign, diary=str(diary))
    with worker("tests.slow_work") as doomed:
        wait_until(diary.exists)
        kill(doomed)
    job.refresh_from_db()
    assert job.state == "running"

    later = timezone.now() + jobs.LEASE + timedelta(seconds=1)
    assert jobs.find_lost_jobs(now=later) == [job]
    Job.objects.filter(id=job.id).update(beat_at=timezone.now() - LONG_AGO)
    with worker("tests.slow_work"):
        jobs.enqueue(job)
        wait_until(lambda: Job.objects.get(id=job.id).state == "done")

    job.refresh_from_db()
    assert (job.attempts, job.result) == (2, {"finished": True})
    lines = diary.read_text().splitlines()
    assert len([line for line in lines if line.startswith("started")]) == 2
    assert lines.count("finished") == 1
