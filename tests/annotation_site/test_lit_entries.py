"""Every page of a workspace lights its own entry of the navigation, and no other."""

import re

import pytest

from tests.annotation_site.permission_table import API, ROWS, Actor
from tests.annotation_site.permission_world import SLUG, address, make_world

pytestmark = pytest.mark.sqlite

HOME = f"/campaigns/{SLUG}/"
LINK = re.compile(r'<a\s[^>]*?href="(?P<href>[^"]*)"(?P<rest>[^>]*)>')
# Pages that have no entry of their own, by the one that leads to them.
REACHED_FROM = {
    "archive/": "settings/",
    "audit/": "people/",
    "baselines/": "sources/",
    "delete/": "settings/",
    "start-over/": "sources/",
    "submissions/": "scores/",
    "summaries/": "people/",
    "webhooks/": "settings/",
    "first-gold/exclusions/": "first-gold/annotators/",
    "ratings/exclusions/": "ratings/annotators/",
    "ratings/sittings/": "ratings/annotators/",
}
# They are led to from several entries, or of another task: none is lit.
OF_NO_PART = ("ratings/categories/", "ratings/sentences/")


def entries(page, name):
    """Each address in a navigation of that class, with whether it is lit."""
    found = re.search(rf'<nav class="{name}".*?</nav>', page, re.DOTALL)
    links = LINK.finditer(found[0]) if found else ()
    return {one["href"]: 'aria-current="page"' in one[0] for one in links}


def expected(path, addresses):
    """The entry that the page lies under."""
    below = path.removeprefix(HOME)
    for beginning, entry in REACHED_FROM.items():
        if below.startswith(beginning) and HOME + beginning not in addresses:
            path = HOME + entry
    return max((one for one in addresses if path.startswith(one)), key=len, default=None)


def test_a_page_lights_the_entry_that_it_lies_under(db):
    world = make_world()
    seen, wrong = 0, []
    for row in ROWS:
        if row.route.startswith(API) or row.method != "GET":
            continue
        path = address(row.route, row.things, world)
        answer = world.clients[Actor.OWNER].get(path)
        if answer.streaming or answer.status_code != 200:
            continue
        page = answer.content.decode()
        stages, parts = entries(page, "stages"), entries(page, "parts")
        seen += bool(stages)
        for addresses in filter(None, (stages, parts)):
            lit = [one for one, is_lit in addresses.items() if is_lit]
            own = expected(path, addresses)
            if addresses is parts and path.removeprefix(HOME).startswith(OF_NO_PART):
                own = None
            if lit != ([own] if own else []):
                wrong.append((path, lit, own))
    assert wrong == []
    assert seen > 50  # or too little was looked at
