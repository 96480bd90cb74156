"""Agreement is measured again by itself within a minute of the last change, and only then."""

import io
import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from agreement.jobs import measure, report_changed, report_due, sum_up
from agreement.models import AgreementReport
from agreement.selectors.reports import earlier_reports
from agreement.selectors.staleness import CHANGES, report_changes
from agreement.services import (
    measure_agreement,
    remove_word_list,
    request_report,
    store_word_list,
)
from agreement.services.measuring import KEPT
from agreement.templatetags.agreement_pages import CHANGE_WORDS
from annotators.models import Annotator
from campaigns.models import Campaign, Job
from campaigns.selectors.due import AT_MOST_EVERY, QUIET, is_due
from campaigns.services.locking import ratings_changed
from campaigns.services.settings import Option, change_settings, set_scale
from pooling.services.fill_pool import pool_campaign
from rating.services.exclusions import exclude, undo_exclusion
from sources.services.systems import add_system
from tests.agreement.rated import rate, worked_campaign
from tests.factories import source
from tests.machine.clock import own_time
from tests.people import make_lead, program_of, signed_in

pytestmark = pytest.mark.django_db

API = "/api/v1/campaigns/boats/agreement/"
BEAT = timedelta(seconds=settings.AGAIN_SECONDS)
NOW = timezone.now()
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.fixture
def clock():
    with own_time() as clock:
        yield clock


def tick(clock):
    """What beat and a worker do until the next beat."""
    clock.now += BEAT
    report_due()
    asked = Job.objects.filter(state="queued")
    # Its default is the real clock's.
    asked.update(created_at=clock.now)
    for job in asked:
        (sum_up if job.kind == "sums" else measure)(job_id=job.pk)


def first_annotator(campaign):
    return Annotator.objects.get(campaign=campaign, name="a")


def test_an_exclusion_is_measured_within_a_minute_and_once(clock):
    campaign = worked_campaign()
    old = measure_agreement(campaign=campaign)
    clock.pass_by(hours=1)
    tick(clock)
    assert not Job.objects.exists()

    exclude(first_annotator(campaign), reason="hasty", by=None)
    at = clock.now
    assert report_changes(old) == ["ratings", "exclusions"]
    while AgreementReport.objects.count() == 1:
        tick(clock)
        assert clock.now - at <= MINUTE
    new = AgreementReport.objects.first()
    assert report_changes(new) == []
    assert (new.by_itself, new.n_ratings, new.live_exclusions) == (True, 11, 1)
    for _ in range(40):
        tick(clock)
    assert Job.objects.count() == 1


def test_a_closed_campaign_is_measured_too(clock):
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    Campaign.objects.update(state="closed", closed_at=clock.now)
    clock.pass_by(days=30)
    exclude(first_annotator(campaign), reason="hasty", by=None)
    for _ in range(4):
        tick(clock)
    assert report_changes(AgreementReport.objects.first()) == []
    assert AgreementReport.objects.count() == 2


def test_what_is_changed_in_a_row_is_measured_once(clock):
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    clock.pass_by(hours=1)
    annotators = list(campaign.annotators.all())
    for annotator in annotators:
        exclude(annotator, reason="hasty", by=None)
        tick(clock)
    assert AgreementReport.objects.filter(by_itself=True).count() <= 1
    for _ in range(30):
        tick(clock)
    assert 1 <= AgreementReport.objects.filter(by_itself=True).count() <= 2
    assert AgreementReport.objects.first().live_exclusions == len(annotators)


def test_while_ratings_keep_coming_a_report_is_made_every_few_minutes(clock):
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    begun = clock.now
    while clock.now - begun < timedelta(hours=1):
        ratings_changed(campaign.pk)
        tick(clock)
    assert 10 <= AgreementReport.objects.filter(by_itself=True).count() <= 12


def test_the_first_report_comes_with_the_first_ratings(clock):
    worked_campaign()
    for _ in range(4):
        tick(clock)
    assert AgreementReport.objects.count() == 1


def test_what_cannot_be_measured_is_not_tried_again_and_again(clock):
    campaign = worked_campaign()
    campaign.scale.update(weight=1)
    ratings_changed(campaign.pk)
    for _ in range(20):
        tick(clock)
    measuring = Job.objects.filter(kind="agreement")
    assert [job.state for job in measuring] == ["failed"]
    # What ratings come to can be said all the same.
    assert [job.state for job in Job.objects.filter(kind="sums")] == ["done"]
    ratings_changed(campaign.pk)
    for _ in range(20):
        tick(clock)
    assert measuring.all().count() == 2


