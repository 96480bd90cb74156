"""Joining: a school comes through, a program does not."""

import pytest
from django.test import Client

from annotators.models import Annotator
from annotators.services import join_limits as throttles
from tests.factories import make_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

JOIN = "/api/v1/campaigns/boats/join/"
CONSENT = {"consent": True, "native_speaker": True}


@pytest.fixture(autouse=True)
def campaign():
    return make_campaign()


def join(client=None, **more):
    return (client or Client()).post(JOIN, CONSENT, content_type="application/json", **more)


def test_two_hundred_may_join_from_one_address_and_then_must_wait():
    statuses = [join().status_code for _pupil in range(201)]
    assert statuses == [201] * 200 + [429]
    refused = join()
    assert refused.json()["code"] == "throttled"
    assert 0 < int(refused["Retry-After"]) <= 300
    assert join(REMOTE_ADDR="203.0.113.9").status_code == 201


def test_the_page_counts_with_the_api_and_says_how_long_to_wait(monkeypatch):
    monkeypatch.setattr(throttles, "FROM_ADDRESS", throttles.Limit("join-address", 1))
    join()
    page = Client().post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
    assert page.status_code == 429
    assert "Very many people are joining" in page.content.decode()
    assert "checked" in page.content.decode()
    assert Annotator.objects.count() == 1


def test_a_form_that_is_not_filled_in_is_no_try(monkeypatch):
    monkeypatch.setattr(throttles, "FROM_ADDRESS", throttles.Limit("join-address", 1))
    client = Client()
    assert client.post("/rate/boats/", {"consent": "on"}).status_code == 200
    joined = client.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
    assert joined.status_code == 302


def test_whoever_has_joined_already_may_do_so_ten_times_more():
    token = join().json()["token"]
    header = {"HTTP_AUTHORIZATION": f"Annotator {token}"}
    statuses = [join(**header).status_code for _again in range(11)]
    assert statuses == [201] * 10 + [429]
    assert join().status_code == 201
