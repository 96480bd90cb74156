"""A second factor: what is asked for, what opens nothing, and what a switch leaves behind."""

import base64
import hashlib
import hmac
import re
import struct
import time
from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.db import connection
from django.test import Client
from django.urls import get_resolver

from tests.annotation_site.stronger_site import STRONGER, switch_on
from tests.annotation_site.test_permissions import routes
from tests.annotation_site.test_security import CODE
from tests.commands import printed_by
from tests.people import PASSWORD, make_lead
from tests.side_by_side import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def code_of(secret: str, at: float) -> str:
    """RFC 6238, with the letters of its own example."""
    counter = struct.pack(">Q", int(at) // 30)
    digest = hmac.digest(base64.b32decode(secret), counter, hashlib.sha1)
    place = digest[-1] & 15
    (number,) = struct.unpack(">I", digest[place : place + 4])
    return str((number & 0x7FFFFFFF) % 10**6).zfill(6)


def test_the_codes_are_those_of_the_standard():
    # Appendix B: the last six of eight digits, at 59 s and at 1111111109 s.
    secret = base64.b32encode(b"12345678901234567890").decode()
    assert (code_of(secret, 59), code_of(secret, 1111111109)) == ("287082", "081804")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """What codes are made by, at the beginning of one's thirty seconds."""
    now = [time.time() // 30 * 30]
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: now[0])
    return now


def password(client: Client, next: str = "") -> str:
    """Where the right one leads."""
    given = {"username": "ada", "password": PASSWORD, "next": next}
    return client.post("/sign-in/", given)["Location"]


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


@pytest.fixture
def factor(settings, clock) -> tuple[str, list[str]]:
    """Of ada: the app's secret and the recovery codes, set up by her on the pages."""
    make_lead("ada")
    switch_on(settings)
    client = Client()
    assert password(client) == "/"
    asked = client.get("/account/second-factor/app/")
    assert asked.url == "/account/confirm/?next=%2Faccount%2Fsecond-factor%2Fapp%2F"
    assert client.post(asked.url, {"password": PASSWORD}).url == "/account/second-factor/app/"
    page = client.get("/account/second-factor/app/").content.decode()
    secret = re.search(r"<code>([A-Z2-7]{32})</code>", page)[1]
    picture = re.search(r"data:image/svg\+xml;base64,([^\"]+)", page)[1]
    assert b'xmlns="http://www.w3.org/2000/svg"' in base64.b64decode(picture)
    wrong = client.post("/account/second-factor/app/", {"code": "000000"})
    assert "Incorrect code" in wrong.content.decode()
    done = client.post(
        "/account/second-factor/app/", {"code": code_of(secret, clock[0])}, follow=True
    )
    shown = re.findall(r"<li><code>(\d{8})</code>", done.content.decode())
    assert len(shown) == 10
    return secret, shown


def test_a_password_alone_opens_nothing_any_more(factor, clock):
    secret, _codes = factor
    clock[0] += 30
    client = Client()
    assert password(client, next="/account/tokens/") == "/sign-in/second-factor/"
    assert not is_in(client)
    wrong = client.post("/sign-in/second-factor/", {"code": "000000"})
    assert "Incorrect code" in wrong.content.decode()
    assert not is_in(client)
    given = {"code": code_of(secret, clock[0])}
    assert client.post("/sign-in/second-factor/", given).url == "/account/tokens/"
    assert is_in(client)
    # Somebody who looked over her shoulder.
    other = Client()
    password(other)
    assert other.post("/sign-in/second-factor/", given).status_code == 200
    assert not is_in(other)
    # Nobody gets there who has not said a password first.
    assert Client().post("/sign-in/second-factor/", given).url == "/sign-in/"


def test_a_recovery_code_opens_once(factor):
    _secret, codes = factor
    for expected in (302, 200):
        client = Client()
        password(client)
        answer = client.post("/sign-in/second-factor/", {"code": codes[3]})
        assert answer.status_code == expected
        assert is_in(client) is (expected == 302)


@pytest.mark.django_db(transaction=True)
def test_of_codes_sent_at_once_no_more_than_five_are_tried(factor):
    clients = [Client() for _client in range(12)]
    for client in clients:
        password(client)

    def guess(client):
        return client.post("/sign-in/second-factor/", {"code": "000000"}).content.decode()

    said = at_once(*[lambda client=client: guess(client) for client in clients])
    assert sum("Incorrect code" in page for page in said) <= 5
    assert sum("Too many" in page for page in said) >= 7


def test_the_tables_hold_no_secret_that_could_be_used(factor):
    secret, codes = factor
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator")
        told = str(cursor.fetchall())
    assert "secret" in told
    assert secret not in told
    assert not [code for code in codes if code in told]


def test_with_another_secret_key_no_code_fits_until_the_factor_is_forgotten(
    factor, settings, clock
):
    secret, codes = factor
    settings.SECRET_KEY = "another"
    clock[0] += 30
    client = Client()
    password(client)
    for code in (code_of(secret, clock[0]), codes[0]):
        assert client.post("/sign-in/second-factor/", {"code": code}).status_code == 200
    assert printed_by("forget_second_factor", "ada")[0] == "ada: 2 forgotten.\n"
    assert password(Client()) == "/"
    with pytest.raises(CommandError, match="Nobody here"):
        printed_by("forget_second_factor", "eve")


def test_an_account_that_is_deleted_takes_its_factors_along(factor):
    User.objects.get().delete()
    assert not Authenticator.objects.exists()


class TestSwitchedOff:
    def test_no_page_of_theirs_answers(self):
        assert (site_settings.SECOND_FACTOR, site_settings.OIDC_ISSUER) == (False, "")
        ways = {str(one.pattern) for one in STRONGER} - {"sign-in/", "sign-out/"}
        assert len(ways) == 18
        assert not ways & set(routes(get_resolver()))
        for way in ways:
            path = re.sub("<[a-z]+:.*?>", "1", way)
            assert Client().get(f"/{path}").status_code == 404

    def test_nothing_of_theirs_is_on_the_way_of_a_request(self):
        assert "annotation_site.accounts.middleware.PageSignIn" not in site_settings.MIDDLEWARE

    def test_what_was_set_up_before_is_not_asked_for(self, factor, settings):
        settings.SECOND_FACTOR, settings.OIDC_ISSUER = False, ""
        settings.ROOT_URLCONF = "annotation_site.urls"
        client = Client()
        assert password(client) == "/"
        assert is_in(client)
        page = (
            client.get("/sign-in/").content.decode() + client.get("/account/").content.decode()
        )
        assert "passkey" not in page


class TestEveryPage:
    def test_a_stranger_is_asked_to_sign_in_and_no_form_from_elsewhere_is_taken(self, settings):
        switch_on(settings)
        strict = Client(enforce_csrf_checks=True)
        for one in STRONGER:
            path = "/" + re.sub("<[a-z]+:.*?>", "1", str(one.pattern))
            if path.startswith("/account/"):
                assert Client().get(path).url.startswith("/sign-in/?next="), path
            if not path.endswith("/back/"):
                assert strict.post(path).status_code == 403, path

    def test_it_has_no_code_in_it_and_says_so(self, factor, clock, settings):
        secret, _codes = factor
        clock[0] += 30
        client = Client()
        password(client)
        pages = [client.get("/sign-in/second-factor/")]
        given = {"code": code_of(secret, clock[0])}
        client.post("/sign-in/second-factor/", given)
        pages.append(client.get("/account/confirm/"))
        client.post("/account/confirm/", {"password": PASSWORD})
        for one in STRONGER:
            path = f"/{one.pattern}"
            if path.startswith("/account/") and "<" not in path:
                pages.append(client.get(path))
        pages.append(Client().get("/sign-in/"))
        shown = [page for page in pages if page.status_code == 200]
        assert len(shown) >= 10
        for page in shown:
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            assert not CODE.search(page.content.decode())
