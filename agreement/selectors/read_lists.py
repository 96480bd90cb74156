"""The candidates and the items of a campaign as leads read them: filtered, in order, a page at
a time, and what stands beside one of them.

Everything is asked of the sums (agreement/models.py), which may be older than the ratings; the
rows of a page are then read as they are now.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Max, Min, Q, QuerySet
from django.utils.translation import gettext_lazy

from agreement.models import CandidateSum, ItemSum
from agreement.selectors.sums import SumsAsOf, key_of, sums_as_of
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.scanning import Narrow, Order, ScannedPage, Search
from core.searching import may_be_found
from pooling.models import Candidate
from pooling.selectors.samples import with_not_drawn
from regild.tasks import Task

NUMBERS = ("n", "mean", "sd", "differ")
# Of names: there is nothing in the middle of them.
NUMBERS_OF_NAMES = ("n", "share", "differ")
# As columns and forms say them.
NUMBER_WORDS = {
    "n": gettext_lazy("Ratings"),
    "mean": gettext_lazy("Mean"),
    "sd": gettext_lazy("SD"),
    "share": gettext_lazy("Share"),
    "differ": gettext_lazy("Disagreement"),
    "votes": gettext_lazy("Votes"),
}
STATES = ("in-play", "hidden", "unrated", "unjudged")


# Of candidates each has an index of its own.
_RARE = {
    "hidden": Narrow(Q(hidden=True), "pk"),
    "unjudged": Narrow(Q(unjudged__gt=0), "pk"),
    "unrated": Narrow(Q(n=0), "n"),
}


class ListAsked(NamedTuple):
    """What a list is asked for. `text` is how a candidate begins, or an item's key or group;
    `group` how its group does. A number's least and most are under its name."""

    text: str = ""
    group: str = ""
    origin: str = ""
    part: str = ""
    system: int | None = None
    value: int | None = None
    state: str = ""
    least: Mapping[str, float] = {}
    most: Mapping[str, float] = {}
    sort: str = ""


class Found(NamedTuple):
    search: Search
    as_of: SumsAsOf


class ReadPage(NamedTuple):
    """Of rows, sums; a candidate's says besides whether its item is `not_drawn`."""

    rows: list[Any]
    page: ScannedPage
    as_of: SumsAsOf


def asked_of(task: Task, told: Mapping[str, Any]) -> ListAsked:
    """From what a form, a program or a shell says by the names of addresses; what is empty is
    not asked."""
    numbers = {*numbers_of(task), *numbers_of(task, items=True)}
    least = {name: told.get(f"{name}_min") for name in numbers}
    most = {name: told.get(f"{name}_max") for name in numbers}
    return ListAsked(
        **{
            name: (told.get(name) or "").strip()
            for name in ("text", "origin", "part", "state", "sort")
        },
        group=(told.get(task.group_filter) or "").strip(),
        system=_number(told.get("system")),
        value=_number(told.get("value")),
        least={name: number for name, number in least.items() if number not in (None, "")},
        most={name: number for name, number in most.items() if number not in (None, "")},
    )


def _number(told: Any) -> int | None:
    return None if told in (None, "") else int(told)


def numbers_of(task: Task, *, items: bool = False) -> tuple[str, ...]:
    """What its lists are filtered and sorted by; an item has no share of its own."""
    if task.level == "ordinal":
        return NUMBERS
    return tuple(name for name in NUMBERS_OF_NAMES if not (items and name == "share"))


def orders_of(task: Task, *, items: bool = False) -> dict[str, Order]:
    """By what a list can be sorted; `-` before a name is highest first."""
    names = list(numbers_of(task, items=items))
    if not items and task.pools_answers:
        names.append("votes")
    text = ("key", "item_key") if items else ("text", "text_key")
    return {
        "item": Order("item_id", nullable=False),
        text[0]: Order(text[1], nullable=False),
        **{
            f"{way}{name}": Order(name, descending=bool(way), nullable=name != "n")
            for name in names
            for way in ("-", "")
        },
    }


def is_one_to_one(task: Task) -> bool:
    """Whether an item is its own candidate: then there is one list, of candidates."""
    return task.phrases["Candidate"] == task.phrases["Item"]


