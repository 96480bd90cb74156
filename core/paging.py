"""Pages of a long list by keyset: a page begins after a row, not after a number of rows.

So the ten-thousandth page costs what the first does. Counting stops at a bound for the same
reason.
"""

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from typing import Any, NamedTuple

from django.core import signing
from django.db.models import Q, QuerySet
from django.http import QueryDict

PAGE_ROWS = 50
COUNTED = 1_000


class Page(NamedTuple):
    """`before` and `after` lead to the neighbouring pages, None at either end. `counted` are
    the rows of the whole list, COUNTED where there are `more`."""

    rows: list[Any]
    before: str | None
    after: str | None
    counted: int
    more: bool


def page_of(
    rows: QuerySet[Any] | Sequence[QuerySet[Any]], asked: QueryDict, *, order: Sequence[str]
) -> Page:
    """The page that `?after=` or `?before=` asks for, else the first.

    `order` are names of fields that are never null, the last of them unique; `-` before one
    turns it round. `rows` may be several lists without a row in common, which are read as one;
    the fields must then be numbers, which Python orders as every database does.
    """
    lists = [rows] if isinstance(rows, QuerySet) else rows
    backwards = "before" in asked
    place = _place(asked.get("before" if backwards else "after", ""), order)
    if place is None:
        backwards = False
    way = [_turned(name) for name in order] if backwards else list(order)
    found = _first(lists, way, place)
    further = len(found) > PAGE_ROWS
    del found[PAGE_ROWS:]
    if backwards:
        found.reverse()
    if place is None and not further:
        return Page(found, None, None, len(found), more=False)
    count = _count(lists)
    ends = [_token(found[end], order) for end in (0, -1)] if found else [None, None]
    return Page(
        found,
        before=ends[0] if (further if backwards else place is not None) else None,
        after=ends[1] if backwards or further else None,
        counted=min(count, COUNTED),
        more=count > COUNTED,
    )


def page_of_list(rows: Sequence[Any], asked: QueryDict) -> Page:
    """The same of a list that is in memory as it is: `?after=` and `?before=` say behind or
    before how many of its rows."""
    backwards = "before" in asked
    place = asked.get("before" if backwards else "after", "")
    end = min(int(place), len(rows)) if is_number_of_rows(place) else 0
    start = max(0, end - PAGE_ROWS) if backwards else end
    shown = list(rows[start : start + PAGE_ROWS])
    last = start + len(shown)
    return Page(
        shown,
        before=str(start) if start else None,
        after=str(last) if last < len(rows) else None,
        counted=len(rows),
        more=False,
    )


def is_number_of_rows(place: str) -> bool:
    return place.isascii() and place.isdigit() and len(place) <= 9


def _first(
    lists: Sequence[QuerySet[Any]], way: Sequence[str], place: Sequence[Any] | None
) -> list[Any]:
    """The rows of a page and one more, where there is one."""
    found: list[Any] = []
    for rows in lists:
        sought = rows if place is None else rows.filter(_beyond(way, place))
        found += sought.order_by(*way)[: PAGE_ROWS + 1]
    if len(lists) > 1:
        for name in reversed(way):
            found.sort(key=partial(_value, name=name.lstrip("-")), reverse=name[0] == "-")
    return found[: PAGE_ROWS + 1]


def _count(lists: Sequence[QuerySet[Any]]) -> int:
    """No further than one beyond COUNTED."""
    count = 0
    for rows in lists:
        if count <= COUNTED:
            count += rows.order_by()[: COUNTED + 1 - count].count()
    return count


def is_place(token: str, order: Sequence[str]) -> bool:
    """Whether a page can begin or end there."""
    return _place(token, order) is not None


def _beyond(way: Sequence[str], place: Sequence[Any]) -> Q:
    """Rows that come after `place`: greater in the first field, or equal there and greater in
    the next, and so on. The condition in front lets the database begin at the right place."""
    alternatives = []
    equal = Q()
    for name, value in zip(way, place, strict=True):
        alternatives.append(equal & Q(**{_compared(name): value}))
        equal &= Q(**{name.lstrip("-"): value})
    return Q(**{f"{_compared(way[0])}e": place[0]}) & reduce(or_, alternatives)


def _compared(name: str) -> str:
    return f"{name[1:]}__lt" if name.startswith("-") else f"{name}__gt"


def _turned(name: str) -> str:
    return name[1:] if name.startswith("-") else f"-{name}"


def _token(row: Any, order: Sequence[str]) -> str:
    values = [_value(row, name=name.lstrip("-")) for name in order]
    return signing.dumps([list(order), values], salt="page")


def _value(row: Any, *, name: str) -> Any:
    return reduce(getattr, name.split("__"), row)


def _place(token: str, order: Sequence[str]) -> list[Any] | None:
    """None for a token that was made up, or made for another order."""
    try:
        made_for, values = signing.loads(token, salt="page")
    except signing.BadSignature:
        return None
    return values if made_for == list(order) else None
