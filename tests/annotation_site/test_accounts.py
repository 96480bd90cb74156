"""Getting in: the first account, invitations, a new password, one's own account."""

import re
from functools import partial

import pytest
from celery import current_app
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError

from annotation_site import jobs
from annotation_site.accounts import letters
from annotation_site.accounts.services import NotFirst, make_first_account
from annotation_site.accounts.setup_code import setup_code
from campaigns.models import Campaign, Invitation, Member
from campaigns.services.people import invite_member
from tests.commands import printed_by
from tests.people import PASSWORD, make_lead, signed_in
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

PERSON = {
    "username": "ada",
    "email": "ada@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}
FIRST = PERSON | {"setup_code": setup_code()}


@pytest.fixture
def asked_for(monkeypatch):
    """What a worker was told of letters."""
    told = []

    def send_task(name, kwargs, expires):
        assert (name, expires) == (jobs.send_password_letter.name, letters.EXPIRES_SECONDS)
        told.append(kwargs)

    monkeypatch.setattr(current_app, "send_task", send_task)
    return told


@pytest.fixture
def campaign():
    return Campaign.objects.create(slug="boats", title="Boats and gladness", language="en")


def invite(campaign, by, role="manager"):
    token = invite_member(
        campaign=campaign, by=by, email="new@example.org", role=Member.Role(role)
    )
    return f"/invitation/{token}/"


@pytest.mark.parametrize("address", ["/", "/sign-in/"])
def test_an_empty_site_leads_to_its_first_account(client, address):
    assert client.get(address).url == "/first-run/"


def test_the_first_account_runs_the_site_and_is_signed_in(client):
    made = client.post("/first-run/", FIRST, follow=True)
    assert made.redirect_chain == [("/", 302)]
    user = made.context["user"]
    assert (user.username, user.email) == ("ada", "ada@example.org")
    assert user.is_superuser
    assert user.is_staff
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize("method", ["get", "post"])
def test_there_is_no_second_first_account(client, method):
    make_lead("olga")
    assert getattr(client, method)("/first-run/", FIRST).url == "/sign-in/"
    assert User.objects.count() == 1


@pytest.mark.parametrize("said", ["", "abcd-efgh-ijkl-mnop"])
def test_a_stranger_who_finds_a_new_site_first_does_not_own_it(client, said):
    page = client.post("/first-run/", PERSON | {"setup_code": said})
    assert page.status_code == 200
    assert setup_code() not in page.content.decode()
    assert not User.objects.exists()
    for _try in range(30):
        last = client.post("/first-run/", PERSON | {"setup_code": said})
    assert last.status_code == 429


def test_the_setup_code_is_as_somebody_wrote_it_down(client, settings):
    written = setup_code().upper().replace("-", " ")
    settings.SETUP_CODE = "of the operator’s own"
    assert client.post("/first-run/", FIRST).status_code == 200
    settings.SETUP_CODE = ""
    assert client.post("/first-run/", PERSON | {"setup_code": written}).status_code == 302


def test_the_command_tells_the_setup_code_while_there_is_no_account(settings):
    printed, _told = printed_by("setup_code")
    assert "http://localhost:8000/first-run/" in printed
    assert setup_code() in printed
    # Each site has a code of its own.
    settings.SECRET_KEY = "another"
    assert setup_code() not in printed
    make_lead("olga")
    assert printed_by("setup_code")[0] == ""


@pytest.mark.django_db(transaction=True)
def test_of_strangers_who_come_first_at_once_one_is_first():
    outcomes = at_once(
        *(
            partial(make_first_account, name=name, email="a@example.org", password=PASSWORD)
            for name in ("ada", "ben", "eve")
        )
    )
    assert sum(isinstance(outcome, NotFirst) for outcome in outcomes) == 2
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"password1": "1234", "password2": "1234"}, "too short"),
        ({"password2": "something else"}, "match"),
        ({"username": "two words"}, "valid username"),
        ({"email": ""}, "required"),
    ],
)
def test_what_is_wrong_with_a_new_account_is_said_and_the_rest_kept(client, wrong, said):
    page = client.post("/first-run/", FIRST | wrong)
    assert page.status_code == 200
    assert said in page.content.decode()
    assert not User.objects.exists()


def test_whoever_is_invited_makes_an_account_and_is_a_member(client, campaign):
    address = invite(campaign, make_lead("olga"))
    shown = client.get(address).content.decode()
    assert "Boats and gladness" in shown
    assert 'value="new@example.org"' in shown
    made = client.post(address, PERSON, follow=True)
    assert made.redirect_chain == [("/campaigns/boats/", 302)]
    member = campaign.members.get()
    assert (member.user.username, member.role) == ("ada", "manager")
    assert not member.user.is_superuser


def test_a_name_taken_in_other_capitals_is_taken(client, campaign):
    address = invite(campaign, make_lead("olga"))
    page = client.post(address, PERSON | {"username": "Olga"})
    assert "This name is already taken." in page.content.decode()
    assert User.objects.count() == 1


