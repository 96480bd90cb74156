"""The short way of a rating is taken by first answers alone, and nobody can tell it from the
long one."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import F
from django.http import HttpResponse
from django.test import Client

from annotators.services.tokens import set_token_cookie
from rating.api.assignments import RatingsView
from rating.models import Assignment, Rating
from rating.services.first_answer import store_first_answer
from regild.rating.batch import NewRating
from tests.factories import make_campaign
from tests.rating.beside import meanwhile
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, min_ratings=1, max_ratings=2)


@pytest.fixture
def long_way(monkeypatch):
    """The calls that came to the view."""
    came = []
    put = RatingsView.put

    def counted(self, request, id):
        came.append(id)
        return put(self, request, id)

    monkeypatch.setattr(RatingsView, "put", counted)
    return came


def put(client, sitting, body, **more):
    return client.put(
        f"/api/v1/assignments/{sitting}/ratings/", body, "application/json", **more
    )


def test_a_first_answer_is_answered_as_the_view_answers_it(campaign, long_way):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)
    header = {"headers": {"Authorization": f"Annotator {volunteer.token}"}}
    batch = {"ratings": [rating(first)]}
    short = put(Client(), sitting["id"], json.dumps(batch), **header)
    assert not long_way
    # Longer than the short way reads.
    padded = json.dumps({"ratings": [rating(second)]}) + 1000 * " "
    long = put(Client(), sitting["id"], padded, **header)
    assert long_way == [sitting["id"]]
    left = len(candidates(sitting))
    assert short.content == b'{"stored":1,"remaining":%d}' % (left - 1)
    assert long.content == b'{"stored":1,"remaining":%d}' % (left - 2)
    for answer in (short, long):
        del answer.headers["X-Request-Id"]
    assert dict(short.headers) == dict(long.headers)
    stored = Rating.objects.get(candidate=first)
    assert (stored.value, str(stored.key)) == (
        batch["ratings"][0]["value"],
        batch["ratings"][0]["key"],
    )
    assert Assignment.objects.get(id=sitting["id"]).remaining == left - 2


@pytest.mark.parametrize("forged", [False, True])
def test_the_page_s_cookie_goes_the_short_way_with_its_token_alone(campaign, long_way, forged):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    page = HttpResponse()
    set_token_cookie(page, slug="boats", token=volunteer.token)
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(page.cookies)
    client.cookies["csrftoken"] = "c" * 32
    answer = put(
        client,
        sitting["id"],
        {"ratings": [rating(candidates(sitting)[0])]},
        headers={"X-CSRFToken": ("x" if forged else "c") * 32},
    )
    assert answer.status_code == (403 if forged else 200)
    assert Rating.objects.count() == (0 if forged else 1)
    assert not long_way


def test_a_key_sent_again_for_another_word_is_refused_by_the_view(campaign, long_way):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)
    key = str(uuid4())
    assert volunteer.rate(sitting["id"], rating(first, key=key)).status_code == 200
    refused = volunteer.rate(sitting["id"], rating(second, key=key))
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "key_used_twice")
    assert long_way == [sitting["id"]]
    assert Assignment.objects.get(id=sitting["id"]).remaining == len(candidates(sitting)) - 1


def test_a_wrong_host_is_refused(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    answer = put(
        Client(),
        sitting["id"],
        {"ratings": [rating(candidates(sitting)[0])]},
        headers={"Authorization": f"Annotator {volunteer.token}", "Host": "elsewhere.example"},
    )
    assert answer.status_code == 400
    assert not Rating.objects.exists()


def test_what_became_of_a_sitting_meanwhile_is_left_to_the_long_way(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)
    mine = Assignment.objects.filter(id=sitting["id"])
    found = []

    def answer(candidate):
        found.append(
            store_first_answer(
                volunteer.token, sitting["id"], NewRating(candidate, 2, uuid4(), 900)
            )
        )

    with meanwhile(lambda: answer(first)):
        # As hiding a word, releasing and expiring do: its row is written.
        mine.update(expires_at=F("expires_at") + timedelta(minutes=1))
    assert found == [None]
    assert not Rating.objects.exists()
    answer(second)
    assert found[1] == mine.get().remaining == len(candidates(sitting)) - 1
