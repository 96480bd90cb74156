"""Everybody at every address: what the table says is what happens, and it says it of all."""

import copy
import re
from collections.abc import Iterable, Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.annotation_site.permission_table import (
    ADMIN,
    API,
    OPERATORS,
    ROWS,
    TOKENS,
    Actor,
    Audience,
    Outcome,
    Row,
)
from tests.annotation_site.permission_world import SLUG, World, address, make_world

# Two thousand calls; who may do what is not asked of the database in words of its own.
pytestmark = pytest.mark.sqlite

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}
# Django's own view, which takes whatever is not a POST for a GET.
TAKES_ANY_METHOD = {"i18n/setlang/"}


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)


ROUTES = set(routes(get_resolver()))
LISTED: dict[str, list[Row]] = {}
for listed in ROWS:
    LISTED.setdefault(listed.route, []).append(listed)
ADMIN_ROUTES = [route for route in sorted(ROUTES - LISTED.keys()) if route.startswith(ADMIN)]


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def call(world: World, actor: Actor, method: str, path: str) -> Outcome | None:
    """None where the method is not offered."""
    client = Client(raise_request_exception=False)
    if actor in world.tokens:
        client.defaults["HTTP_AUTHORIZATION"] = world.tokens[actor]
    # A copy: signing out must not sign out of the calls that follow.
    client.cookies = copy.deepcopy(world.clients[actor].cookies)
    with transaction.atomic():
        if path.startswith(f"/{API}"):
            answer = client.generic(method, path, "{}", content_type="application/json")
        else:
            answer = getattr(client, method.lower())(path)
        transaction.set_rollback(True)
    where = answer.headers.get("Location", "")
    if where.startswith((reverse("sign-in"), reverse("admin:index"))):
        return Outcome.SIGN_IN
    if where == reverse("rate-welcome", args=[SLUG]):
        return Outcome.WELCOME
    return {
        401: Outcome.REFUSED,
        403: Outcome.REFUSED,
        404: Outcome.MISSING,
        405: None,
        500: Outcome.BROKEN,
    }.get(answer.status_code, Outcome.IN)


def assert_none(found: Iterable[str]) -> None:
    """In full: pytest would show only the first few."""
    lines = sorted(found)
    assert not lines, "\n".join(["", *lines])


def surprises(world: World, method: str, path: str, expected: Audience) -> list[str]:
    """What happened to whom, where it is not what was expected."""
    found = {actor: call(world, actor, method, path) for actor in Actor}
    return [
        f"{method} {path}: the {actor} is {found[actor] or 'not offered this'}, not {outcome}"
        for actor, outcome in expected.items()
        if found[actor] != outcome
    ]


def test_every_route_is_in_the_table_and_no_other() -> None:
    assert_none(LISTED.keys() - ROUTES)
    assert_none(ROUTES - LISTED.keys() - set(ADMIN_ROUTES))


def test_each_is_let_in_where_the_table_says_and_nowhere_else(world: World) -> None:
    assert_none(
        surprise
        for row in ROWS
        for surprise in surprises(
            world, row.method, address(row.route, row.things, world), row.audience
        )
    )


def test_no_route_offers_a_method_that_is_not_in_the_table(world: World) -> None:
    assert_none(
        f"{method} /{route}"
        for route, rows in LISTED.items()
        if route not in TAKES_ANY_METHOD
        for method in METHODS - {row.method for row in rows}
        # The API asks who calls before it looks at the method.
        for actor in [Actor.ANNOTATOR if rows[0].audience is TOKENS else Actor.OWNER]
        if call(world, actor, method, address(route, rows[0].things, world)) is not None
    )


def test_the_admin_lets_operators_in_and_nobody_else(world: World) -> None:
    for route in ADMIN_ROUTES:
        plain = re.sub(r"\^?\(\?P<\w+>.*?\)(/?)\$", r"auth\1", route)
        assert_none(surprises(world, "GET", address(plain, {}, world), OPERATORS))