def test_whoever_has_an_account_accepts_with_it(campaign):
    address = invite(campaign, make_lead("olga"))
    client = signed_in(make_lead("ada"))
    assert "Accept as ada" in client.get(address).content.decode()
    accepted = client.post(f"{address}accept/", follow=True)
    assert accepted.redirect_chain == [("/campaigns/boats/", 302)]
    assert campaign.members.get().user.username == "ada"


def test_whoever_is_not_signed_in_is_asked_who_they_are_first(client, campaign):
    address = invite(campaign, make_lead("olga"))
    assert client.post(f"{address}accept/").url == address
    assert Invitation.objects.get().used_at is None


def test_a_used_link_says_so_and_makes_no_account(client, campaign):
    address = invite(campaign, make_lead("olga"))
    client.post(address, PERSON)
    late = Client()
    for answer in (
        late.get(address),
        late.post(address, PERSON | {"username": "eve"}),
        signed_in(make_lead("ben")).post(f"{address}accept/"),
    ):
        assert answer.status_code == 404
        assert "no longer works" in answer.content.decode()
    assert not User.objects.filter(username="eve").exists()


def test_a_forgotten_password_is_chosen_anew_by_mail(client, asked_for):
    make_lead("ada")
    asked = client.post("/new-password/", {"email": "Ada@example.org"}, follow=True)
    assert "we have sent it a link" in asked.content.decode()
    jobs.send_password_letter(**asked_for[0])
    (letter,) = mail.outbox
    assert letter.subject == "Regild: choose a new password"
    link = re.search(r"http://localhost:8000(/new-password/\S+)", letter.body)[1]
    form = client.get(link, follow=True)
    chosen = client.post(
        form.redirect_chain[-1][0],
        {"new_password1": "across the bay", "new_password2": "across the bay"},
        follow=True,
    )
    assert "Sign in with your new password" in chosen.content.decode()
    assert client.login(username="ada", password="across the bay")
    used = client.get(link, follow=True)
    assert "already been used" in used.content.decode()


def test_nobody_learns_whether_an_address_has_an_account(asked_for):
    make_lead("ada")
    tokens = re.compile('name="csrfmiddlewaretoken" value="[^"]+"')
    seen = []
    for email in ("ada@example.org", "eve@example.org"):
        client = Client()
        with CaptureQueriesContext(connection) as asked:
            page = client.post("/new-password/", {"email": email})
        shown = client.get(page.url).content.decode()
        statements = [query["sql"] for query in asked.captured_queries]
        seen.append((page.status_code, page.url, tokens.sub("", shown), statements))
    # Nothing is asked of the tables, so that the time tells no more than the answer.
    assert seen[0] == seen[1]
    assert seen[0][3] == []
    assert mail.outbox == []
    assert [told["email"] for told in asked_for] == ["ada@example.org", "eve@example.org"]
    jobs.send_password_letter(**asked_for[1])
    assert mail.outbox == []


def test_a_letter_speaks_as_the_page_did(client, asked_for):
    make_lead("ada")
    client.post(
        "/new-password/", {"email": "ada@example.org"}, headers={"accept-language": "fr"}
    )
    jobs.send_password_letter(**asked_for[0])
    assert mail.outbox[0].subject.endswith("choisissez un nouveau mot de passe")


def test_it_is_said_that_no_letter_comes_while_the_broker_is_away(client, monkeypatch):
    def send_task(*_asked, **_more):
        raise OperationalError

    monkeypatch.setattr(current_app, "send_task", send_task)
    page = client.post("/new-password/", {"email": "ada@example.org"})
    assert "E-mail cannot be sent at the moment" in page.content.decode()


def test_letters_to_one_address_come_to_an_end(client, asked_for):
    asked = [client.post("/new-password/", {"email": "ada@example.org"}) for _try in range(4)]
    assert [answer.status_code for answer in asked] == [302, 302, 302, 429]
    assert len(asked_for) == 3


def test_a_lead_changes_their_name_and_address_with_their_password():
    lead = make_lead("ada")
    client = signed_in(lead)
    wanted = {"username": "Ada", "email": "a@example.org"}
    refused = client.post("/account/", wanted | {"current_password": "wrong"})
    assert "current password is not right" in refused.content.decode()
    lead.refresh_from_db()
    assert (lead.username, lead.email) == ("ada", "ada@example.org")
    assert client.post("/account/", wanted | {"current_password": PASSWORD}).url == "/account/"
    lead.refresh_from_db()
    assert (lead.username, lead.email) == ("Ada", "a@example.org")


def test_a_refused_name_is_not_shown_as_the_leads_own():
    make_lead("olga")
    page = signed_in(make_lead("ada")).post(
        "/account/",
        {"username": "OLGA", "email": "a@example.org", "current_password": PASSWORD},
    )
    assert page.context["user"].username == "ada"
    assert "This name is already taken." in page.content.decode()


def test_a_changed_password_signs_out_everywhere_else():
    lead = make_lead("ada")
    here, elsewhere = signed_in(lead), signed_in(lead)
    changed = here.post(
        "/account/password/",
        {
            "old_password": PASSWORD,
            "new_password1": "across the bay",
            "new_password2": "across the bay",
        },
    )
    assert changed.url == "/account/"
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").url.startswith("/sign-in/")
