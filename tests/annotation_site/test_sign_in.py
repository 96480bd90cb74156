"""Signing in: guessing comes to an end, and takes nobody else with it."""

import pytest

from annotation_site.accounts.views import FAILURES_FROM_ADDRESS, FAILURES_OF_NAME
from tests.people import PASSWORD, make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


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


def test_other_capitals_are_no_other_account(client):
    for name in ("ada", "Ada", "ADA", "aDa") * 2:
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
