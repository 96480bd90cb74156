"""What is somebody's own is kept by no proxy and on no disk; what is everybody's may be."""

import copy
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from annotation_site import schema
from annotation_site.jobs import clear_sessions
from tests.annotation_site.permission_table import ROWS, Actor
from tests.annotation_site.permission_world import address, make_world

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]

# What says itself how long it may be kept, and by whom.
OTHERWISE = {
    "api/schema/": "no-cache",
    "rate/service-worker.js": "no-cache",
}
# A report never changes: its reader's own browser may keep a figure of it.
FIGURE = "private, max-age=600"


def test_whatever_is_not_everybodys_is_kept_by_nobody():
    world = make_world()
    wrong, seen = [], 0
    for row in ROWS:
        for actor in (Actor.STRANGER, Actor.ANNOTATOR, Actor.OWNER):
            client = Client(raise_request_exception=False)
            client.cookies = copy.deepcopy(world.clients[actor].cookies)
            if actor in world.tokens:
                client.defaults["HTTP_AUTHORIZATION"] = world.tokens[actor]
            if row.method != "GET":
                continue
            answer = client.get(address(row.route, row.things, world))
            said = answer.headers.get("Cache-Control", "")
            kept_by_nobody = {"private", "no-store"} <= set(said.split(", "))
            fine = kept_by_nobody or said == OTHERWISE.get(row.route)
            if row.route.startswith("campaigns/<slug:slug>/agreement/"):
                fine |= said == FIGURE
            if not fine:
                wrong.append(f"{actor} /{row.route}: {said!r}")
            seen += answer.status_code == 200
    assert wrong == []
    assert seen > 100  # or too little was looked at


@pytest.mark.parametrize("address", ["/nothing/here", "/api/v1/nothing/"])
def test_nor_is_a_refusal(client, address):
    assert client.get(address).headers["Cache-Control"] == "private, no-store"
    other = client.get(address, headers={"host": "evil.example"})
    assert (other.status_code, other.headers["Cache-Control"]) == (400, "private, no-store")


def test_styles_and_scripts_are_kept(client):
    said = client.get("/static/js/outbox.js").headers["Cache-Control"]
    assert "public" in said
    assert "no-store" not in said


@pytest.fixture
def generated(monkeypatch):
    """Counts how often the schema was made."""
    counted = []
    made = SchemaGenerator.get_schema

    def counting(self, *arguments, **options):
        counted.append(self)
        return made(self, *arguments, **options)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counting)
    monkeypatch.setattr(schema, "_written", {})
    return counted


def test_the_schema_is_written_once_a_language(client, generated):
    english = [
        client.get("/api/schema/", query)
        for query in ({}, {"format": "json"}, {"version": "9"}, {"lang": "xx"}, {"lang": "de"})
    ]
    assert len({answer.content for answer in english}) == 1
    assert english[0].content.startswith(b"openapi: 3")
    assert english[0].headers["Content-Type"].startswith("application/vnd.oai.openapi")
    assert len(generated) == 1
    french = client.get("/api/schema/", {"lang": "fr"})
    again = client.get("/api/schema/", headers={"Accept-Language": "fr"})
    assert french.content == again.content
    assert len(generated) == 2


def test_who_has_the_schema_already_is_told_so(client, generated):
    tag = client.get("/api/schema/").headers["ETag"]
    assert client.get("/api/schema/", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/api/schema/", headers={"If-None-Match": '"x"'}).status_code == 200
    assert client.head("/api/schema/").headers["ETag"] == tag
    assert len(generated) == 1


def test_a_session_that_has_ended_is_cleared():
    now = timezone.now()
    for key, end in (("over", now), ("lasts", now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=end)
    clear_sessions()
    assert [session.pk for session in Session.objects.all()] == ["lasts"]
