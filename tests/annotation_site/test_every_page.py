"""What holds for every page there is: no code in it, and no form from elsewhere."""

import copy
import re
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core import paging
from tests.annotation_site.permission_table import API, ROWS, Actor
from tests.annotation_site.permission_world import address, make_world
from tests.annotation_site.test_security import CODE

pytestmark = pytest.mark.sqlite

VISITORS = (Actor.STRANGER, Actor.ANNOTATOR, Actor.OWNER)
PAGES = [row for row in ROWS if not row.route.startswith(API)]


@pytest.fixture
def world(db):
    return make_world()


def visits(world, method, client_of):
    """(path, answer) of every page of that method, by whoever sees something else there."""
    for row in PAGES:
        if row.method == method:
            path = address(row.route, row.things, world)
            for actor in VISITORS:
                yield path, getattr(client_of(actor), method.lower())(path)


def test_every_page_says_that_only_our_files_are_code_and_has_no_code_in_it(world):
    seen, wrong = 0, []

    def client_of(actor):
        client = Client(raise_request_exception=False)
        client.cookies = copy.deepcopy(world.clients[actor].cookies)
        return client

    for path, answer in visits(world, "GET", client_of):
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        policy = answer.headers.get("Content-Security-Policy", "")
        strict = "default-src 'none'" in policy and "unsafe" not in policy
        framed = answer.headers.get("X-Frame-Options") != "DENY"
        guessed = answer.headers.get("X-Content-Type-Options") != "nosniff"
        page = b"".join(answer) if answer.streaming else answer.content
        if not strict or framed or guessed or CODE.search(page.decode()):
            wrong.append(path)
        seen += answer.status_code == 200
    assert wrong == []
    assert seen > 50  # or too little was looked at


# What a mail program sends (RFC 8058): who has the link may, and cookies say nothing there.
BY_LINK_ALONE = ("/no-summaries/", "/rate/no-letters/")


def test_no_page_takes_a_form_that_was_not_its_own(world):
    def client_of(actor):
        # As a page of somebody else's would send it: with the visitor's cookies and no token.
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        client.cookies = copy.deepcopy(world.clients[actor].cookies)
        return client

    answers = [(path, answer.status_code) for path, answer in visits(world, "POST", client_of)]
    taken = [path for path, status in answers if status != 403]
    assert [path for path in taken if not path.startswith(BY_LINK_ALONE)] == []
    assert len(answers) > 100


def test_the_admin_takes_none_either(db):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("root"))
    for path in ("/admin/auth/user/add/", "/admin/auth/user/1/delete/", "/admin/logout/"):
        assert client.post(path).status_code == 403


def test_a_long_list_leads_on_within_itself(world, monkeypatch):
    monkeypatch.setattr(paging, "PAGE_ROWS", 1)
    led = {}
    for path, answer in visits(world, "GET", world.clients.__getitem__):
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            for onward in re.findall(r'rel="next" href="([^"]+)"', answer.content.decode()):
                led[path] = urlsplit(urljoin(path, onward)).path
    # Of a sentence the next is another.
    sentence = re.compile(r"/read/items/\d+/$")
    lists = {path: to for path, to in led.items() if not sentence.search(path)}
    assert {path: to for path, to in lists.items() if to != path} == {}
    assert len(led) > 5


@pytest.mark.parametrize(
    ("page", "stored"),
    [
        ("pool/", "pooling_candidate"),
        ("subsets/", "pooling_subset"),
        ("ratings/", "rating_assignment"),
        ("agreement/", "agreement_agreementreport"),
        ("read/", "agreement_sumsstate"),
        ("gold/", "scoring_release"),
        ("scores/", "scoring_score"),
    ],
)
def test_a_page_reads_its_job_before_what_the_job_stores(
    world, django_assert_max_num_queries, page, stored
):
    """A job that ended in between would be shown as ended beside what was there before it."""
    with django_assert_max_num_queries(100) as asked:
        world.clients[Actor.OWNER].get(f"/campaigns/boats/{page}")
    job, first = (
        next(place for place, query in enumerate(asked) if f'FROM "{table}"' in query["sql"])
        for table in ("campaigns_job", stored)
    )
    assert job < first
