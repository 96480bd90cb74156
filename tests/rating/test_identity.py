"""Who a browser takes its visitor for, and how that changes."""

import pytest
from django.test import Client

from annotators.models import Annotator
from tests.factories import make_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

HOME = "/rate/boats/"


@pytest.fixture(autouse=True)
def campaign():
    return make_campaign()


def sent(person):
    return f"{HOME}?PROLIFIC_PID={person}"


def join(client, path=HOME, **more):
    return client.post(path, {"consent": "on", "native_speaker": "on", **more})


def join_as(client, person):
    client.get(sent(person))
    return join(client, sent(person), PROLIFIC_PID=person)


def me(client):
    """The annotator that the browser's pages speak to."""
    return client.get(f"{HOME}thanks/").context["annotator"].pk


def link_of(client):
    return client.get(f"{HOME}thanks/").context["personal_link"]


def test_another_recruiting_id_joins_as_another_person(client):
    join_as(client, "p1")
    first = me(client)
    page = client.get(sent("p2"))
    assert page.context["form"] is not None
    assert "Go on" not in page.content.decode()
    join_as(client, "p2")
    assert me(client) != first
    assert [one.recruited for one in Annotator.objects.order_by("id")] == [
        {"PROLIFIC_PID": "p1"},
        {"PROLIFIC_PID": "p2"},
    ]


def test_a_recruiting_id_joins_where_somebody_without_one_is_remembered(client):
    join(client)
    unnamed = me(client)
    join_as(client, "p1")
    assert me(client) != unnamed


def test_the_same_recruiting_id_comes_back_as_the_same_person(client):
    join_as(client, "p1")
    first = me(client)
    join_as(client, "p2")
    page = client.get(sent("p1"))
    assert page.context["form"] is None
    assert me(client) == first


def test_a_form_sent_twice_makes_one_person_of_a_recruiting_id(client):
    join_as(client, "p1")
    again = join(client, sent("p1"), PROLIFIC_PID="p1")
    assert again.status_code == 302
    assert Annotator.objects.count() == 1


def test_the_plain_link_keeps_whom_the_browser_remembers(client):
    join_as(client, "p1")
    first = me(client)
    assert client.get(HOME).context["form"] is None
    assert me(client) == first


def test_whoever_withdrew_is_not_remembered_by_their_recruiting_id(client):
    join_as(client, "p1")
    client.post(f"{HOME}withdraw/")
    assert client.get(sent("p1")).context["form"] is not None


def test_not_you_asks_first_and_then_lets_another_join(client):
    join(client)
    first = me(client)
    assert "Not you?" in client.get(HOME).content.decode()
    asked = client.get(f"{HOME}someone-else/")
    assert asked.status_code == 200
    assert me(client) == first
    assert client.post(f"{HOME}someone-else/").url == HOME
    assert client.get(HOME).context["form"] is not None
    join(client)
    assert me(client) != first


def test_a_personal_link_asks_before_it_makes_another_of_the_visitor(client):
    join(client)
    first, link = me(client), link_of(client)
    other = Client()
    join(other)
    second = me(other)
    asked = other.get(link)
    assert asked.status_code == 200
    # No other site may learn the token in the address; our own form needs an origin.
    assert asked.headers["Referrer-Policy"] == "same-origin"
    assert me(other) == second
    assert other.post(link).url == f"{HOME}sitting/"
    assert me(other) == first


def test_ones_own_personal_link_goes_on_at_once(client):
    join(client)
    assert client.get(link_of(client)).url == f"{HOME}sitting/"


def test_a_personal_link_goes_on_at_once_where_who_was_remembered_withdrew(client):
    join(client)
    link = link_of(client)
    other = Client()
    join(other)
    Annotator.objects.filter(id=me(other)).update(withdrawn_at="2026-01-01T00:00Z")
    assert other.get(link).url == f"{HOME}sitting/"


def test_posting_a_link_that_leads_nowhere_changes_nobody(client):
    join(client)
    first = me(client)
    assert client.post(f"{HOME}back/guessed/").status_code == 404
    assert me(client) == first
