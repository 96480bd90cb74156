"""Getting in: the first account, invitations, a new password, one's own account."""

import re
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from annotation_site.accounts.services import NotFirst, make_first_account
from campaigns.models import Campaign, Invitation, Member
from campaigns.services.people import invite_member
from tests.people import PASSWORD, make_lead, signed_in
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

PERSON = {
    "username": "ada",
    "email": "ada@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


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
    made = client.post("/first-run/", PERSON, follow=True)
    assert made.redirect_chain == [("/", 302)]
    user = made.context["user"]
    assert (user.username, user.email) == ("ada", "ada@example.org")
    assert user.is_superuser
    assert user.is_staff
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize("method", ["get", "post"])
def test_there_is_no_second_first_account(client, method):
    make_lead("olga")
    assert getattr(client, method)("/first-run/", PERSON).url == "/sign-in/"
    assert User.objects.count() == 1


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
    page = client.post("/first-run/", PERSON | wrong)
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
    assert "Somebody has this name already." in page.content.decode()
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


def test_a_forgotten_password_is_chosen_anew_by_mail(client):
    make_lead("ada")
    asked = client.post("/new-password/", {"email": "Ada@example.org"}, follow=True)
    assert "is on its way" in asked.content.decode()
    (letter,) = mail.outbox
    assert letter.subject == "Regild: choose a new password"
    link = re.search(r"http://localhost:8000(/new-password/\S+)", letter.body)[1]
    form = client.get(link, follow=True)
    chosen = client.post(
        form.redirect_chain[-1][0],
        {"new_password1": "across the bay", "new_password2": "across the bay"},
        follow=True,
    )
    assert "Your new password is set" in chosen.content.decode()
    assert client.login(username="ada", password="across the bay")
    used = client.get(link, follow=True)
    assert "used already" in used.content.decode()


def test_nobody_learns_whether_an_address_has_an_account(client):
    make_lead("ada")
    pages = [
        client.post("/new-password/", {"email": email}, follow=True).content.decode()
        for email in ("ada@example.org", "eve@example.org")
    ]
    tokens = re.compile('name="csrfmiddlewaretoken" value="[^"]+"')
    assert tokens.sub("", pages[0]) == tokens.sub("", pages[1])


def test_letters_to_one_address_come_to_an_end(client):
    make_lead("ada")
    asked = [client.post("/new-password/", {"email": "ada@example.org"}) for _try in range(4)]
    assert [answer.status_code for answer in asked] == [302, 302, 302, 429]
    assert len(mail.outbox) == 3


def test_a_lead_changes_their_name_and_address_with_their_password():
    lead = make_lead("ada")
    client = signed_in(lead)
    wanted = {"username": "Ada", "email": "a@example.org"}
    refused = client.post("/account/", wanted | {"current_password": "wrong"})
    assert "not your present password" in refused.content.decode()
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
    assert "Somebody has this name already." in page.content.decode()


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
