"""Joining keeps what the campaign asks and nothing else, from the page and from programs."""

import json

import pytest
from django.test import Client

from annotators.models import Annotator
from annotators.services.join_problems import join_problems
from tests.factories import make_campaign

JOIN = "/api/v1/campaigns/boats/join/"
QUESTIONS = [
    {"key": "age", "label": "Your age", "choices": ["18–39", "40 or more"]},
    {"key": "region", "label": "Where did you grow up?", "choices": []},
]


@pytest.fixture
def campaign(db):
    return make_campaign(questions=QUESTIONS)


def join(body="", **said):
    """Raw JSON, or the fields to say beside consent."""
    body = body or json.dumps({"consent": True, "native_speaker": True, **said})
    return Client().post(JOIN, body, content_type="application/json")


def wrong(answer):
    assert answer.status_code == 400, answer.content
    assert not Annotator.objects.exists()
    return {entry["field"]: entry["code"] for entry in answer.json()["errors"]}


def test_the_campaigns_own_questions_are_answered_and_kept(campaign):
    said = {"age": "18–39", "region": "Sète"}
    answer = join(answers=said, recruited={"PROLIFIC_PID": "p1", "STUDY_ID": ""})
    assert answer.status_code == 201
    annotator = Annotator.objects.get()
    assert annotator.answers == said
    assert annotator.recruited == {"PROLIFIC_PID": "p1"}


def test_a_question_left_empty_is_not_kept(campaign):
    assert join(answers={"age": "", "region": ""}).status_code == 201
    assert Annotator.objects.get().answers == {}


def test_whatever_else_is_said_is_refused_with_every_problem_named(campaign):
    answer = join(
        answers={"age": "young", "region": "x" * 201, "diary": "I was born"},
        recruited={"PROLIFIC_PID": "y" * 101, "REFERRER": "z"},
    )
    assert answer.json()["code"] == "answers_invalid"
    assert wrong(answer) == {
        "answers.age": "not_a_choice",
        "answers.region": "max_length",
        "answers.diary": "unknown",
        "recruited.PROLIFIC_PID": "max_length",
        "recruited.REFERRER": "unknown",
    }


@pytest.mark.parametrize(
    ("said", "field"),
    [
        (r'"answers": {"region": "a\u0000b"}', "answers.region"),
        (r'"answers": {"region": "a\ud800b"}', "answers.region"),
        (r'"answers": {"a\u0000b": "x"}', "answers.a\ufffdb"),
        (r'"answers": {"a\udfffb": "x"}', "answers.a\ufffdb"),
        (r'"recruited": {"PROLIFIC_PID": "\ud800"}', "recruited.PROLIFIC_PID"),
    ],
)
def test_text_that_not_every_database_holds_is_refused_where_it_stands(campaign, said, field):
    assert wrong(join(f'{{"consent": true, "native_speaker": true, {said}}}')) == {
        field: "invalid"
    }


def test_a_pair_of_surrogates_is_one_character_and_welcome(campaign):
    said = r'{"consent": true, "native_speaker": true, "answers": {"region": "\ud83d\udea3"}}'
    assert join(said).status_code == 201
    assert Annotator.objects.get().answers == {"region": "\U0001f6a3"}


def test_the_page_keeps_no_more_than_the_api(campaign):
    consent = {"consent": "on", "native_speaker": "on"}
    for said in ({"question-age": "young"}, {"question-region": "x" * 201}):
        page = Client().post("/rate/boats/", consent | said)
        assert page.status_code == 200
        assert page.context["form"].errors.keys() == said.keys()
    assert not Annotator.objects.exists()
    # A field that is not on the page, or was when it was opened.
    Client().post("/rate/boats/", consent | {"question-diary": "I was born", "REFERRER": "z"})
    annotator = Annotator.objects.get()
    assert (annotator.answers, annotator.recruited) == ({}, {})


def test_the_rule_names_text_that_came_past_the_parser():
    found = join_problems(
        QUESTIONS, answers={"region": "a\0"}, recruited={"STUDY_ID": "\ud800"}
    )
    assert [(problem.field, problem.name, problem.code) for problem in found] == [
        ("answers", "region", "invalid"),
        ("recruited", "STUDY_ID", "invalid"),
    ]
