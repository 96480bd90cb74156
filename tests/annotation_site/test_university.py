"""Signing in with one's university, before a provider on this machine."""

import time

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount, SocialToken
from cryptography.hazmat.primitives import serialization
from django.contrib.auth.models import User
from django.test import Client

from annotation_site.accounts.university_accounts import note_proven_address
from campaigns.models import Member
from campaigns.services.people import invite_member
from tests.annotation_site.oidc_provider import ANOTHER_KEY, KEY, provider
from tests.annotation_site.stronger_site import switch_on
from tests.factories import make_campaign
from tests.people import PASSWORD, make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ADA = {
    "sub": "0xada",
    "email": "Ada@uni.example",
    "email_verified": True,
    "preferred_username": "ada",
    "birthdate": "1815-12-10",
}
PUBLIC = KEY.public_key().public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
)


@pytest.fixture
def university(settings):
    with provider() as running:
        running.person = ADA
        switch_on(settings, issuer=running.issuer)
        yield running


@pytest.fixture
def for_all(settings, university):
    """Whoever is of the university may have an account."""
    settings.OIDC_ALLOWED_DOMAINS = ["uni.example"]


def go(client, **asked):
    """To the provider, which sends one back: there."""
    page = client.post("/sign-in/with/university/", asked)
    onward = page["Refresh"].removeprefix("0; url=")
    back = requests.get(onward, allow_redirects=False, timeout=10).headers["Location"]
    return back.removeprefix("http://testserver")


def sign_in(client=None, **asked):
    client = client or Client()
    return client.get(go(client, **asked), follow=True)


def who(client):
    """Who is signed in there."""
    return client.get("/").context["user"].get_username()


def test_whoever_has_an_address_there_gets_an_account_and_comes_back_into_it(for_all):
    first, second = Client(), Client()
    assert sign_in(first).redirect_chain == [("/", 302)]
    assert who(first) == "ada"
    sign_in(second, next="/account/")
    ada = User.objects.get()
    assert (ada.email, ada.has_usable_password(), ada.is_staff) == (
        "ada@uni.example",
        False,
        False,
    )
    assert who(second) == "ada"
    # Of what was told no more is kept than is needed, and nothing that opens anything there.
    kept = SocialAccount.objects.get().extra_data["userinfo"]
    assert kept == {name: ADA[name] for name in ADA if name != "birthdate"}
    assert not SocialToken.objects.exists()


def test_a_name_that_somebody_has_is_not_taken_over(for_all):
    make_lead("Ada")
    client = Client()
    sign_in(client)
    assert who(client) not in ("ada", "Ada", "")


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"email": "ada@evil-uni.example"}, "Accounts are by invitation"),
        ({"email": "ada@uni.example.evil.example"}, "Accounts are by invitation"),
        ({"email": "ada@more.uni.example"}, "Accounts are by invitation"),
        ({"email_verified": False}, "does not confirm"),
        ({"email_verified": "false"}, "does not confirm"),
        ({"email": ""}, "does not confirm"),
    ],
)
def test_nobody_else_gets_one(for_all, university, told, said):
    university.person = ADA | told
    page = sign_in()
    assert page.status_code == 403
    assert said in page.content.decode()
    assert not User.objects.exists()


def invite(email):
    olga = make_lead("olga")
    return invite_member(
        campaign=make_campaign(), by=olga, email=email, role=Member.Role.MANAGER
    )


@pytest.mark.parametrize("to", ["ada@uni.example", "ada@home.example"])
def test_whoever_is_invited_comes_by_the_link_and_accepts(university, to):
    there = f"/invitation/{invite(to)}/"
    client = Client()
    assert "the University of Boats" in client.get(there).content.decode()
    page = sign_in(client, next=there)
    assert "Accept as ada" in page.content.decode()
    assert client.post(f"{there}accept/").url == "/campaigns/boats/"


def test_an_invitation_to_the_address_is_enough(university):
    invite("ada@uni.example")
    assert sign_in().status_code == 200
    university.person = ADA | {"sub": "0xeve", "email": "eve@uni.example"}
    assert sign_in(next="/invitation/x/").status_code == 403


