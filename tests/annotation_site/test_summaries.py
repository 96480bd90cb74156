"""Leads who want it are told by e-mail how their campaign fares, and when it needs them."""

import zipfile
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from annotation_site.archives.moving import export_campaign
from annotation_site.jobs import send_summaries as task
from annotation_site.selectors.matters import matters_of
from annotation_site.settings import CELERY_BEAT_SCHEDULE
from annotation_site.summaries import due_letters, send_summaries
from annotators.models import Remark
from campaigns.models import AuditEntry, Campaign, Job, Member, SummaryWish
from campaigns.services.people import remove_member
from campaigns.services.summaries import change_summaries, claim, stop_token
from core import letters
from proposing.services.dispatching import dispatch_proposals
from rating.models import Assignment, Rating
from rating.services.opening import close_campaign
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

PAGE = "/campaigns/boats/summaries/"
API = "/api/v1/campaigns/boats/summaries/"
JSON = "application/json"
WISH = {"weekly": True, "when_needed": True, "language": "en"}


@pytest.fixture(autouse=True)
def mail_is_set_up(settings):
    settings.MAIL_IS_SET_UP = True


@pytest.fixture
def campaign():
    campaign = make_campaign(subsets=3, min_ratings=2, max_ratings=4)
    sit(join(campaign))
    return campaign


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, Member.Role.VIEWER)


@pytest.fixture
def wish(campaign, lead):
    return change_summaries(campaign=campaign, user=lead, **WISH)


def next_monday(weeks=1):
    """At seven."""
    today = timezone.now()
    monday = (today - timedelta(days=today.weekday())).date() + timedelta(weeks=weeks)
    return datetime(monday.year, monday.month, monday.day, 7, tzinfo=UTC)


def failed_job(campaign):
    return Job.objects.create(
        campaign=campaign,
        kind="pool",
        task="pooling.jobs.pool",
        state=Job.State.FAILED,
        error="The disk is full.",
        finished_at=timezone.now(),
    )


def remark_on(campaign):
    rater = campaign.annotators.first()
    return Remark.objects.create(annotator=rater, item=campaign.items.first(), comment="Odd.")


def keys(campaign, now=None):
    return [one.key for one in matters_of(campaign, now=now or timezone.now())]


def test_nobody_is_sent_what_they_did_not_ask_for(campaign, lead):
    failed_job(campaign)
    assert send_summaries(now=next_monday()) == 0
    assert mail.outbox == []


def test_the_weekly_one_comes_on_monday_once(wish, campaign):
    SummaryWish.objects.update(when_needed=False)
    assert send_summaries(now=timezone.now()) == 0  # asked for in this week
    monday = next_monday()
    assert send_summaries(now=monday - timedelta(hours=2)) == 0
    assert send_summaries(now=monday) == 1
    assert send_summaries(now=monday + timedelta(hours=1)) == 0
    # The site was down on Monday.
    assert send_summaries(now=next_monday(2) + timedelta(days=1)) == 1
    letter = mail.outbox[0]
    assert letter.to == ["lead@example.org"]
    assert letter.subject == "Boats and gladness: your weekly summary"
    for told in (
        "http://localhost:8000/campaigns/boats/\n",
        "complete sittings: 1",
        "ratings in the last seven days:",
        "Agreement",
        "Next step",
        "http://localhost:8000/campaigns/boats/summaries/",
    ):
        assert told in letter.body, letter.body
    # No picture, no tracking: what is sent is this text.
    assert letter.message().get_content_type() == "text/plain"
    assert "\n\n\n" not in letter.body


def test_how_fast_is_counted_by_whole_days(wish, campaign):
    now = next_monday()
    ratings = Assignment.objects.get().rated
    for days, told in ((0, f"{ratings} (in the seven before: 0)"), (6, None), (7, "0 (in")):
        Assignment.objects.update(completed_at=now - timedelta(days=days))
        SummaryWish.objects.update(last_week=now.date() - timedelta(days=7), version=0)
        mail.outbox.clear()
        assert send_summaries(now=now) == 1
        told = told or f"{ratings} (in the seven before: 0)"
        assert f"ratings in the last seven days: {told}" in mail.outbox[0].body
    assert f"(in the seven before: {ratings})" in mail.outbox[0].body


