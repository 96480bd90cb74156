"""When reports are made: asked for, at night, after enough ratings; whatever dies, once."""

import threading
import uuid

import pytest
from django.db import connection
from django.urls import reverse

from agreement.jobs import report_changed
from agreement.models import AgreementReport
from agreement.selectors.contents import read_inputs
from agreement.selectors.due import changed_campaigns
from agreement.selectors.staleness import is_out_of_date
from agreement.services import measure_agreement, request_report
from annotators.models import Annotator
from campaigns.models import Job
from campaigns.services.locking import ratings_changed
from core.snapshot import snapshot
from rating.services.exclusions import exclude
from rating.services.withdrawing import withdraw_annotator
from tests.agreement.rated import WORKED, rate, worked_campaign
from tests.dying_workers import die_over, finish_elsewhere, is_half_done
from tests.factories import make_campaign
from tests.people import make_lead, program_of

pytestmark = pytest.mark.django_db


def test_two_who_ask_before_a_report_is_begun_share_it():
    campaign = worked_campaign()
    assert request_report(campaign) == request_report(campaign)


def test_what_is_rated_while_a_report_is_measured_is_in_the_next_that_was_asked_for():
    campaign = worked_campaign()
    first = request_report(campaign)
    Job.objects.filter(id=first.pk).update(state="running", claim=uuid.uuid4())
    rate(campaign, {"happy": "1"})
    assert request_report(campaign) != first


def test_a_job_done_twice_has_one_report():
    campaign = worked_campaign()
    job = request_report(campaign)
    first, second = (measure_agreement(campaign=campaign, job=job) for _ in range(2))
    assert first == second
    assert AgreementReport.objects.get() == first


def test_a_campaign_is_measured_at_night_only_if_something_changed():
    campaign = make_campaign()
    assert list(changed_campaigns()) == []
    rate(campaign, WORKED)
    assert list(changed_campaigns()) == [campaign]
    measure_agreement(campaign=campaign)
    assert list(changed_campaigns()) == []
    rate(campaign, {"happy": "1"})
    assert list(changed_campaigns()) == [campaign]
    measure_agreement(campaign=campaign)
    campaign.min_ratings = 1
    campaign.save()
    report_changed()
    assert Job.objects.get().kind == "agreement"


def test_a_report_made_while_somebody_withdraws_is_known_to_be_old(client):
    campaign = worked_campaign()
    client.force_login(make_lead("lead", campaign, "viewer"))
    status = reverse("agreement-status", args=["boats"])
    said = "These numbers are out of date."

    def withdraw(done, _total):
        if done == 3:
            annotator = Annotator.objects.get(campaign=campaign, name="a")
            withdraw_annotator(annotator_id=annotator.pk)
            ratings_changed(campaign.pk)

    old = measure_agreement(campaign=campaign, progress=withdraw)
    assert is_out_of_date(old)
    assert list(changed_campaigns()) == [campaign]
    assert said in client.get(f"{status}?shown={old.pk}").content.decode()
    new = measure_agreement(campaign=campaign)
    assert new.n_annotators == old.n_annotators - 1
    assert not is_out_of_date(new)
    assert said not in client.get(f"{status}?shown={new.pk}").content.decode()


def test_the_list_of_reports_says_which_are_out_of_date():
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    ratings_changed(campaign.pk)
    measure_agreement(campaign=campaign)
    program = program_of(make_lead("lead", campaign, "viewer"))
    rows = program.get("/api/v1/campaigns/boats/agreement/").json()["rows"]
    assert [row["out_of_date"] for row in rows] == [False, True]


@pytest.mark.postgresql  # SQLite has one writer
@pytest.mark.django_db(transaction=True)
def test_what_is_excluded_while_a_report_is_read_is_wholly_in_it_or_wholly_out():
    campaign = worked_campaign()
    first = Annotator.objects.get(campaign=campaign, name="a")

    def exclude_elsewhere():
        try:
            exclude(first, reason="hasty", by=None)
        finally:
            connection.close()

    with snapshot():
        before = read_inputs(campaign)
        elsewhere = threading.Thread(target=exclude_elsewhere)
        elsewhere.start()
        elsewhere.join()
        assert read_inputs(campaign) == before
    assert read_inputs(campaign).n_ratings == 11


@pytest.mark.django_db(transaction=True)
def test_a_report_whose_worker_was_killed_still_arrives_and_once():
    campaign = worked_campaign()
    job = request_report(campaign)
    die_over(job, when=is_half_done(job))
    assert not AgreementReport.objects.exists()

    finish_elsewhere(job)
    report = AgreementReport.objects.get()
    assert (job.attempts, job.result) == (2, {"report": report.id})
    assert report.n_ratings == 17
