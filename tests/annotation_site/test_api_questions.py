"""What stands after the `?` of a lead's call: nothing unknown is passed over, anywhere."""

import pytest
from django.test import Client

from tests.annotation_site.permission_table import API_CAMPAIGNS, ROWS, Actor, Outcome
from tests.annotation_site.permission_world import address, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LEADS_ROWS = [
    row
    for row in ROWS
    if row.route.startswith(API_CAMPAIGNS)
    and row.audience[Actor.STRANGER] != Outcome.IN
    and row.audience[Actor.OWNER] == Outcome.IN
]


def test_what_is_not_known_is_refused_at_every_address():
    world = make_world()
    client = Client(headers={"Authorization": world.tokens[Actor.OWNER]})
    passed_over = []
    for row in LEADS_ROWS:
        path = f"{address(row.route, row.things, world)}?surely=1"
        answer = client.generic(row.method, path, "{}", content_type="application/json")
        wrong = [entry["field"] for entry in answer.json().get("errors", [])]
        if answer.status_code != 400 or "surely" not in wrong:
            passed_over.append(f"{row.method} {path}: {answer.status_code}")
    assert len(LEADS_ROWS) > 60
    assert passed_over == []