def test_it_ends_a_week_after_the_campaign_is_closed(wish, campaign):
    Campaign.objects.update(state=Campaign.State.DRAFT)
    assert send_summaries(now=next_monday()) == 0
    Campaign.objects.update(state=Campaign.State.PAUSED)
    assert send_summaries(now=next_monday()) == 1
    Campaign.objects.update(state=Campaign.State.OPEN)
    campaign.refresh_from_db()
    close_campaign(campaign=campaign)
    SummaryWish.objects.update(last_week=next_monday(-1).date())
    assert send_summaries(now=next_monday()) == 1
    assert send_summaries(now=next_monday(2)) == 0
    Campaign.objects.update(closed_at=None, state=Campaign.State.OPEN)
    Campaign.objects.update(archived_at=timezone.now())
    assert send_summaries(now=next_monday(3)) == 0


class TestWhatNeedsSomebody:
    def test_nothing_at_first(self, campaign):
        assert keys(campaign) == []

    def test_a_job_that_failed_until_somebody_asks_again(self, campaign):
        job = failed_job(campaign)
        assert keys(campaign) == [f"job:{job.pk}"]
        assert "The disk is full." in matters_of(campaign, now=timezone.now())[0].words
        assert keys(campaign, timezone.now() + timedelta(days=31)) == ["stalled"]
        Job.objects.create(campaign=campaign, kind="pool", task=job.task)
        assert keys(campaign) == []

    def test_remarks_that_wait(self, campaign):
        first = remark_on(campaign)
        [matter] = matters_of(campaign, now=timezone.now())
        assert matter.words == "1 remark about a sentence is not answered."
        second = remark_on(campaign)
        [after] = matters_of(campaign, now=timezone.now())
        assert after.state != matter.state
        # One of two is answered: that is no news.
        Remark.objects.filter(id=second.pk).update(answered_at=timezone.now())
        assert matters_of(campaign, now=timezone.now())[0].state == after.state
        Remark.objects.filter(id=first.pk).update(answered_at=timezone.now())
        assert keys(campaign) == []

    def test_that_nobody_came_for_five_days(self, campaign):
        assert keys(campaign, timezone.now() + timedelta(days=4)) == []
        assert keys(campaign, timezone.now() + timedelta(days=6)) == ["stalled"]
        Campaign.objects.update(state=Campaign.State.PAUSED)
        campaign.refresh_from_db()
        assert keys(campaign, timezone.now() + timedelta(days=6)) == []

    def test_that_everything_is_rated_and_then_not_that_nobody_comes(self, campaign):
        while not keys(campaign):
            sit(join(campaign))
        assert keys(campaign, timezone.now() + timedelta(days=6)) == ["full"]

    def test_that_a_quota_is_full(self, campaign):
        campaign.questions = [{"key": "region", "label": "Region?", "choices": ["N", "S"]}]
        campaign.quotas = [{"question": "region", "answer": "N", "most": 1}]
        campaign.save()
        assert keys(campaign) == []
        campaign.annotators.update(answers={"region": "N"})
        assert keys(campaign) == ["quota:region:N"]
        assert "Region? N (1)" in matters_of(campaign, now=timezone.now())[0].words


def test_what_needs_somebody_is_told_once_until_it_has_changed(wish, campaign):
    now = timezone.now()
    assert send_summaries(now=now) == 0
    failed_job(campaign)
    assert send_summaries(now=now) == 1
    assert mail.outbox[0].subject == "Boats and gladness: 1 thing needs you"
    assert "http://localhost:8000/campaigns/boats/jobs/" in mail.outbox[0].body
    # Not twice, not the next day either; what is new waits a day, and comes alone.
    remark_on(campaign)
    assert send_summaries(now=now + timedelta(hours=1)) == 0
    assert send_summaries(now=now + timedelta(hours=21)) == 1
    assert "remark" in mail.outbox[1].body
    assert "disk" not in mail.outbox[1].body
    assert send_summaries(now=now + timedelta(hours=42)) == 0
    remark_on(campaign)
    assert send_summaries(now=now + timedelta(hours=42)) == 1


