"""The documents behind a number: what annotators chose for each, and what they wrote."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When

from agreement.models import ItemSum
from agreement.selectors.sums import sums_as_of
from annotators.models import Remark
from campaigns.models import Campaign
from campaigns.selectors.categories import tree_of
from rating.models import Rating
from rating.selectors.counting import counting_ratings
from sources.models import Item


class Asked(NamedTuple):
    """`level` is one of the tree's; `a` and `b` are categories there, of which annotators chose
    one each; without them all documents on which they disagree at that level."""

    level: str = "leaf"
    a: str = ""
    b: str = ""
    theme: str = ""


class Choice(NamedTuple):
    """`name` is empty of whoever was not imported."""

    annotator: int
    name: str
    category: str


class ChosenDocument(NamedTuple):
    item: Item
    choices: list[Choice]
    remarks: list[Remark]
    themes: list[str]


def find_documents(campaign: Campaign, asked: Asked) -> QuerySet[Item]:
    """None where there is no such level or category."""
    groups = codes_at(campaign, asked.level)
    names = [name for name in (asked.a, asked.b) if name]
    items = campaign.items.filter(hidden_at__isnull=True)
    if not groups or any(name not in groups for name in names):
        return items.none()
    given = counting_ratings(campaign)
    if not names:
        items = items.filter(Exists(_differing(given, groups)))
    elif asked.a == asked.b:
        items = items.filter(Exists(_alike(given, groups[asked.a])))
    for name in names:
        items = items.filter(Exists(_of_item(given).filter(value__in=groups[name])))
    if asked.theme:
        items = items.filter(themed__theme__name=asked.theme, themed__theme__campaign=campaign)
    return items


def count_disagreeing(campaign: Campaign) -> int:
    """How many documents annotators disagree on. By the sums that are kept, where they are of
    now: counting looks at every rating of a document."""
    kept = sums_as_of(campaign)
    if kept.read_at is None or kept.changes:
        return find_documents(campaign, Asked()).count()
    return ItemSum.objects.filter(campaign=campaign, hidden=False, differ__gt=0).count()


def codes_at(campaign: Campaign, level: str) -> dict[str, list[int]]:
    """Category → the codes of what stands below it; nothing at a level that the tree lacks."""
    called = tree_of(campaign).levels.get(level, {})
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for code, leaf in campaign.scale.order_by("position").values_list("value", "label"):
        if leaf in called:
            groups[called[leaf]].append(code)
    return dict(groups)


def with_choices(campaign: Campaign, items: Sequence[Item]) -> list[ChosenDocument]:
    """Each with what annotators chose, what they remarked, and its themes."""
    leaves = dict(campaign.scale.values_list("value", "label"))
    chosen: defaultdict[int, list[Choice]] = defaultdict(list)
    rows = (
        counting_ratings(campaign)
        .filter(candidate__item__in=items)
        .order_by("annotator_id", "id")
        .values_list("candidate__item_id", "annotator_id", "annotator__name", "value")
    )
    for item, annotator, name, value in rows:
        if value is not None:
            chosen[item].append(Choice(annotator, name, leaves.get(value, str(value))))
    remarks: defaultdict[int, list[Remark]] = defaultdict(list)
    for remark in Remark.objects.filter(item__in=items).order_by("id"):
        remarks[remark.item_id].append(remark)
    themes: defaultdict[int, list[str]] = defaultdict(list)
    tagged = Item.objects.filter(id__in=[item.pk for item in items], themed__isnull=False)
    for id, theme in tagged.order_by("themed__id").values_list("id", "themed__theme__name"):
        themes[id].append(theme)
    return [
        ChosenDocument(item, chosen[item.pk], remarks[item.pk], themes[item.pk])
        for item in items
    ]


def _of_item(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    return ratings.filter(candidate__item=OuterRef("pk"))


def _alike(ratings: QuerySet[Rating], codes: Iterable[int]) -> QuerySet[Rating]:
    """Of an item a rating with one of the codes, and another annotator's."""
    found = ratings.filter(value__in=list(codes))
    other = found.filter(candidate=OuterRef("candidate")).exclude(
        annotator=OuterRef("annotator")
    )
    return _of_item(found).filter(Exists(other))


def _differing(ratings: QuerySet[Rating], groups: dict[str, list[int]]) -> QuerySet[Rating]:
    """Of an item a rating, and one that is another category."""
    place = Case(
        *(When(value__in=codes, then=Value(n)) for n, codes in enumerate(groups.values())),
        output_field=IntegerField(),
    )
    placed = ratings.annotate(place=place)
    other = placed.filter(Q(candidate=OuterRef("candidate")), ~Q(place=OuterRef("place")))
    return _of_item(placed).filter(Exists(other))
