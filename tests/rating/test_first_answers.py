"""The short way of a rating is taken by first answers alone, and nobody can tell it from the
long one."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import F
from django.http import HttpResponse
from django.test import Client

from annotation_site.short_way import ShortWay
from annotators.services.tokens import set_token_cookie
from rating.api.assignments import RatingsView
from rating.api.first_answers import RATINGS
from rating.models import Assignment, Rating
from rating.services.first_answer import store_first_answer
from regild.rating.batch import NewRating
from tests.before_django import HEADS
from tests.factories import make_campaign
from tests.rating.beside import meanwhile
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

PERSONAL = ("Set-Cookie", "Content-Language")


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, min_ratings=1, max_ratings=2)


@pytest.fixture(autouse=True)
def known_head(campaign):
    """The first call of a server takes the long way whatever it is."""
    HEADS.clear()
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    assert volunteer.rate(sitting["id"], rating(candidates(sitting)[0])).status_code == 200
    Rating.objects.all().delete()


@pytest.fixture
def long_way(monkeypatch, known_head):
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


def test_another_host_or_scheme_is_asked_of_django_first(campaign, long_way, settings):
    """A head that is known for one says nothing of another."""
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 60
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    client = Client()

    def answers(candidate, **headers):
        header = {"Authorization": f"Annotator {volunteer.token}", **headers}
        return put(client, sitting["id"], {"ratings": [rating(candidate)]}, headers=header)

    words = iter(candidates(sitting))
    safely = {"X-Forwarded-Proto": "https"}
    for host, ways in (("one.example", 1), ("one.example", 1), ("two.example", 2)):
        answer = answers(next(words), Host=host, **safely)
        assert (answer.status_code, len(long_way)) == (200, ways)
        assert answer.headers["Strict-Transport-Security"]
    unsafe = answers(next(words), Host="one.example")
    assert (unsafe.status_code, unsafe.headers["Location"][:8]) == (301, "https://")
    assert answers(next(words), Host="three.example", **safely).status_code == 400
    assert Rating.objects.count() == 3


def test_the_short_way_names_and_counts_its_answers(campaign, long_way, settings):
    settings.METRICS_TOKEN = "one-two"
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)

    def counted():
        bearer = {"Authorization": "Bearer one-two"}
        told = Client().get("/metrics", headers=bearer).content.decode()
        line = 'regild_request_seconds_count{method="PUT",route="api-rate",status="200"} '
        return float(told.partition(line)[2].partition("\n")[0] or 0)

    before = counted()
    named = volunteer.http.put(
        f"/api/v1/assignments/{sitting['id']}/ratings/",
        {"ratings": [rating(first)]},
        format="json",
        headers={"X-Request-Id": "from-the-proxy.1"},
    )
    assert named.headers["X-Request-Id"] == "from-the-proxy.1"
    assert re.fullmatch(
        "[0-9a-f]{16}", volunteer.rate(sitting["id"], rating(second))["X-Request-Id"]
    )
    assert not long_way
    assert counted() == before + 2


def test_a_thread_without_a_connection_takes_the_long_way(campaign, long_way):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)
    connection.close()
    assert volunteer.rate(sitting["id"], rating(first)).status_code == 200
    assert long_way == [sitting["id"]]
    assert volunteer.rate(sitting["id"], rating(second)).status_code == 200
    assert long_way == [sitting["id"]]


def test_a_body_that_breaks_off_is_left_to_django(campaign, long_way):
    class Broken:
        def read(self, *_size):
            raise OSError("hung up")

    address = "/api/v1/assignments/1/ratings/"
    broken = {
        "REQUEST_METHOD": "PUT",
        "PATH_INFO": address,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": "130",
        "wsgi.input": Broken(),
    }
    assert RATINGS.first_answer(broken) is None


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


def test_what_one_was_answered_alone_is_not_said_to_the_next(campaign, long_way):
    """Neither a cookie, nor the language that the first one reads."""
    HEADS.clear()
    heads = []
    for language in ("fr", "de"):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        header = {
            "Authorization": f"Annotator {volunteer.token}",
            "Accept-Language": language,
        }
        body = json.dumps({"ratings": [rating(candidates(sitting)[0])]})
        answer = put(Client(), sitting["id"], body, headers=header)
        assert answer.status_code == 200
        heads.append({name: answer.headers.get(name) for name in PERSONAL})
    assert len(long_way) == 1
    assert heads == [heads[0]] * 2
    assert heads[0] == dict.fromkeys(PERSONAL)


@pytest.mark.parametrize("name", ["Set-Cookie", "Content-Language", "X-Frame-Options"])
def test_a_head_with_a_line_of_one_person_is_not_learnt(name):
    def django(environ, start):
        start("200 OK", [(name, "x")])
        return [b"{}"]

    server = ShortWay(django)
    environ = {"REQUEST_METHOD": "PUT", "PATH_INFO": "/api/v1/assignments/1/ratings/"}
    server(environ, lambda status, head, *failed: None)
    assert bool(server.heads) is (name not in PERSONAL)