def test_the_weekly_one_tells_all_that_is_open_and_then_it_was_told(wish, campaign):
    failed_job(campaign)
    assert send_summaries(now=next_monday()) == 1
    assert "What needs you" in mail.outbox[0].body
    assert "The disk is full." in mail.outbox[0].body
    told = [due.news for due in due_letters(now=next_monday() + timedelta(days=2))]
    assert all(one.key != "remarks" and "job" not in one.key for news in told for one in news)


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_sends(wish, campaign):
    now = next_monday()
    [due] = due_letters(now=now)
    claimed = at_once(*[lambda: claim(due.wish, **due.told)] * 4)
    assert sorted(claimed) == [False, False, False, True]
    assert send_summaries(now=now) == 0


def test_whoever_dies_after_claiming_one_sends_none_and_nobody_sends_it_again(
    wish, campaign, monkeypatch
):
    def died(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(letters, "_send", died)
    with pytest.raises(KeyboardInterrupt):
        send_summaries(now=next_monday())
    monkeypatch.undo()
    assert send_summaries(now=next_monday()) == 0
    assert send_summaries(now=next_monday(2)) == 1


def test_page_program_and_command_say_and_do_the_same(campaign, lead):
    browser, program = signed_in(lead), program_of(lead)
    nothing = program.get(API).json()
    assert (nothing["weekly"], nothing["when_needed"]) == (False, False)
    assert (nothing["email"], nothing["mail"]) == ("lead@example.org", True)
    assert browser.get(PAGE).context["preview"] == nothing["preview"]

    saved = browser.post(PAGE, {"weekly": "on", "language": "fr"})
    assert saved.url == PAGE
    by_page = program.get(API).json()
    assert (by_page["weekly"], by_page["when_needed"], by_page["language"]) == (
        True,
        False,
        "fr",
    )
    told = program.put(API, {**WISH, "when_needed": False}, content_type=JSON)
    assert told.status_code == 200
    form = browser.get(PAGE).context["form"]
    assert form.initial == {**WISH, "when_needed": False}
    printed = facts_of("send_summaries", "boats", "--now", "--dry-run")["letters"]
    assert [one["to"] for one in printed] == ["lead@example.org"]
    # But for the link that ends them, which a preview does not have.
    assert _without_links(printed[0]["text"]) == _without_links(told.json()["preview"])
    assert mail.outbox == []
    assert program.put(API, {"weekly": 1}, content_type=JSON).status_code == 400
    log = AuditEntry.objects.filter(action="change summaries")
    assert log.count() == 2
    assert log.first().actor == lead


def _without_links(text):
    return [line for line in text.splitlines() if "no-summaries" not in line]


def test_it_is_sent_at_once_to_whoever_asks_but_not_again_and_again(wish, lead):
    browser, program = signed_in(lead), program_of(lead)
    assert browser.post(f"{PAGE}send/").url == PAGE
    assert program.post(f"{API}send/").status_code == 204
    assert facts_of("send_summaries", "--now") == {"sent": 1}
    assert [letter.to for letter in mail.outbox] == [["lead@example.org"]] * 3
    program.post(f"{API}send/")
    assert program.post(f"{API}send/").status_code == 429
    assert len(mail.outbox) == 4


def test_the_command_prints_and_sends_nothing(wish, campaign):
    assert printed_by("send_summaries", "--dry-run")[0] == "Nothing is due.\n"
    failed_job(campaign)
    printed = printed_by("send_summaries", "--dry-run")[0]
    assert "Subject: Boats and gladness: 1 thing needs you" in printed
    assert mail.outbox == []
    assert printed_by("send_summaries")[0] == "1 sent.\n"
    with pytest.raises(CommandError, match="no campaign 'ships'"):
        call_command("send_summaries", "ships")


def test_where_no_mail_is_set_up_the_page_says_so_and_nothing_is_marked(
    wish, campaign, lead, settings
):
    settings.MAIL_IS_SET_UP = False
    browser = signed_in(lead)
    assert "cannot send mail yet" in browser.get(PAGE).content.decode()
    failed_job(campaign)
    task()
    with pytest.raises(CommandError, match="EMAIL_URL"):
        call_command("send_summaries")
    assert program_of(lead).post(f"{API}send/").json()["code"] == "no_mail"
    settings.MAIL_IS_SET_UP = True
    assert send_summaries(now=timezone.now()) == 1


def test_in_one_tap_they_end_without_signing_in(wish, campaign):
    """As a mail program does it: no cookie, no token of a form (RFC 8058)."""
    send_summaries(now=next_monday())
    [letter] = mail.outbox
    address = reverse("stop-summaries", args=[stop_token(wish)])
    assert letter.extra_headers["List-Unsubscribe"] == f"<http://localhost:8000{address}>"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert address in letter.body
    browser = Client(enforce_csrf_checks=True)
    assert "Unsubscribe from summaries?" in browser.get(address).content.decode()
    assert SummaryWish.objects.get().weekly  # to look is not to stop
    assert browser.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    stopped = SummaryWish.objects.get()
    assert (stopped.weekly, stopped.when_needed) == (False, False)
    assert send_summaries(now=next_monday(2)) == 0
    for bad in ("x.y", f"{wish.pk}.x", stop_token(wish) + "x"):
        assert browser.post(reverse("stop-summaries", args=[bad])).status_code == 404


def test_each_letter_speaks_its_readers_language(campaign, lead):
    failed_job(campaign)
    change_summaries(campaign=campaign, user=lead, **{**WISH, "language": "fr"})
    anne = make_lead("anne", campaign, "owner")
    change_summaries(campaign=campaign, user=anne, **WISH)
    with translation.override("de"):
        assert send_summaries(now=timezone.now()) == 2
    by_reader = {letter.to[0]: letter for letter in mail.outbox}
    assert "1 point demande votre attention" in by_reader["lead@example.org"].subject
    assert "1 thing needs you" in by_reader["anne@example.org"].subject
    assert "Se désabonner" in by_reader["lead@example.org"].body
    # Whoever says nothing of it reads the site's own.
    odd = change_summaries(campaign=campaign, user=anne, **{**WISH, "language": "de"})
    assert odd.language == "en"


def test_they_go_to_members_alone(campaign, lead, wish):
    operator = make_lead("root")
    operator.is_superuser = operator.is_staff = True
    operator.save()
    browser = signed_in(operator)
    assert "you are not one of them" in browser.get(PAGE).content.decode()
    browser.post(PAGE, WISH)
    told = program_of(operator).put(API, WISH, content_type=JSON)
    assert (told.status_code, told.json()["code"]) == (409, "not_a_member")
    assert SummaryWish.objects.count() == 1
    owner = make_lead("olga", campaign, "owner")
    remove_member(campaign=campaign, member_id=wish.member_id, by=owner)
    assert not SummaryWish.objects.exists()
    assert Client().get(reverse("stop-summaries", args=[stop_token(wish)])).status_code == 404


def test_an_account_without_an_address_is_told_so_and_sent_nothing(wish, lead):
    lead.email = ""
    lead.save()
    assert "Your account has no e-mail address" in signed_in(lead).get(PAGE).content.decode()
    assert send_summaries(now=next_monday()) == 0


@pytest.mark.django_db(transaction=True)
def test_a_campaign_that_moves_takes_no_wishes_along(wish, campaign, tmp_path):
    export_campaign(campaign=campaign, path=tmp_path / "boats.zip")
    with zipfile.ZipFile(tmp_path / "boats.zip") as held:
        assert "campaigns.Member.jsonl" in held.namelist()
        assert "campaigns.SummaryWish.jsonl" not in held.namelist()


def test_the_first_stage_tells_of_responses(lead, campaign):
    Rating.objects.all().delete()
    Assignment.objects.all().delete()
    campaign.subsets.all().delete()
    dispatch_proposals(campaign=campaign, annotators=2, seed=1)
    campaign.refresh_from_db()
    text = program_of(lead).get(API).json()["preview"]
    assert "sentences with all responses wanted: 0 / 5" in text
    assert "responses in the last seven days: 0" in text


def test_the_clock_asks_every_hour():
    assert CELERY_BEAT_SCHEDULE["send summaries"]["task"] == task.name