def test_one_that_waits_or_is_under_way_is_not_asked_for_again(clock):
    campaign = worked_campaign()
    request_report(campaign)
    for state in ("queued", "running"):
        Job.objects.update(state=state)
        clock.pass_by(minutes=1)
        report_due()
        assert Job.objects.count() == 1


def test_a_change_stored_late_is_seen(clock):
    """A long import has the time of its end, but is there only when it is committed."""
    campaign = worked_campaign()
    ratings_changed(campaign.pk)
    clock.pass_by(seconds=5)
    report = measure_agreement(campaign=campaign)
    AgreementReport.objects.filter(id=report.pk).update(ratings_version=0)
    for _ in range(4):
        tick(clock)
    assert AgreementReport.objects.count() == 2


def test_little_is_read_where_nothing_changed(clock, django_assert_max_num_queries):
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    clock.pass_by(hours=1)
    # One of all campaigns whose candidates are to be summed up.
    with django_assert_max_num_queries(3):
        report_due()


@pytest.mark.parametrize(
    ("changed", "began", "made", "due"),
    [
        (10, None, None, False),
        (20, None, None, True),
        # Quiet, and the one before took a second.
        (20, 31, 30, True),
        (19, 31, 30, False),
        # Never quiet: every five minutes.
        (1, 301, 300, True),
        (1, 300, 299, False),
        # It took two minutes: four more are for others, whatever happens.
        (60, 359, 239, False),
        (60, 360, 240, True),
        # It took five, and something changes all the time.
        (1, 800, 500, False),
        (1, 900, 600, True),
    ],
)
def test_when_a_report_is_due(changed, began, made, due):
    """Seconds ago."""
    began, made = (None if ago is None else NOW - ago * SECOND for ago in (began, made))
    assert is_due(changed=NOW - changed * SECOND, began=began, made=made, now=NOW) is due


def test_beat_asks_often_enough():
    entry = settings.CELERY_BEAT_SCHEDULE["report what changed"]
    assert entry["task"] == report_due.name
    assert timedelta(seconds=entry["schedule"]) + QUIET < MINUTE < AT_MOST_EVERY


def another_scale(campaign, lead):
    options = campaign.scale.order_by("position").values_list("label", "weight", "value")
    changed = [Option(label, weight * 2, value) for label, weight, value in options]
    set_scale(campaign=campaign, options=changed, by=lead)


def words(campaign, lead, *, text="word,frequency\nhappy,3\n"):
    store_word_list(campaign=campaign, words=source(text, "words.csv"), by=lead)


def setting(**changes):
    return lambda campaign, lead: change_settings(campaign=campaign, changes=changes, by=lead)


def system(campaign, lead):
    add_system(campaign=campaign, name="late", answers=source("boat.n 1 :: ship\n", "a.txt"))


@pytest.mark.parametrize(
    ("change", "changes"),
    [
        (setting(gold_annotators=4), ["gold_annotators"]),
        (setting(verdict_rule="plurality"), ["verdict_rule"]),
        (setting(min_ratings=1), ["min_ratings"]),
        (setting(max_ratings=9), ["max_ratings"]),
        (another_scale, ["scale"]),
        (words, ["word_list"]),
        (setting(title="Other boats"), []),
    ],
)
def test_a_setting_that_a_report_rests_on_makes_it_old(clock, change, changes):
    campaign = worked_campaign()
    lead = make_lead("lea", campaign, "owner")
    report = measure_agreement(campaign=campaign)
    clock.pass_by(hours=1)
    change(campaign, lead)
    assert report_changes(report) == changes
    for _ in range(4):
        tick(clock)
    assert AgreementReport.objects.count() == 1 + bool(changes)
    assert report_changes(AgreementReport.objects.first()) == []


def test_a_word_list_like_the_one_before_is_another_all_the_same(clock):
    campaign = worked_campaign()
    lead = make_lead("lea", campaign, "owner")
    words(campaign, lead)
    report = measure_agreement(campaign=campaign)
    clock.pass_by(hours=1)
    words(campaign, lead, text="word,frequency\nhappy,7\n")
    assert report_changes(report) == ["word_list"]
    remove_word_list(campaign=campaign, by=lead)
    assert report_changes(report) == ["word_list"]


def test_systems_and_the_pool_make_it_old(clock):
    campaign = worked_campaign()
    report = measure_agreement(campaign=campaign)
    text = "glad.a 1 :: merry\n"
    add_system(campaign=campaign, name="late", answers=source(text, "late.txt"))
    assert report_changes(report) == ["sources"]
    report = measure_agreement(campaign=campaign)
    assert report_changes(report) == []
    pool_campaign(campaign=campaign)
    assert report_changes(report) == ["sources"]


