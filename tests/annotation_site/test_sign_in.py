"""Signing in: guessing comes to an end, and takes nobody else with it."""

import re
from functools import partial

import pytest
from django.core import mail, signing
from django.test import Client

from annotation_site.accounts.letters import send_password_letter
from annotation_site.accounts.limits import (
    FAILURES_FROM_ADDRESS,
    FAILURES_OF_ACCOUNT,
    FAILURES_OF_BROWSER,
    FAILURES_OF_NAME,
)
from tests.people import PASSWORD, make_lead, signed_in
from tests.side_by_side import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def counted_in_files(settings, folder):
    """As on one machine without Redis."""
    backend = "core.file_cache.CountingFiles"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": str(folder)}}


@pytest.fixture(autouse=True)
def lead():
    return make_lead("ada")


def sign_in(client, name="ada", password=PASSWORD, address="203.0.113.9"):
    given = {"username": name, "password": password}
    return client.post("/sign-in/", given, REMOTE_ADDR=address)


def fail(client, times, **more):
    for _time in range(times):
        assert sign_in(client, **{"password": "wrong"} | more).status_code == 200


def test_guessing_at_one_account_must_wait_even_with_the_right_password(client):
    fail(client, FAILURES_OF_NAME.most)
    refused = sign_in(client)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 300
    assert "tried too often" in refused.content.decode()
    assert 'value="ada"' in refused.content.decode()
    assert PASSWORD not in refused.content.decode()


def test_another_spelling_is_no_other_account(client):
    # The form reads the last two as the first.
    for name in ("ada", "ADA", "  ada ", "\uff41da") * 2:
        fail(client, 1, name=name)
    assert sign_in(client).status_code == 429


def test_others_at_the_same_address_and_the_same_account_elsewhere_go_on(client):
    make_lead("ben")
    fail(client, FAILURES_OF_NAME.most)
    assert sign_in(client, name="ben").status_code == 302
    assert sign_in(client, address="198.51.100.7").status_code == 302


def test_signing_in_well_is_never_too_often(client):
    for _time in range(FAILURES_FROM_ADDRESS.most + 1):
        assert sign_in(client).status_code == 302
        client.logout()


def test_trying_one_password_on_many_names_must_wait(client):
    for number in range(FAILURES_FROM_ADDRESS.most):
        fail(client, 1, name=f"lead-{number}")
    assert sign_in(client).status_code == 429
    assert sign_in(client, address="198.51.100.7").status_code == 302


def test_the_admin_has_no_door_of_its_own(client, lead):
    assert client.get("/admin/").url == "/admin/login/?next=/admin/"
    assert client.get("/admin/login/").url == "/sign-in/?next=/admin/"
    deeper = client.get("/admin/login/?next=/admin/auth/user/")
    assert deeper.url == "/sign-in/?next=/admin/auth/user/"
    given = {"username": "ada", "password": PASSWORD}
    assert client.post("/admin/login/", given).status_code == 405
    assert signed_in(lead).get("/admin/login/").status_code == 403


def at_sign_in(answers):
    """How many of these were looked at, rather than told to wait."""
    return sum(answer.status_code != 429 for answer in answers)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("cache", ["memory", "files"])
def test_of_wrong_passwords_sent_at_once_no_more_are_tried_than_one_after_the_other(
    cache, settings, tmp_path
):
    if cache == "files":
        counted_in_files(settings, tmp_path)
    wrong = partial(sign_in, password="wrong")
    answers = at_once(*[lambda: wrong(Client())] * 24)
    assert at_sign_in(answers) == FAILURES_OF_NAME.most


def test_guessing_at_one_account_from_many_addresses_must_wait_too(client):
    def guess(number, name):
        return sign_in(client, name, "wrong", f"198.51.100.{number}")

    # The same for a name that nobody has.
    for name in ("ada", "nobody"):
        answers = [guess(number, name) for number in range(FAILURES_OF_ACCOUNT.most + 5)]
        assert at_sign_in(answers) == FAILURES_OF_ACCOUNT.most
    assert sign_in(client).status_code == 429
    # Refused ones from one address count for nobody else.
    make_lead("ben")
    fail(client, FAILURES_OF_NAME.most, name="ben")
    refused = [sign_in(client, "ben", "wrong") for _more in range(40)]
    assert at_sign_in(refused) == 0
    assert sign_in(Client(), "ben", address="192.0.2.1").status_code == 302


def guess_from_everywhere(name="ada"):
    for number in range(FAILURES_OF_ACCOUNT.most):
        sign_in(Client(), name, "wrong", f"198.51.100.{number}")


def test_a_browser_that_signed_in_before_passes_while_others_guess(client):
    sign_in(client)
    client.post("/sign-out/")
    guess_from_everywhere()
    assert sign_in(Client(), address="192.0.2.1").status_code == 429
    assert sign_in(client, address="192.0.2.1").status_code == 302
    # It is known for its account alone, and may mistype no oftener than others.
    client.post("/sign-out/")
    make_lead("ben")
    guess_from_everywhere("ben")
    assert sign_in(client, "ben", address="192.0.2.1").status_code == 429
    fail(client, FAILURES_OF_BROWSER.most)
    assert sign_in(client).status_code == 429


def test_a_letter_makes_a_browser_known(client, lead):
    guess_from_everywhere()
    send_password_letter("ada@example.org", "en")
    (link,) = re.findall(r"http://\S+", mail.outbox[0].body)
    form = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(form, {"new_password1": "across the bay", "new_password2": "across the bay"})
    assert sign_in(client, password="across the bay").status_code == 302


def test_nobody_can_make_a_browser_known_by_hand(client):
    guess_from_everywhere()
    for cookie in ("", "x", "a:b:c", signing.TimestampSigner(salt="known").sign("ada")):
        client.cookies["known_browser"] = cookie
        assert sign_in(client).status_code == 429
