"""Limits stop programs. A school behind one address and a fast annotator never meet them."""

import uuid
from types import SimpleNamespace

import pytest
from django.test import Client

from annotators.models import Annotator
from campaigns.models import Campaign
from core import throttling
from rating.models import Rating
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db

JOIN = "/api/v1/campaigns/boats/join/"
CONSENT = {"consent": True, "native_speaker": True}
JSON = "application/json"


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    """All of it within one second, which no clock of a busy machine would allow."""
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: 1_200_000_000))
    make_campaign(subsets=1)


def joined():
    return Client().post(JOIN, CONSENT, content_type=JSON)


@pytest.fixture
def annotator():
    token = joined().json()["token"]
    return Client(headers={"Authorization": f"Annotator {token}"})


def candidates_of(sitting):
    return [one["id"] for sentence in sitting["sentences"] for one in sentence["candidates"]]


def entries(candidates, number, *, elapsed_ms=40):
    return {
        "ratings": [
            {
                "candidate": candidates[place % len(candidates)],
                "value": place % 4,
                "key": str(uuid.uuid4()),
                "elapsed_ms": elapsed_ms,
            }
            for place in range(number)
        ]
    }


def test_two_hundred_pupils_join_from_one_address_at_once():
    assert {joined().status_code for _pupil in range(200)} == {201}
    assert Annotator.objects.count() == 200


def test_a_fast_annotator_sends_more_than_twenty_times_a_second(annotator):
    sitting = annotator.post("/api/v1/assignments/", {}, content_type=JSON).json()
    there, candidates = f"/api/v1/assignments/{sitting['id']}/ratings/", candidates_of(sitting)
    answers = [
        annotator.put(there, entries(candidates[1:], 1), content_type=JSON) for _ in range(60)
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert Rating.objects.count() == 60


def test_a_thousand_entries_come_in_one_call_and_again(annotator):
    """What a device kept while it had no network; and more than 200 a second."""
    sitting = annotator.post("/api/v1/assignments/", {}, content_type=JSON).json()
    there, candidates = f"/api/v1/assignments/{sitting['id']}/ratings/", candidates_of(sitting)
    for _call in range(2):
        answer = annotator.put(there, entries(candidates[1:], 1000), content_type=JSON)
        assert (answer.status_code, answer.json()["stored"]) == (200, 1000)
    assert Rating.objects.count() == 2000


def test_a_program_that_reads_every_second_is_let_in(annotator):
    statuses = {annotator.get("/api/v1/me/").status_code for _second in range(300)}
    assert statuses == {200}


def test_a_class_behind_one_address_sits_down_remarks_and_comes_again():
    """Forty pupils, each with a subset before them, in the same second."""
    Campaign.objects.update(max_ratings=99)
    class_ = []
    for _pupil in range(40):
        token = joined().json()["token"]
        class_.append(Client(headers={"Authorization": f"Annotator {token}"}))
    taken = [one.post("/api/v1/assignments/", {}, content_type=JSON) for one in class_]
    assert {answer.status_code for answer in taken} == {201}
    for pupil, answer in zip(class_, taken, strict=True):
        sitting = answer.json()
        there = f"/api/v1/assignments/{sitting['id']}/"
        said = {"sentence": sitting["sentences"][0]["id"], "comment": "is this right?"}
        remarks = [pupil.post(f"{there}remarks/", said, content_type=JSON) for _ in range(5)]
        assert {one.status_code for one in remarks} == {201}
        words = candidates_of(sitting)[1:]
        doubts = [
            pupil.put(f"{there}ratings/", entries(words, len(words)), content_type=JSON)
            for _ in range(3)
        ]
        assert {one.status_code for one in doubts} == {200}
    again = [one.post("/api/v1/assignments/", {}, content_type=JSON) for one in class_]
    assert {answer.status_code for answer in again} == {200}
