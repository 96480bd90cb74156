"""An annotator asks for all that is kept of them, by their token."""

import pytest
from rest_framework.test import APIClient

from annotators.models import Annotator
from rating.models import Rating
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def campaign():
    return make_campaign(subsets=2)


def mine(volunteer):
    answer = volunteer.http.get("/api/v1/me/")
    assert answer.status_code == 200
    return answer.json()


def test_who_has_just_joined_finds_what_they_said_of_themselves():
    volunteer = Volunteer()
    Annotator.objects.update(answers={"age": "30–39"}, recruited={"PROLIFIC_PID": "p1"})
    joined = Annotator.objects.get()
    assert mine(volunteer) == {
        "annotator": volunteer.id,
        "campaign": "boats",
        "joined_at": joined.joined_at.isoformat().replace("+00:00", "Z"),
        "native_speaker": True,
        "answers": {"age": "30–39"},
        "recruited": {"PROLIFIC_PID": "p1"},
        "site_status": "",
        "comprehension_tries": 0,
        "goal": None,
        "keeps_number": False,
        "number": None,
        "trials": {},
        "ratings": [],
        "proposals": [],
        "remarks": [],
        "reminder": None,
    }


def test_every_answer_is_there_changed_ones_too():
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    shown = sitting["sentences"][0]
    chosen = shown["candidates"][0]
    volunteer.rate(sitting["id"], rating(chosen["id"], 1, elapsed_ms=700))
    volunteer.rate(sitting["id"], rating(chosen["id"], 3))
    other = candidates(sitting)[1]
    volunteer.rate(sitting["id"], rating(other, None))

    first, second, third = mine(volunteer)["ratings"]
    changed = Rating.objects.earliest("id")
    assert first == {
        "sentence": changed.candidate.item.key,
        "left": shown["left"],
        "target": shown["target"],
        "right": shown["right"],
        "substitute": chosen["text"],
        "value": 1,
        "elapsed_ms": 700,
        "device": "",
        "rated_at": changed.rated_at.isoformat().replace("+00:00", "Z"),
        "superseded_at": changed.superseded_at.isoformat().replace("+00:00", "Z"),
    }
    assert (second["value"], second["superseded_at"]) == (3, None)
    assert third["value"] is None


def test_remarks_are_there():
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    body = {"sentence": sitting["sentences"][0]["id"], "comment": "A word is missing."}
    volunteer.http.post(f"/api/v1/assignments/{sitting['id']}/remarks/", body, format="json")
    (remark,) = mine(volunteer)["remarks"]
    assert remark["comment"] == "A word is missing."
    assert set(remark) == {"sentence", "comment", "made_at"}


def test_nobody_elses_answers_are_there():
    other, volunteer = Volunteer(), Volunteer()
    other.sit()
    assert mine(volunteer)["ratings"] == []


def test_without_a_token_and_after_withdrawing_there_is_no_answer():
    volunteer = Volunteer()
    volunteer.http.delete("/api/v1/me/")
    assert volunteer.http.get("/api/v1/me/").status_code == 401
    assert APIClient().get("/api/v1/me/").status_code == 401


def test_all_of_it_takes_few_queries(django_assert_max_num_queries):
    volunteer = Volunteer()
    volunteer.sit()
    with django_assert_max_num_queries(6):
        assert mine(volunteer)["ratings"]
