"""Every field of every form there is, filled in with what nobody would type."""

import copy
import re
from itertools import cycle, islice
from urllib.parse import urlencode, urljoin

import pytest
from django.db import transaction
from django.test import Client

from tests.annotation_site.permission_table import (
    ANNOTATORS,
    ANYBODY,
    API,
    ROWS,
    Actor,
    Outcome,
)
from tests.annotation_site.permission_world import address, make_world
from tests.hostile.forms import VALUES, forms_of
from tests.hostile.requests import FORM

pytestmark = pytest.mark.django_db

ACTORS = (Actor.OWNER, Actor.ANNOTATOR, Actor.STRANGER)
# Of each field; the values go round, so that every kind of field meets most of them.
TRIED = 2


def client_of(world, actor):
    client = Client(raise_request_exception=False)
    client.cookies = copy.deepcopy(world.clients[actor].cookies)
    return client


def has_pages_of_its_own(actor, row):
    """Whoever is let in where an owner is sees no more there than the owner."""
    if row.route.startswith((API, "api/")) or row.audience[actor] != Outcome.IN:
        return False
    return actor == Actor.OWNER or row.audience in (ANYBODY, ANNOTATORS)


def every_form(world):
    """(actor, path, form), each once: by where it goes and what it asks."""
    seen = set()
    for actor in ACTORS:
        for row in ROWS:
            if row.method != "GET" or not has_pages_of_its_own(actor, row):
                continue
            path = address(row.route, row.things, world)
            page = client_of(world, actor).get(path)
            if not page.headers.get("Content-Type", "").startswith("text/html"):
                continue
            for form in forms_of(page.content.decode()):
                to = urljoin(path, form.action).partition("?")[0]
                key = (actor, form.method, re.sub(r"\d+", "N", to), *sorted(form.fields))
                if key not in seen:
                    seen.add(key)
                    yield actor, to, form


def filled(form, name, value):
    """As it goes over the wire; what stands in the other fields stays."""
    others = {key: stands for key, stands in form.fields.items() if key != name}
    return f"{urlencode(others)}&{urlencode({name: ''})}{value}"


@pytest.mark.long
def test_no_field_of_any_form_leads_to_an_accident():
    world = make_world()
    values = cycle(VALUES.items())
    posted, fields, wrong = 0, set(), []
    for actor, to, form in every_form(world):
        client = client_of(world, actor)
        for name in form.fields:
            if name == "csrfmiddlewaretoken":
                continue
            fields.add((to, name))
            for words, value in islice(values, TRIED):
                body = filled(form, name, value)
                with transaction.atomic():
                    if form.method == "post":
                        answer = client.generic("POST", to, body, content_type=FORM)
                    else:
                        answer = client.get(to, QUERY_STRING=body)
                    transaction.set_rollback(True)
                posted += 1
                if answer.status_code >= 500:
                    wrong.append(f"{answer.status_code} {form.method} {to} {name}: {words}")
    assert wrong == [], "\n".join(wrong)
    assert len(fields) >= 100
    assert posted >= 200


LISTS = (
    "sources/sentences",
    "read",
    "pool/merges",
    "ratings/annotators",
    "ratings/remarks",
)


def test_a_list_is_looked_through_for_whatever_is_typed():
    owner = client_of(make_world(), Actor.OWNER)
    for page in LISTS:
        for sought in ("%" * 60_000, "glad"):
            answer = owner.get(f"/campaigns/boats/{page}/", {"text": sought})
            assert answer.status_code == 200, (page, sought[:10])


def test_a_merge_list_is_not_searched_for_a_nul():
    world = make_world()
    merges = "/campaigns/boats/pool/merges/confirm/"
    answer = client_of(world, Actor.OWNER).post(merges, {"text": "a\0"})
    assert answer.status_code == 400
