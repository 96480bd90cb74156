"""Keyset pages over sentences and candidates: nothing twice, nothing left out."""

import pytest
from django.http import QueryDict

from core import paging
from core.paging import page_of, page_of_list
from pooling.selectors import find_candidates
from sources.models import Item
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db

ORDER = ["group", "-id"]


@pytest.fixture(autouse=True)
def small_pages(monkeypatch):
    monkeypatch.setattr(paging, "PAGE_ROWS", 2)
    monkeypatch.setattr(paging, "COUNTED", 4)


def asked(**place):
    query = QueryDict(mutable=True)
    query.update(place)
    return query


def walk(rows, order):
    """All pages from the first to the last."""
    pages = [page_of(rows, asked(), order=order)]
    while pages[-1].after:
        pages.append(page_of(rows, asked(after=pages[-1].after), order=order))
    return pages


@pytest.mark.parametrize("order", [["position", "id"], ORDER, ["-group", "position", "id"]])
def test_every_row_comes_once_and_in_order_forwards_and_backwards(order):
    make_campaign(subsets=None)
    rows = Item.objects.all()
    expected = list(rows.order_by(*order))

    pages = walk(rows, order)
    assert [row for page in pages for row in page.rows] == expected

    back = [pages[-1]]
    while back[-1].before:
        back.append(page_of(rows, asked(before=back[-1].before), order=order))
    assert [row for page in reversed(back) for row in page.rows] == expected


def test_the_ends_lead_nowhere():
    make_campaign(subsets=None)
    pages = walk(Item.objects.all(), ORDER)
    assert [page.before is None for page in pages] == [True, False, False]
    assert [page.after is None for page in pages] == [False, False, True]


def test_counting_stops_at_the_bound_and_says_so():
    make_campaign(subsets=None)
    five, four = Item.objects.all(), Item.objects.exclude(key="5")
    assert page_of(five, asked(), order=ORDER)[-2:] == (4, True)
    assert page_of(four, asked(), order=ORDER)[-2:] == (4, False)


def test_a_list_of_one_page_is_not_counted_again(django_assert_num_queries):
    make_campaign(subsets=None)
    with django_assert_num_queries(1):
        assert page_of(Item.objects.filter(key="5"), asked(), order=ORDER).counted == 1
    with django_assert_num_queries(1):
        assert page_of(
            Item.objects.none() | Item.objects.filter(key="no"), asked(), order=ORDER
        ) == ([], None, None, 0, False)


@pytest.mark.parametrize("token", ["made-up", "", "W10:x:y"])
def test_a_place_that_was_made_up_is_the_first_page(token):
    make_campaign(subsets=None)
    first = page_of(Item.objects.all(), asked(), order=ORDER)
    assert page_of(Item.objects.all(), asked(after=token), order=ORDER) == first


def test_a_place_in_another_order_is_the_first_page():
    make_campaign(subsets=None)
    rows = Item.objects.all()
    elsewhere = page_of(rows, asked(), order=["-id"]).after
    first = page_of(rows, asked(), order=ORDER)
    again = page_of(rows, asked(after=elsewhere), order=ORDER)
    # Where the next page begins is signed with the second it was signed in.
    assert again._replace(after=None) == first._replace(after=None)


def test_candidates_come_by_votes_with_those_without_any_last():
    campaign = make_campaign(subsets=None)
    pages = walk(find_candidates(campaign), ["-weight", "-id"])
    votes = [candidate.votes or 0 for page in pages for candidate in page.rows]
    assert len(votes) == 20
    assert votes == sorted(votes, reverse=True)


def test_a_list_that_is_in_memory_is_turned_by_how_many_of_its_rows_stand_before():
    rows = list("abcde")
    first = page_of_list(rows, asked())
    assert (first.rows, first.before, first.after) == (["a", "b"], None, "2")
    last = page_of_list(rows, asked(after="4"))
    assert (last.rows, last.before, last.after) == (["e"], "4", None)
    back = page_of_list(rows, asked(before="4"))
    assert (back.rows, back.before, back.after) == (["c", "d"], "2", "4")
    assert (first.counted, first.more) == (5, False)


@pytest.mark.parametrize("place", ["", "x", "-3", "9" * 30, "٣"])
def test_a_place_in_such_a_list_that_was_made_up_is_its_beginning(place):
    assert page_of_list([1, 2, 3], asked(after=place)).rows == [1, 2]