def candidate_search(campaign: Campaign, asked: ListAsked) -> Found:
    as_of = sums_as_of(campaign)
    narrow = _narrow(asked, "text_key")
    others = _in_common(asked)
    if asked.origin:
        others &= Q(origin=asked.origin)
    if asked.system is not None:
        others &= Q(systems__contains=f" {asked.system} ")
    if asked.value is not None:
        others &= Q(values__contains=f" {asked.value} ")
    if asked.state in _RARE:
        narrow.append(_RARE[asked.state])
    rows = CandidateSum.objects.filter(campaign=campaign)
    order = orders_of(task_of(campaign)).get(asked.sort) or Order("item_id", nullable=False)
    within = None
    if order.key == "item_id":
        # The index knows no campaign.
        ends = campaign.items.aggregate(first=Min("id"), last=Max("id"))
        within = Q(item__gte=ends["first"] or 0, item__lte=ends["last"] or 0)
    search = Search(
        rows,
        total=as_of.candidates,
        order=order,
        narrow=narrow,
        others=others,
        within=within,
    )
    return Found(search, as_of)


def item_search(campaign: Campaign, asked: ListAsked) -> Found:
    as_of = sums_as_of(campaign)
    narrow = _narrow(asked._replace(text=""), "")
    others = _in_common(asked)
    if asked.text:
        # By either, so that one index alone does not find it; there are fewer items.
        others &= _begins("item_key", asked.text) | _begins("group_key", asked.text)
    if asked.state == "unrated":
        others &= Q(n=0)
    if asked.state == "hidden":
        others &= Q(hidden=True)
    order = orders_of(task_of(campaign), items=True).get(asked.sort)
    search = Search(
        ItemSum.objects.filter(campaign=campaign),
        total=as_of.items,
        order=order or Order("item_id", nullable=False),
        narrow=narrow,
        others=others,
    )
    return Found(search, as_of)


def candidates_page(campaign: Campaign, asked: Found, query: Any) -> ReadPage:
    page = asked.search.page(query)
    found = CandidateSum.objects.filter(pk__in=page.ids, item__campaign=campaign)
    rows = _in_order(found.select_related("candidate", "item"), page.ids)
    asked_about = with_not_drawn(Candidate.objects.filter(id__in=page.ids))
    not_drawn = dict(asked_about.values_list("id", "not_drawn"))
    for row in rows:
        row.candidate.item = row.item
        row.not_drawn = not_drawn[row.pk]
    return ReadPage(rows, page, asked.as_of)


def items_page(campaign: Campaign, asked: Found, query: Any) -> ReadPage:
    page = asked.search.page(query)
    found = ItemSum.objects.filter(pk__in=page.ids, item__campaign=campaign)
    return ReadPage(_in_order(found.select_related("item"), page.ids), page, asked.as_of)


class ListNeighbours(NamedTuple):
    """Ids of what stands before and behind something in a list, None where nothing does; where
    nobody read so far, `further` is the token to search on from."""

    before: int | None
    after: int | None
    further: str | None


def neighbours(search: Search, id: int) -> ListNeighbours:
    row = search.rows.filter(pk=id).first()
    if row is None:
        return ListNeighbours(None, None, None)
    place = search.place_in(row)
    before = search.scan(place, backwards=True, limit=1)
    after = search.scan(place, backwards=False, limit=1)
    stopped = None if after.places else after.read_to
    return ListNeighbours(
        before.places[0].id if before.places else None,
        after.places[0].id if after.places else None,
        stopped and search.token(stopped),
    )


def items_of(candidates: Sequence[int | None]) -> dict[int, int]:
    """Candidate → its item."""
    found = CandidateSum.objects.filter(pk__in=[id for id in candidates if id is not None])
    return dict(found.values_list("candidate_id", "item_id"))


def _narrow(asked: ListAsked, text_key: str) -> list[Narrow]:
    """What an index of its own finds."""
    found = []
    for key, begin in ((text_key, asked.text), ("group_key", asked.group)):
        if key and begin:
            found.append(Narrow(_begins(key, begin), key))
    for name in {**asked.least, **asked.most}:
        within = Q()
        if name in asked.least:
            within &= Q(**{f"{name}__gte": asked.least[name]})
        if name in asked.most:
            within &= Q(**{f"{name}__lte": asked.most[name]})
        found.append(Narrow(within, name))
    return found


def _in_common(asked: ListAsked) -> Q:
    others = Q()
    if asked.part:
        others &= Q(part=asked.part)
    if asked.state == "in-play":
        others &= Q(hidden=False)
    return others


def _begins(name: str, text: str) -> Q:
    begin = key_of(text)
    if not begin or not may_be_found(text):
        return Q(pk__in=[])
    # UTF-8 has no byte of 255.
    behind = begin[:-1] + bytes([begin[-1] + 1])
    return Q(**{f"{name}__gte": begin, f"{name}__lt": behind})


def _in_order(found: QuerySet[Any], ids: Sequence[int]) -> list[Any]:
    by_id = {row.pk: row for row in found}
    return [by_id[id] for id in ids if id in by_id]
