"""Volunteers who leave an address of their own will are reminded once, and it is forgotten."""

import zipfile
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.archives.backup import back_up
from annotation_site.archives.moving import export_campaign
from annotation_site.settings import CELERY_BEAT_SCHEDULE
from annotators.models import Annotator, Reminder, WrittenAddress
from annotators.services import reminders
from annotators.services.addresses import address_hash, stop_token
from annotators.services.joining import join_campaign
from annotators.services.reminders import give_out
from campaigns.forms.settings import EncouragementsForm
from campaigns.models import AuditEntry, Campaign
from core import letters
from core.letters import MailAway
from pooling.services.starting_over import delete_campaign
from rating.jobs import remind
from rating.models import Assignment, Rating
from rating.services.opening import close_campaign
from rating.services.reminding import WAIT, NoReminder, ask_reminder, send_reminders
from rating.services.withdrawing import withdraw_annotator
from tests.commands import facts_of
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import by_length, rate, sit, take
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

EMAIL = "Vera.Volunteer@example.org"
THANKS = "/rate/boats/thanks/"
REMIND = "/rate/boats/remind/"
ME = "/api/v1/me/"
JSON = "application/json"


@pytest.fixture(autouse=True)
def mail_is_set_up(settings):
    settings.MAIL_IS_SET_UP = True


@pytest.fixture
def campaign(mail_is_set_up):
    return make_campaign(
        subsets=3, reminders=True, organiser="The boat house", contact="boats@example.org"
    )


@pytest.fixture
def joined(campaign):
    """Somebody who did one turn, on their own device."""
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    sit(joined.annotator)
    return joined


@pytest.fixture
def annotator(joined):
    return joined.annotator


@pytest.fixture
def device(joined):
    client = Client()
    client.get(reverse("rate-back", args=["boats", joined.token]))
    return client


def ask(annotator, email=EMAIL, network="here"):
    ask_reminder(annotator=annotator, email=email, network=network, now=timezone.now())


def later(days=4):
    return timezone.now() + timedelta(days=days)


def page_of(client):
    return client.get(THANKS).content.decode()


def another(campaign, email=EMAIL):
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    take(joined.annotator)
    ask(joined.annotator, email)
    return joined.annotator


def test_the_page_asks_for_an_address_only_where_a_lead_switched_it_on(device, settings):
    assert f'action="{REMIND}"' in page_of(device)
    settings.MAIL_IS_SET_UP = False
    assert REMIND not in page_of(device)
    settings.MAIL_IS_SET_UP = True
    Campaign.objects.update(reminders=False)
    assert REMIND not in page_of(device)
    Campaign.objects.update(reminders=True, state=Campaign.State.PAUSED)
    assert REMIND not in page_of(device)


def test_it_does_so_to_whoever_left_a_turn_and_not_to_whoever_has_only_joined(campaign):
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    client = Client()
    client.get(reverse("rate-back", args=["boats", joined.token]))
    assert REMIND not in page_of(client)
    with pytest.raises(NoReminder):
        ask(joined.annotator)
    rate(take(joined.annotator), by_length, but=2)
    assert REMIND in page_of(client)


def test_a_form_leaves_the_address_and_another_deletes_it(device, annotator):
    wrong = device.post(REMIND, {"email": "vera"})
    assert wrong.status_code == 200
    assert 'aria-invalid="true"' in wrong.content.decode()
    assert not Reminder.objects.exists()
    assert device.post(REMIND, {"email": EMAIL}).url == THANKS
    kept = Reminder.objects.get()
    assert (kept.annotator, kept.email, kept.language) == (annotator, EMAIL, "en")
    page = page_of(device)
    assert "If you have not been back for three days" in page
    # Whoever else sits at this browser does not read it.
    assert EMAIL not in page
    device.post(REMIND, {"forget": "1"})
    assert not Reminder.objects.exists()
    assert "Your address is deleted" in page_of(device)


def test_one_letter_comes_after_three_days_without_them(annotator):
    ask(annotator)
    now = timezone.now()
    assert send_reminders(now=now + WAIT - timedelta(minutes=1)) == 0
    assert send_reminders(now=now + WAIT + timedelta(minutes=1)) == 1
    [letter] = mail.outbox
    assert letter.to == [EMAIL]
    assert letter.reply_to == ["boats@example.org"]
    assert "Boats and gladness" in letter.subject
    assert "http://localhost:8000/rate/boats/" in letter.body
    assert "The boat house" in letter.body
    # A mistyped address lets nobody in.
    assert "/back/" not in letter.body
    stop = f"http://localhost:8000/rate/no-letters/{stop_token(EMAIL)}/"
    assert stop in letter.body
    assert letter.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert not Reminder.objects.exists()
    assert send_reminders(now=later(30)) == 0