def test_page_program_overview_and_command_say_what_changed(clock):
    campaign = worked_campaign()
    report = measure_agreement(campaign=campaign)
    exclusion = exclude(first_annotator(campaign), reason="hasty", by=None)
    vera = make_lead("vera", campaign, "viewer")
    page, program = signed_in(vera), program_of(vera)
    said = (
        "These numbers are out of date. Since they were measured, the ratings that count"
        " changed, exclusions were made or undone."
    )
    again = "They are updated automatically, usually within a minute."

    def told(address):
        return " ".join(page.get(address).text.split())

    dashboard = reverse("agreement", args=["boats"])
    status = reverse("agreement-status", args=["boats"])
    for address in (dashboard, f"{status}?shown={report.pk}"):
        assert said in told(address)
        assert again in told(address)
    overview = "Out of date: since it was measured, the ratings that count changed"
    assert overview in told(reverse("overview", args=["boats"]))
    stages = program.get("/api/v1/campaigns/boats/overview/").json()["stages"]
    [stage] = [stage for stage in stages if stage["stage"] == "agreement"]
    assert overview in stage["wrong"]
    for found in (
        program.get(API).json()["rows"][0],
        program.get(f"{API}{report.pk}/").json(),
        json.loads(command("--json")),
    ):
        assert found["out_of_date"] is True
        assert found["changes"] == ["ratings", "exclusions"]
    assert "Out of date: since it was measured, the ratings that count changed" in command()
    assert AgreementReport.objects.count() == 1

    # While it is measured the numbers are as old.
    job = request_report(campaign)
    assert said in told(dashboard)
    assert again not in told(dashboard)
    measure(job_id=job.pk)
    assert said not in told(dashboard)
    assert "Out of date" not in command()
    # An exclusion that is undone gives the same numbers as before, but nobody can know that.
    undo_exclusion(exclusion, by=vera)
    assert said in told(dashboard)


def command(*arguments):
    out = io.StringIO()
    call_command("agreement", "boats", "--latest", *arguments, stdout=out)
    return out.getvalue()


def test_every_change_has_words():
    assert tuple(CHANGE_WORDS) == CHANGES


def test_reports_that_nobody_asked_for_do_not_pile_up(clock):
    """Three days with one every ten minutes, and one that a lead asked for."""
    campaign = worked_campaign()
    asked = measure_agreement(campaign=campaign)
    clock.now = clock.now.replace(hour=0, minute=0, second=0, microsecond=0)
    made = []
    for _ in range(3):
        for _time in range(12):
            clock.pass_by(minutes=10)
            job = request_report(campaign, by_itself=True)
            measure(job_id=job.pk)
            made.append(AgreementReport.objects.first().pk)
        clock.pass_by(hours=22)
    kept = set(AgreementReport.objects.values_list("id", flat=True))
    assert kept == {asked.pk, made[11], *made[-KEPT:]}


def test_the_page_shows_how_agreement_went(clock):
    campaign = worked_campaign()
    first = measure_agreement(campaign=campaign)
    exclude(first_annotator(campaign), reason="hasty", by=None)
    second = measure_agreement(campaign=campaign)
    found = earlier_reports(campaign, most=9)
    assert [one.id for one in found] == [second.pk, first.pk]
    for one, report in zip(found, (second, first), strict=True):
        measures = report.measures
        keys = ("unanimity", "sd", "alpha_ordinal")
        assert [value[:3] for value in one.values] == [
            tuple(measures[key][part] for part in ("value", "low", "high")) for key in keys
        ]
    page = signed_in(make_lead("vera", campaign, "viewer"))
    told = page.get(reverse("agreement", args=["boats"])).text
    earlier = told[told.index('id="earlier"') :]
    for report in (first, second):
        assert f"{report.measures['sd']['value']:.3f}" in earlier


def test_at_night_whatever_changed_is_measured():
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    Campaign.objects.update(min_ratings=1, basis_changed_at=None)
    report_due()
    assert not Job.objects.exists()
    report_changed()
    assert Job.objects.get().arguments == {"by_itself": True}


@pytest.mark.postgresql
def test_the_queries_of_a_look_need_no_scan_of_ratings(clock):
    campaign = worked_campaign()
    rate(campaign, {"happy": "1"})
    clock.pass_by(minutes=1)
    with connection.execute_wrapper(_no_ratings):
        report_due()


def _no_ratings(execute, sql, parameters, many, context):
    assert "rating_rating" not in sql
    return execute(sql, parameters, many, context)
