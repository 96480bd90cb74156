"""Whatever anybody sends: an answer, and never an accident of ours."""

import copy
from collections import Counter

import pytest
from django.db import transaction
from django.test import Client

from rating.models import Assignment
from tests.annotation_site.permission_table import API
from tests.annotation_site.permission_world import address, make_world
from tests.hostile.requests import REQUESTS

pytestmark = pytest.mark.django_db


def sent(hostile, world, *, shown):
    """The answer; whatever was stored is taken back."""
    client = Client(raise_request_exception=False)
    headers = {}
    if hostile.route.startswith(API):
        if hostile.actor in world.tokens:
            headers["Authorization"] = world.tokens[hostile.actor]
    else:
        client.cookies = copy.deepcopy(world.clients[hostile.actor].cookies)
    body = hostile.body
    if isinstance(body, str):
        body = body.replace("SHOWN", shown)
    with transaction.atomic():
        answer = client.generic(
            hostile.method,
            address(hostile.route, hostile.things, world),
            body,
            content_type=hostile.kind,
            QUERY_STRING=hostile.query,
            headers=headers,
        )
        transaction.set_rollback(True)
    return answer


def told(hostile, answer):
    return (
        f"{answer.status_code} {hostile.method} {hostile.route}?{hostile.query[:30]}"
        f" {hostile.kind} {hostile.body[:80]!r}"
    )


@pytest.mark.long
def test_nothing_that_can_be_sent_is_met_with_an_accident():
    world = make_world()
    sitting = Assignment.objects.get(id=world.things["assignment"])
    shown = str(sitting.subset.placements.first().candidate_id)
    assert len(REQUESTS) >= 140
    wrong, statuses = [], Counter()
    for hostile in REQUESTS:
        answer = sent(hostile, world, shown=shown)
        statuses[answer.status_code] += 1
        if answer.status_code >= 500 or (
            hostile.statuses and answer.status_code not in hostile.statuses
        ):
            wrong.append(told(hostile, answer))
    assert wrong == [], "\n".join(wrong)
    # Or they were turned away at the door.
    assert statuses[400] >= 140
