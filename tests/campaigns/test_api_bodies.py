"""What the API takes for a body: JSON in UTF-8, not too deep, of text that can be stored."""

import io

import pytest
from django.test import Client
from rest_framework.exceptions import ParseError, ValidationError

from core.api.parsing import PlainJsonParser
from regild.formats.plain_text import DEEPEST, plain
from tests.factories import make_campaign
from tests.people import make_lead, program_of

pytestmark = pytest.mark.sqlite


def parsed(body):
    return PlainJsonParser().parse(
        io.BytesIO(body if isinstance(body, bytes) else body.encode())
    )


def nested(levels):
    return "[" * levels + "1" + "]" * levels


def faults(body):
    with pytest.raises(ValidationError) as refused:
        parsed(body)
    return refused.value.detail.keys()


def test_every_place_with_text_that_cannot_be_stored_is_named():
    body = r'{"a": ["x", "\u0000"], "b": {"\ud800": 1, "c": "\udfff"}, "d": "\u00e9\n"}'
    assert faults(body) == {"a[1]", "b.\ufffd", "b.c"}


@pytest.mark.parametrize("body", [r'"\u0000"', r'"\ud800"', r'["\udc00\ud800"]'])
def test_so_is_the_body_itself(body):
    assert faults(body) <= {"body", "[0]"}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (r'"\ud83d\ude00"', "\U0001f600"),
        ('"\u00e9"', "\u00e9"),
        (r'{"n": "\\u0000"}', {"n": r"\u0000"}),
        (nested(DEEPEST), None),
        ("[" + ",".join(["[]"] * 1000) + "]", [[]] * 1000),
    ],
)
def test_honest_text_comes_through(body, said):
    found = parsed(body)
    assert said is None or found == said


def test_what_is_nested_too_deep_is_refused():
    assert faults(nested(DEEPEST + 1))
    with pytest.raises(ParseError, match="nested too deep"):
        parsed(nested(100_000))


@pytest.mark.parametrize("body", [b'"\xff"', b'"\xed\xa0\x80"', "NaN", "[1", "9" * 5_000])
def test_what_is_no_json_is_refused(body):
    with pytest.raises(ParseError):
        parsed(body)


def test_plain_text_keeps_its_length_and_all_that_can_be_stored():
    assert plain("a\0\ud800\u00e9\U0001f600\n") == "a\ufffd\ufffd\u00e9\U0001f600\n"


@pytest.mark.django_db
def test_a_leads_program_is_told_where_its_text_is_wrong():
    owner = make_lead("olga", make_campaign(), "owner")
    answer = program_of(owner).patch(
        "/api/v1/campaigns/boats/",
        r'{"title": "a\u0000", "welcome": "\ud800"}',
        content_type="application/json",
    )
    assert answer.status_code == 400
    assert {entry["field"] for entry in answer.json()["errors"]} == {"title", "welcome"}


@pytest.mark.django_db
def test_json_in_another_charset_is_refused():
    make_campaign()
    join = "/api/v1/campaigns/boats/join/"
    for charset in ("hex", "utf-16", "unicode_escape"):
        kind = f"application/json; charset={charset}"
        answer = Client().generic("POST", join, "{}", content_type=kind)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    said = '{"consent": true, "native_speaker": true}'
    for charset in ("UTF-8", "us-ascii"):
        kind = f"application/json; charset={charset}"
        assert Client().generic("POST", join, said, content_type=kind).status_code == 201
