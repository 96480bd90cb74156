"""Lists of candidates and sentences: whatever is asked, the rows and their order are those that
Python finds by looking at each, however little is read at a time."""

from random import Random

import pytest
from django.http import QueryDict

import core.scanning
from agreement.models import CandidateSum, ItemSum
from agreement.selectors import read_lists
from agreement.selectors.read_lists import (
    ListAsked,
    candidate_search,
    item_search,
    neighbours,
    orders_of,
)
from agreement.selectors.sums import key_of
from agreement.services.summing import bring_sums_up_to_date
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from rating.models import Rating
from rating.services.hiding import hide_candidate
from tests.agreement.rated import rate, worked_campaign
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db

ASKED = [
    ListAsked(),
    ListAsked(text="S"),
    ListAsked(text="zzz"),
    ListAsked(group="glad"),
    ListAsked(origin="systems"),
    ListAsked(part="n"),
    ListAsked(state="unrated"),
    ListAsked(state="in-play", least={"n": 2}),
    ListAsked(state="hidden"),
    ListAsked(state="unjudged", origin="both"),
    ListAsked(value=0),
    ListAsked(least={"mean": 0.5}, most={"mean": 2.5}),
    ListAsked(least={"differ": 0.5}, origin="gold"),
    ListAsked(most={"sd": 0.0}, part="a", text="h"),
    # Beyond what the columns hold.
    ListAsked(least={"n": 32_768}),
    ListAsked(least={"n": 2**31}, origin="gold"),
    ListAsked(most={"n": 2**31}),
    ListAsked(least={"n": 1e300}),
    ListAsked(text="x" * 1_500),
    ListAsked(group="x" * 1_500),
]


@pytest.fixture
def campaign():
    # Another's rows lie before and behind.
    bring_sums_up_to_date(make_campaign("before"))
    found = worked_campaign()
    rate(found, {"cheerful": "331", "merry": "12", "joyful": "0"}, sentence="2")
    Rating.objects.filter(candidate__text="cheerful", value=1).update(value=None)
    hide_candidate(candidate_id=Candidate.objects.get(item__campaign=found, text="merry").pk)
    bring_sums_up_to_date(make_campaign("behind"))
    bring_sums_up_to_date(found)
    return found


@pytest.fixture(params=["all at once", "little at a time"])
def reading(request, monkeypatch):
    monkeypatch.setattr(core.scanning, "PAGE_ROWS", 3)
    if request.param == "little at a time":
        monkeypatch.setattr(core.scanning, "MOST_READ", 5)


def candidates_page(campaign, asked, query):
    return read_lists.candidates_page(campaign, candidate_search(campaign, asked), query)


def items_page(campaign, asked, query):
    return read_lists.items_page(campaign, item_search(campaign, asked), query)


def fits(row, asked):
    told = [
        bytes(row.text_key).startswith(key_of(asked.text)),
        bytes(row.group_key).startswith(key_of(asked.group)),
        asked.origin in ("", row.origin),
        asked.part in ("", row.part),
        asked.value is None or f" {asked.value} " in row.values,
        asked.state != "unrated" or row.n == 0,
        asked.state != "in-play" or not row.hidden,
        asked.state != "hidden" or row.hidden,
        asked.state != "unjudged" or row.unjudged > 0,
    ]
    for name, least in asked.least.items():
        told.append(getattr(row, name) is not None and getattr(row, name) >= least)
    for name, most in asked.most.items():
        told.append(getattr(row, name) is not None and getattr(row, name) <= most)
    return all(told)


def in_order(rows, order):
    def value(row):
        found = getattr(row, order.key)
        return bytes(found) if isinstance(found, memoryview | bytes) else found

    some = [row for row in rows if value(row) is not None]
    none = [row for row in rows if value(row) is None]
    some.sort(key=lambda row: (value(row), row.pk), reverse=order.descending)
    none.sort(key=lambda row: row.pk, reverse=order.descending)
    return [row.pk for row in some + none]


def walked(page_of, campaign, asked, *, way="after"):
    """All that is found by going on to the end; its last token as well."""
    found, query = [], QueryDict(mutable=True)
    for _page in range(60):
        page = page_of(campaign, asked, query).page
        found += page.ids if way == "after" else page.ids[::-1]
        token = getattr(page, way)
        if token is None:
            return found
        query = QueryDict(mutable=True)
        query[way] = token
    raise AssertionError("there is no end to it")