def test_an_address_that_somebody_only_wrote_down_is_nobodys(for_all):
    eve = make_lead("eve")
    eve.email = "ada@uni.example"
    eve.save()
    page = sign_in()
    assert page.status_code == 403
    assert "An account with your address already exists" in page.content.decode()
    # Nor one that they had proven before it was another's.
    EmailAddress.objects.create(
        user=make_lead("mallory"), email="ada@uni.example", verified=True
    )
    assert sign_in().status_code == 403
    assert not SocialAccount.objects.exists()


def test_an_address_proven_by_a_letter_is_theirs(university):
    ada = make_lead("Ada L.")
    ada.email = "Ada@uni.example"
    ada.save()
    note_proven_address(ada)
    client = Client()
    sign_in(client)
    assert who(client) == "Ada L."
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)
    assert SocialAccount.objects.get().user == ada


def test_a_lead_connects_their_account_when_they_have_shown_that_it_is_them(university):
    lead = make_lead("lovelace")
    client = signed_in(lead)
    asked = client.get(go(client, process="connect"), follow=True)
    assert asked.redirect_chain[-1][0] == "/account/confirm/"
    assert not SocialAccount.objects.exists()
    client.post("/account/confirm/", {"password": "wrong"})
    assert not SocialAccount.objects.exists()
    client.post("/account/confirm/", {"password": PASSWORD})
    assert SocialAccount.objects.get().user == lead
    elsewhere = Client()
    sign_in(elsewhere)
    assert who(elsewhere) == "lovelace"
    assert "ada@uni.example" in elsewhere.get("/account/university/").content.decode().lower()
    # One account there opens one here.
    eve = signed_in(make_lead("eve"))
    eve.get(go(eve, process="connect"))
    eve.post("/account/confirm/", {"password": PASSWORD})
    assert SocialAccount.objects.get().user == lead


def test_a_closed_account_stays_closed_and_a_second_factor_is_asked_for(for_all):
    sign_in()
    ada = User.objects.get()
    TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
    client = Client()
    assert sign_in(client).redirect_chain[-1][0] == "/sign-in/second-factor/"
    assert who(client) == ""
    ada.is_active = False
    ada.save()
    assert sign_in(client).redirect_chain[-1][0] == "/sign-in/inactive/"
    assert who(client) == ""


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"signing": {"key": ANOTHER_KEY, "algorithm": "RS256"}}, id="forged"),
        pytest.param({"signing": {"key": None, "algorithm": "none"}}, id="unsigned"),
        pytest.param({"signing": {"key": PUBLIC, "algorithm": "HS256"}}, id="by public key"),
        pytest.param({"said": {"iss": "https://elsewhere.example"}}, id="of another"),
        pytest.param({"said": {"aud": "another site"}}, id="for another"),
        pytest.param({"said": {"exp": int(time.time()) - 3600}}, id="expired"),
        pytest.param({"said": {"sub": "0xeve"}}, id="about another"),
        pytest.param({"userinfo": {"sub": "0xeve"}}, id="told of another"),
        pytest.param({"issuer": "https://elsewhere.example"}, id="another issuer"),
    ],
)
def test_a_token_that_is_not_the_providers_word_for_us_opens_nothing(
    for_all, university, wrong
):
    client = Client()
    back = go(client)
    for name, value in wrong.items():
        setattr(university, name, value)
    if "issuer" in wrong:
        from django.core.cache import cache

        cache.clear()
    page = client.get(back)
    assert page.status_code == 401
    assert "Sign-in failed" in page.content.decode()
    assert not User.objects.exists()


def test_what_one_browser_began_another_does_not_end(for_all):
    begun = go(Client())
    assert Client().get(begun).status_code == 401
    client = Client()
    back = go(client)
    assert client.get(back).status_code == 302
    client.post("/sign-out/")
    assert client.get(back).status_code == 401
    assert who(client) == ""


def test_a_provider_that_is_away_or_refuses_is_told_as_one(university, settings):
    client = Client()
    back = go(client).partition("code=")[0]
    state = go(client).partition("state=")[2]
    cancelled = client.get(f"{back}error=access_denied&state={state}", follow=True)
    assert "Sign-in was cancelled" in cancelled.content.decode()
    switch_on(settings)
    assert client.post("/sign-in/with/university/").status_code == 401
    assert client.post("/sign-in/with/another/").status_code == 404


def test_one_is_sent_there_by_a_form_of_ours_alone(university):
    client = Client(enforce_csrf_checks=True)
    assert client.post("/sign-in/with/university/").status_code == 403
    assert client.get("/sign-in/with/university/").status_code == 405
