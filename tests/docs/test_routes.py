"""Addresses in the guides are the site's, and take the methods that are shown."""

import re

import pytest
from django.urls import Resolver404, resolve

from tests.annotation_site import stronger_site
from tests.docs.guides import codes

pytestmark = pytest.mark.sqlite

METHODS = "GET|POST|PUT|PATCH|DELETE"
# `DELETE /api/v1/me/`, `/metrics`, https://regild.example/rate/notes/, and curl's -X DELETE.
SITE = r"https?://(?:regild\.example|localhost:8000|127\.0\.0\.1:8000)"
CALL = re.compile(rf"^(?:({METHODS}) )?(/[\w/{{}}<>:.-]*)(?:\?\S*)?$")
IN_TEXT = re.compile(rf"{SITE}(/[\w/{{}}<>:.-]*)")
CURL_METHOD = re.compile(rf"\s(?:-X|--request) ({METHODS})\b")
PLACEHOLDER = re.compile(r"\{[^}]*\}|<[^>]*>|\b[A-Z][A-Z_]*\b")
# What an operator has on disk, and where somebody else's server takes our messages.
ELSEWHERE = ("/state", "/tmp", "/backups", "/srv", "/var", "/etc", "/hook")
# One of them fits any kind of placeholder.
VALUES = ("1", "notes", "00000000-0000-0000-0000-000000000001")


def shown_routes():
    """(guide, method or None, path)."""
    for code in codes():
        if (call := CALL.match(code.text)) and not call[2].startswith(ELSEWHERE):
            yield code.guide, call[1], call[2]
        method = CURL_METHOD.search(code.text)
        for path in IN_TEXT.findall(code.text):
            yield code.guide, method and method[1], path


def view_of(path):
    for value in VALUES:
        try:
            return resolve(PLACEHOLDER.sub(value, path), stronger_site.__name__).func
        except Resolver404:
            continue
    return None


def takes(view, method):
    """Where that can be read from the view: a class has a method for each."""
    of_class = getattr(view, "view_class", None) or getattr(view, "cls", None)
    actions = getattr(view, "actions", None)
    if method is None or of_class is None:
        return True
    return method.lower() in actions if actions else hasattr(of_class, method.lower())


def test_every_address_of_a_guide_is_one_of_the_site():
    assert [shown for shown in shown_routes() if view_of(shown[2]) is None] == []


def test_every_address_takes_the_method_shown_with_it():
    wrong = [
        shown
        for shown in shown_routes()
        if (view := view_of(shown[2])) and not takes(view, shown[1])
    ]
    assert wrong == []


def test_addresses_are_seen_in_text_and_in_commands():
    # So that the tests above cannot pass by seeing nothing.
    assert {
        ("docs/operations.md", None, "/readyz"),
        ("docs/privacy.md", "DELETE", "/api/v1/me/"),
        ("docs/privacy.md", None, "/api/v1/me/"),
    } <= set(shown_routes())


@pytest.mark.parametrize(
    ("path", "method", "right"),
    [
        ("/api/v1/me/", "DELETE", True),
        ("/api/v1/me/", "PUT", False),
        ("/api/v1/campaigns/{slug}/join/", "POST", True),
        ("/rate/SLUG/", None, True),
    ],
)
def test_a_method_that_is_not_taken_is_noticed(path, method, right):
    assert takes(view_of(path), method) is right


def test_an_address_that_is_not_there_is_noticed():
    assert view_of("/api/v1/nothing/") is None
