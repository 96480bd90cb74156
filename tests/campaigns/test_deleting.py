"""What was retired goes in the end, whatever happened to the first who tried."""

import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.jobs import take_up_lost_jobs
from campaigns.models import Campaign, Job
from campaigns.services import jobs
from pooling.jobs import delete
from pooling.selectors import POOL
from pooling.services.starting_over import delete_campaign, start_over
from regild.tasks.substitution.reading import read_sources
from scoring.services.submitting import make_link, submit_system, systems_of
from tests.factories import GOLD, SENTENCES, make_campaign, source
from tests.people import make_lead

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def fail(job):
    """As often as a job is tried, its worker dies."""
    Job.objects.filter(id=job.pk).update(
        state="running", attempts=jobs.MOST_ATTEMPTS, beat_at=timezone.now() - 2 * jobs.LEASE
    )
    take_up_lost_jobs()
    job.refresh_from_db()
    assert job.state == "failed"


def later(job, passed):
    """The job failed that long ago."""
    Job.objects.filter(id=job.pk).update(finished_at=timezone.now() - passed)
    take_up_lost_jobs()
    job.refresh_from_db()


def test_a_deletion_that_failed_is_tried_again_a_day_later_until_nothing_is_left(
    campaign, caplog
):
    job = delete_campaign(campaign=campaign)
    for _day in range(2):
        fail(job)
        later(job, DAY - timedelta(minutes=1))
        assert job.state == "failed"
        with caplog.at_level(logging.WARNING):
            later(job, DAY)
        assert (job.state, job.attempts, job.finished_at, job.error) == ("queued", 0, None, "")
        # Whoever reads the log of the site sees why.
        assert "the worker died each time" in caplog.text
        caplog.clear()
    delete(job_id=job.pk)
    assert not Campaign.objects.exists()


def test_a_deletion_that_met_an_accident_is_tried_again_too(campaign):
    job = delete_campaign(campaign=campaign)

    def stumble(**_arguments):
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        jobs.run_job(job.pk, stumble)
    later(job, DAY)
    delete(job_id=job.pk)
    assert not Campaign.objects.exists()


def test_no_other_work_that_failed_is_taken_up_again(campaign):
    other = make_campaign("ships")
    failed = jobs.ask(POOL, campaign=other)
    fail(failed)
    later(failed, DAY)
    assert failed.state == "failed"
    # Nor what was stopped because its campaign goes.
    stopped = jobs.ask(POOL, campaign=campaign)
    delete_campaign(campaign=campaign)
    later(stopped, DAY)
    assert (stopped.state, stopped.error) == ("failed", "The campaign was deleted.")


@pytest.fixture
def team(campaign):
    """What their link is, after they handed a system in and the lead started over."""
    token = make_link(
        campaign=campaign,
        label="Reeds",
        visibility="private",
        open_until=timezone.now() + DAY,
        by=make_lead("mia", campaign, "manager"),
    )
    link = campaign.submission_links.get()
    submit_system(link=link, name="reed-1", answers=source("glad.a 1 :: happy\n"))
    sources = read_sources(
        sentences=source(SENTENCES, "sentences.csv"),
        gold=source(GOLD),
        mapping=None,
        excluded_targets=[],
    )
    start_over(campaign=campaign, sources=sources)
    return token


def test_after_starting_over_a_team_has_handed_in_nothing_at_once(campaign, team):
    assert "reed-1" not in Client().get(f"/submit/{team}/").content.decode()
    assert not systems_of(campaign.submission_links.get()).exists()


def test_a_campaign_that_was_started_over_is_deleted_whichever_goes_first(campaign, team):
    delete(job_id=delete_campaign(campaign=campaign).pk)
    [old] = Campaign.objects.all()
    delete(job_id=old.jobs.get().pk)
    assert not Campaign.objects.exists()
