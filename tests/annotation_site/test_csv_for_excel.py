"""Every CSV of the site, from a page or the API, begins with a byte order mark if asked to."""

import pytest

from core.downloads import EXCEL
from tests.annotation_site.permission_table import API, ROWS, Actor
from tests.annotation_site.permission_world import address, make_world

pytestmark = pytest.mark.sqlite

MARK = b"\xef\xbb\xbf"


def whole(answer):
    return b"".join(answer) if answer.streaming else answer.content


def test_every_csv_can_be_had_for_excel(db):
    world = make_world()
    found, wrong = set(), []
    for row in ROWS:
        if row.method != "GET":
            continue
        path = address(row.route, row.things, world)
        is_api = row.route.startswith(API)
        client = world.clients[Actor.OWNER]
        headers = {"Authorization": world.tokens[Actor.OWNER]} if is_api else {}
        plain = client.get(path, headers=headers)
        if not plain.headers.get("Content-Type", "").startswith("text/csv"):
            continue
        found.add(row.route)
        there = "&" if "?" in path else "?"
        marked = client.get(f"{path}{there}{EXCEL}", headers=headers)
        as_it_was, content = whole(plain), whole(marked)
        length = marked.headers.get("Content-Length", str(len(content)))
        if content != MARK + as_it_was or length != str(len(content)):
            wrong.append((path, marked.status_code, content[:80]))
    assert wrong == []
    assert len(found) > 20  # or too little was looked at


def test_what_is_asked_otherwise_is_refused_and_other_answers_stay_as_they_are(db):
    world = make_world()
    owner, token = world.clients[Actor.OWNER], world.tokens[Actor.OWNER]
    plan = "/api/v1/campaigns/boats/plan.csv"
    refused = owner.get(f"{plan}?excel=yes", headers={"Authorization": token})
    assert refused.status_code == 400
    assert owner.get("/campaigns/boats/?excel=1").content[:15] == b"<!doctype html>"