def test_the_letter_speaks_the_language_of_the_page(device, annotator):
    device.cookies["django_language"] = "fr"
    device.post(REMIND, {"email": EMAIL})
    send_reminders(now=later())
    assert "Vous avez demandé" in mail.outbox[0].subject


def test_who_came_back_is_reminded_three_days_after_that(annotator):
    ask(annotator)
    came = later(2)
    rate(take(annotator), by_length, but=1)
    Assignment.objects.update(taken_at=came - timedelta(days=9))
    Rating.objects.update(rated_at=came)
    assert send_reminders(now=came + WAIT - timedelta(hours=1)) == 0
    assert send_reminders(now=came + WAIT + timedelta(hours=1)) == 1


def test_nobody_is_reminded_of_nothing(annotator, campaign):
    ask(annotator)
    campaign.subsets.exclude(assignments__annotator=annotator).delete()
    assert send_reminders(now=later()) == 0
    assert Reminder.objects.exists()  # more may come
    Campaign.objects.update(state=Campaign.State.PAUSED)
    assert send_reminders(now=later()) == 0
    assert send_reminders(now=later(61)) == 0
    assert not Reminder.objects.exists()


def test_whoever_dies_after_taking_an_address_sends_no_letter_and_nobody_else_does(
    annotator, monkeypatch
):
    ask(annotator)

    def died(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(letters, "_send", died)
    with pytest.raises(KeyboardInterrupt):
        send_reminders(now=later())
    monkeypatch.undo()
    assert not Reminder.objects.exists()
    assert send_reminders(now=later()) == 0
    assert mail.outbox == []


def test_where_the_mail_server_is_away_nothing_is_taken(annotator, settings):
    ask(annotator)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # nobody listens there
    with pytest.raises(MailAway):
        send_reminders(now=later())
    remind()  # the clock's says nothing of it
    assert Reminder.objects.exists()
    settings.MAIL_IS_SET_UP = False
    with pytest.raises(CommandError, match="EMAIL_URL"):
        call_command("send_reminders")
    assert Reminder.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_sends(annotator):
    ask(annotator)
    reminder = Reminder.objects.select_related("annotator").get()
    given = at_once(*[lambda: give_out(reminder, now=later())] * 4)
    assert sorted(one is None for one in given) == [False, True, True, True]


def test_in_one_tap_an_address_is_never_written_to_again(annotator, campaign):
    """As a mail program does it: no cookie, no token of a form (RFC 8058)."""
    ask(annotator)
    browser = Client(enforce_csrf_checks=True)
    address = reverse("no-letters", args=[stop_token(EMAIL)])
    assert "Never remind me again" in browser.get(address).content.decode()
    assert Reminder.objects.exists()  # to look is not to refuse
    assert browser.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Reminder.objects.exists()
    # However it is written, and whoever enters it; who does so is not told.
    ask(annotator, EMAIL.upper())
    assert Reminder.objects.get().email == ""
    assert send_reminders(now=later()) == 0
    assert not Reminder.objects.exists()
    assert send_reminders(now=later(400)) == 0
    assert WrittenAddress.objects.get().refused_at
    assert browser.post(reverse("no-letters", args=["x.y"])).status_code == 404


def test_however_many_enter_an_address_one_letter_comes_and_no_other_for_a_week(campaign):
    first = another(campaign)
    another(campaign)
    other = make_campaign("ships", reminders=True)
    third = another(other)
    now = later()
    assert send_reminders(now=now) == 1
    assert first.pk != third.pk
    assert Reminder.objects.get().annotator == third  # of the other campaign: it waits
    assert send_reminders(now=now + timedelta(days=6)) == 0
    assert send_reminders(now=now + timedelta(days=8)) == 1
    # What is known of the address is forgotten when it is of no use.
    send_reminders(now=now + timedelta(days=20))
    assert not WrittenAddress.objects.exists()


def test_what_is_known_of_an_address_is_not_the_address(annotator):
    ask(annotator)
    send_reminders(now=later())
    known = WrittenAddress.objects.get()
    assert known.address_hash == address_hash(EMAIL.lower())
    assert EMAIL.lower() not in str(known.__dict__).lower()


def test_a_program_is_stopped_and_so_is_a_network(annotator, campaign, joined, monkeypatch):
    program = Client(headers={"Authorization": f"Annotator {joined.token}"})
    for _time in range(5):
        told = program.put(f"{ME}reminder/", {"email": EMAIL}, content_type=JSON)
        assert told.status_code == 204
    refused = program.put(f"{ME}reminder/", {"email": EMAIL}, content_type=JSON)
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    monkeypatch.setattr(reminders, "MOST_OF_A_NETWORK", 1)
    Reminder.objects.update(network="here")
    with pytest.raises(reminders.TooMany):
        another(campaign, "other@example.org")


def test_a_program_of_theirs_leaves_and_deletes_it_and_sees_what_is_kept(joined, annotator):
    program = Client(headers={"Authorization": f"Annotator {joined.token}"})
    assert program.get(ME).json()["reminder"] is None
    bad = program.put(f"{ME}reminder/", {"email": "vera"}, content_type=JSON)
    assert bad.status_code == 400
    said = {"email": EMAIL, "language": "fr"}
    assert program.put(f"{ME}reminder/", said, content_type=JSON).status_code == 204
    told = program.get(ME).json()["reminder"]
    assert (told["email"], told["language"]) == (EMAIL, "fr")
    assert program.delete(f"{ME}reminder/").status_code == 204
    assert program.get(ME).json()["reminder"] is None
    Campaign.objects.update(reminders=False)
    refused = program.put(f"{ME}reminder/", said, content_type=JSON)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_reminder")


def test_the_address_goes_with_the_answers(annotator):
    ask(annotator)
    withdraw_annotator(annotator_id=annotator.pk)
    assert not Reminder.objects.exists()


def test_the_address_goes_when_the_campaign_closes(annotator, campaign):
    ask(annotator)
    close_campaign(campaign=campaign)
    assert not Reminder.objects.exists()


def test_the_address_goes_with_the_campaign_at_once(campaign, annotator):
    ask(annotator)
    Rating.objects.all().delete()
    Assignment.objects.all().delete()
    delete_campaign(campaign=campaign)
    assert Annotator.objects.exists()  # by and by
    assert not Reminder.objects.exists()


@pytest.mark.parametrize(
    "columns", [{"site_status": "returned"}, {"withdrawn_at": timezone.now()}]
)
def test_whoever_left_by_another_way_is_forgotten_within_the_hour(annotator, columns, settings):
    ask(annotator)
    Annotator.objects.update(**columns)
    settings.MAIL_IS_SET_UP = False
    remind()
    assert not Reminder.objects.exists()


def test_switching_it_off_forgets_all_of_them(annotator, campaign):
    ask(annotator)
    lead = make_lead("lead", campaign, "manager")
    program = program_of(lead)
    told = program.patch(
        "/api/v1/campaigns/boats/", {"reminders": False}, content_type="application/json"
    )
    assert told.json()["reminders"] is False
    send_reminders(now=timezone.now())
    assert not Reminder.objects.exists()
    assert AuditEntry.objects.latest("id").detail == {"changed": ["reminders"]}


def test_a_lead_switches_it_on_and_reads_what_it_does(campaign, settings):
    Campaign.objects.update(reminders=False)
    lead = make_lead("lead", campaign, "manager")
    browser = signed_in(lead)
    address = "/campaigns/boats/settings/encouragements/"
    assert "one e-mail" in browser.get(address).content.decode()
    form = EncouragementsForm(campaign)
    said = {name: form[name].value() for name in form.fields if name != "reminders"}
    browser.post(address, {**said, "reminders": "on"})
    assert Campaign.objects.get().reminders
    settings.MAIL_IS_SET_UP = False
    assert "cannot send mail" in browser.get(address).content.decode()


@pytest.mark.django_db(transaction=True)
def test_no_archive_and_no_backup_holds_the_address(annotator, campaign, tmp_path):
    ask(annotator)
    export_campaign(campaign=campaign, path=tmp_path / "campaign.zip")
    back_up(tmp_path / "backup.zip")
    for name in ("campaign", "backup"):
        with zipfile.ZipFile(tmp_path / f"{name}.zip") as held:
            assert "annotators.Annotator.jsonl" in held.namelist()
            texts = [held.read(member).decode().lower() for member in held.namelist()]
        assert not any(EMAIL.lower() in text for text in texts)
        assert "annotators.Reminder.jsonl" not in held.namelist()


def test_the_command_says_how_many_and_no_address(annotator, capsys):
    ask(annotator)
    Reminder.objects.update(asked_at=later(-4))
    Assignment.objects.update(taken_at=later(-9), completed_at=later(-9), expires_at=later(-8))
    Rating.objects.update(rated_at=later(-9))
    assert facts_of("send_reminders", "--dry-run") == {"due": {"boats": 1}}
    assert mail.outbox == []
    assert facts_of("send_reminders") == {"sent": 1}
    assert facts_of("send_reminders") == {"sent": 0}
    assert len(mail.outbox) == 1


def test_the_clock_asks_every_hour():
    assert CELERY_BEAT_SCHEDULE["send reminders"]["task"] == remind.name