@pytest.mark.usefixtures("reading")
def test_candidates_are_found_and_sorted_as_by_looking_at_each(campaign):
    rows = list(CandidateSum.objects.filter(campaign=campaign))
    for sort, order in orders_of(task_of(campaign)).items():
        for asked in ASKED:
            expected = in_order([row for row in rows if fits(row, asked)], order)
            asked = asked._replace(sort=sort)
            assert walked(candidates_page, campaign, asked) == expected, (sort, asked)
            search, _as_of = candidate_search(campaign, asked)
            assert [row.pk for row in search.all()] == expected


@pytest.mark.usefixtures("reading")
def test_items_are_found_and_sorted_as_by_looking_at_each(campaign):
    rows = list(ItemSum.objects.filter(campaign=campaign))
    for sort, order in orders_of(task_of(campaign), items=True).items():
        assert walked(items_page, campaign, ListAsked(sort=sort)) == in_order(rows, order)
        for least in (32_768, 2**31, 1e300):
            asked = ListAsked(sort=sort, least={"n": least})
            assert walked(items_page, campaign, asked) == []
        assert walked(items_page, campaign, ListAsked(sort=sort, text="x" * 1_500)) == []
    assert [row.item.key for row in items_page(campaign, ListAsked(text="3"), {}).rows] == ["3"]
    named = items_page(campaign, ListAsked(text="ROOM"), {}).rows
    assert [row.item.key for row in named] == ["3", "4"]


@pytest.mark.usefixtures("reading")
def test_one_walks_back_the_way_one_came(campaign):
    random = Random(7)
    for sort in orders_of(task_of(campaign)):
        for asked in random.sample(ASKED, 5):
            asked = asked._replace(sort=sort)
            search, _as_of = candidate_search(campaign, asked)
            expected = [row.pk for row in search.all()]
            if not expected:
                continue
            last = search.place_in(CandidateSum.objects.get(pk=expected[-1]))
            query = QueryDict(mutable=True)
            query["before"] = search.token(last)
            found = []
            for _page in range(60):
                page = candidates_page(campaign, asked, query).page
                found += page.ids[::-1]
                if page.before is None:
                    break
                query["before"] = page.before
            assert found[::-1] == expected[:-1], (sort, asked)


def test_the_neighbours_of_a_row_are_those_of_its_list(campaign):
    asked = ListAsked(sort="-mean", origin="gold")
    search, _as_of = candidate_search(campaign, asked)
    ids = [row.pk for row in search.all()]
    for number, id in enumerate(ids):
        found = neighbours(search, id)
        assert found.before == (ids[number - 1] if number else None)
        assert found.after == (ids[number + 1] if number + 1 < len(ids) else None)
    search, _as_of = item_search(campaign, ListAsked())
    assert neighbours(search, 0).after is None


def test_a_place_that_was_made_up_is_the_beginning(campaign):
    expected = candidates_page(campaign, ListAsked(), {}).page.ids
    assert candidates_page(campaign, ListAsked(), {"after": "made-up"}).page.ids == expected
    of_another = candidates_page(campaign, ListAsked(sort="text"), {}).page.places[0]
    search, _as_of = candidate_search(campaign, ListAsked(sort="text"))
    token = search.token(of_another)
    assert candidates_page(campaign, ListAsked(), {"after": token}).page.ids == expected


def test_a_page_says_how_far_it_searched(campaign, monkeypatch):
    monkeypatch.setattr(core.scanning, "MOST_READ", 5)
    page = candidates_page(campaign, ListAsked(value=99), {}).page
    assert (page.ids, page.searched, page.counted) == ([], 5, None)
    assert page.after
    # What an index finds is exact, however little may be read.
    page = candidates_page(campaign, ListAsked(text="glee"), {}).page
    assert (page.ids, page.searched, page.counted) == ([], None, 0)


def test_accents_and_capitals_are_no_matter():
    assert key_of("Été") == key_of("ete")
    assert key_of(" Straße") == b"strasse"
