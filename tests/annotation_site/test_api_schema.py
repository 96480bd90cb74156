"""The whole schema, called with anything by anybody: no accident, and nothing undocumented.

Each call is undone, so that none finds a world that another has emptied.
"""

import re
from collections import defaultdict
from contextlib import contextmanager, suppress
from functools import cache

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.annotation_site.permission_table import ROWS, SIGNED, TOKENS, Actor
from tests.annotation_site.permission_world import make_world

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SHARDS = range(4)
# Who is refused at the door is refused whatever they say.
EXAMPLES, EXAMPLES_REFUSED = 5, 2
MOSTLY = [True, True, True, False]
# What is answered by an operation that found what it is about.
MEANT = {200, 201, 202, 204, 400, 409}


@contextmanager
def on_one_connection():
    """A request would close the connection that the test's transaction is in. Django's own test
    client sees to that too, and takes it back afterwards."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@pytest.fixture
def world(db):
    made = make_world()
    with on_one_connection():
        yield made


@cache
def operations():
    site = get_wsgi_application()

    def called_from_here(environ, start_response):
        return site({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)

    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", app=called_from_here)
    return [result.ok() for result in schema.get_all_operations()]


def rows():
    """The permission table's, by method and by the route as the schema writes it."""
    return {
        (row.method, "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", row.route)): row for row in ROWS
    }


def call_with_anything(operation, mode, *, world, row, actor, examples):
    """The statuses answered. Of the calls most are of what there is, some of anything."""
    real = {name: world.things.get(word, word) for name, word in row.things.items()}
    real["slug"] = world.things["slug"]
    headers = {"Authorization": world.tokens[actor]} if actor in world.tokens else {}
    answered = set()

    @given(operation.as_strategy(generation_mode=mode), st.sampled_from(MOSTLY))
    @settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answer_is_documented(case, is_of_what_there_is):
        if is_of_what_there_is:
            case.path_parameters = {name: real[name] for name in case.path_parameters}
            if isinstance(case.body, dict) and mode == GenerationMode.POSITIVE:
                for name in case.body.keys() & world.things.keys():
                    if isinstance(case.body[name], int):
                        case.body[name] = int(world.things[name])
        with transaction.atomic():
            answer = case.call_and_validate(headers=headers, checks=CHECKS)
            transaction.set_rollback(True)
        answered.add(answer.status_code)

    # An operation without a body or parameters offers nothing to get wrong.
    with suppress(Unsatisfiable):
        answer_is_documented()
    return answered


# Of the two databases it takes less for granted: characters, lengths, sizes of numbers.
@pytest.mark.postgresql
@pytest.mark.long
@pytest.mark.parametrize("shard", SHARDS)
@pytest.mark.parametrize("actor", [Actor.OWNER, Actor.ANNOTATOR, Actor.STRANGER])
def test_nobody_meets_an_accident_or_anything_undocumented(actor, shard, world):
    known = rows()
    statuses = defaultdict(set)
    for operation in operations()[shard :: len(SHARDS)]:
        row = known[operation.method.upper(), operation.path]
        whose = Actor.ANNOTATOR if row.audience is TOKENS else Actor.OWNER
        # What a site must have signed, nobody of these can say.
        speaks = actor == whose and row.audience is not SIGNED
        for mode in GenerationMode:
            statuses[operation.label] |= call_with_anything(
                operation,
                mode,
                world=world,
                row=row,
                actor=actor,
                examples=EXAMPLES if speaks else EXAMPLES_REFUSED,
            )
        if speaks:
            assert statuses[operation.label] & MEANT, "nothing of what there is was found"
    assert 429 not in set().union(*statuses.values())


def test_every_operation_is_called(db):
    with on_one_connection():
        labels = {(operation.method.upper(), operation.path) for operation in operations()}
    api = {key for key in rows() if key[1].startswith("/api/v1/")}
    assert labels == api


def test_the_schema_is_valid_and_nothing_in_it_was_guessed(tmp_path):
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "s.yml"))
