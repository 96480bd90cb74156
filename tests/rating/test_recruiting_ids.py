"""What a recruiting site puts into the link: an id, a placeholder it left there, another's
spelling of it."""

import pytest
from django.test import Client

from annotators.models import Annotator
from rating.selectors.annotators import find_annotators
from tests.factories import make_campaign
from tests.rating.volunteer import CONSENT

pytestmark = pytest.mark.django_db

HOME = "/rate/boats/"
JOIN = "/api/v1/campaigns/boats/join/"
AGREED = {"consent": "on", "native_speaker": "on"}
# As it stands in the study's address, as browsers and letters encode it, as tutorials have it.
UNFILLED = [
    "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}",
    "?PROLIFIC_PID=%7B%7B%25PROLIFIC_PID%25%7D%7D",
    "?PROLIFIC_PID=%257B%257B%2525PROLIFIC_PID%2525%257D%257D",
    "?PROLIFIC_PID=[[%PROLIFIC_PID%]]",
    "?workerId=%24%7BworkerId%7D",
    "?participantId=[aid]",
]


@pytest.fixture(autouse=True)
def campaign():
    return make_campaign()


def sent(name, value):
    return {**CONSENT, "recruited": {name: value}}


@pytest.mark.parametrize("query", UNFILLED)
def test_a_placeholder_is_nobody_and_the_page_says_so(query):
    for _person in range(2):
        client = Client()
        page = client.get(HOME + query)
        assert "did not tell us who you are" in page.content.decode()
        hidden = {field.name: field.value() for field in page.context["form"].hidden_fields()}
        assert set(hidden.values()) == {""}
        assert client.post(HOME + query, AGREED | hidden).status_code == 302
    people = Annotator.objects.all()
    assert [(one.person, one.recruited) for one in people] == [("", {}), ("", {})]


def test_a_placeholder_that_a_page_of_before_sends_on_is_nobody():
    for _person in range(2):
        Client().post(HOME, AGREED | {"PROLIFIC_PID": "{{%PROLIFIC_PID%}}"})
    assert [one.recruited for one in Annotator.objects.all()] == [{}, {}]


def test_an_id_is_met_without_a_word_about_it():
    page = Client().get(f"{HOME}?PROLIFIC_PID=5a9d64f5f6dfdd0001eaa73d").content.decode()
    assert "did not tell us who you are" not in page


def test_a_program_is_told_of_every_placeholder_and_nobody_joins():
    said = {
        **CONSENT,
        "recruited": {"PROLIFIC_PID": "{{%PROLIFIC_PID%}}", "STUDY_ID": "{{%STUDY_ID%}}"},
    }
    answer = Client().post(JOIN, said, content_type="application/json")
    assert answer.status_code == 400
    assert [(one["field"], one["code"]) for one in answer.json()["errors"]] == [
        ("recruited.PROLIFIC_PID", "placeholder"),
        ("recruited.STUDY_ID", "placeholder"),
    ]
    assert not Annotator.objects.exists()


@pytest.mark.parametrize("spelling", ["A1B2C3", "a1b2c3", " A1b2C3 "])
@pytest.mark.parametrize("name", ["PROLIFIC_PID", "workerId"])
def test_the_same_id_in_other_letters_or_with_blanks_is_the_same_person(name, spelling):
    Client().post(JOIN, sent(name, "A1B2C3"), content_type="application/json")
    again = Client().post(JOIN, sent(name, spelling), content_type="application/json")
    assert again.status_code == 200
    assert Client().get(HOME, {name: spelling}).context["form"] is None
    assert Client().post(HOME, AGREED | {name: spelling}).status_code == 302
    one = Annotator.objects.get()
    assert one.recruited == {name: "A1B2C3"}
    assert list(find_annotators(one.campaign, text=spelling)) == [one]


def test_who_was_stored_in_capitals_before_is_found_in_small_letters():
    Client().post(JOIN, sent("workerId", "A1B2C3"), content_type="application/json")
    Annotator.objects.update(person="A1B2C3")
    again = Client().post(JOIN, sent("workerId", "a1b2c3"), content_type="application/json")
    assert again.status_code == 200
