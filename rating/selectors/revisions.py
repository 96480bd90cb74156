"""What a revision of the tree does to annotations, and which it left without a category."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet

from campaigns.models import Campaign, TreeRevision
from rating.models import Rating
from rating.selectors.counting import counting_ratings
from regild.rating.tree_revision import LOST, CategoryFate, Revised
from sources.models import Item
from sources.selectors import labels_named


class CategoryEffect(NamedTuple):
    """`annotations` are the current ones; `to` is the code that they have afterwards, None
    where they stop counting. `labels` are those of the first gold and of systems."""

    code: int
    name: str
    fate: str
    into: tuple[str, ...]
    to: int | None
    annotations: int
    labels: int


class RevisionEffect(NamedTuple):
    """`carried` annotations get another code, `kept` keep theirs, `dropped` stop counting."""

    categories: tuple[CategoryEffect, ...]
    kept: int
    carried: int
    dropped: int
    labels_carried: int
    labels_left: int

    def facts(self) -> dict[str, Any]:
        categories = [one._asdict() | {"into": list(one.into)} for one in self.categories]
        return self._asdict() | {"categories": categories}


def current_of(campaign: Campaign, codes: Collection[int]) -> QuerySet[Rating]:
    """Whatever counts: an answer under way, or one that was left out, has a category too."""
    return Rating.objects.filter(
        annotator__campaign=campaign, superseded_at__isnull=True, value__in=codes
    )


def effect_of(campaign: Campaign, revised: Revised) -> RevisionEffect:
    given = dict(
        current_of(campaign, [fate.code for fate in revised.fates])
        .order_by()
        .values_list("value")
        .annotate(Count("id"))
    )
    categories = tuple(
        CategoryEffect(*fate, given.get(fate.code, 0), labels_named(campaign, [fate.name]))
        for fate in revised.fates
    )

    def annotations(chosen: Collection[CategoryEffect]) -> int:
        return sum(one.annotations for one in chosen)

    lost = [one for one in categories if one.fate in LOST]
    merged = [one for one in categories if one.fate == "merged"]
    kept = [one for one in categories if one.to == one.code]
    renamed = [one for one in categories if one.fate in ("renamed", "merged")]
    return RevisionEffect(
        categories,
        kept=annotations(kept),
        carried=annotations(merged),
        dropped=annotations(lost),
        labels_carried=sum(one.labels for one in renamed),
        labels_left=sum(one.labels for one in lost),
    )


def dropped_by(revision: TreeRevision) -> QuerySet[Rating]:
    """The annotations that stopped counting with it."""
    codes = [one["code"] for one in revision.fates if one["fate"] in LOST]
    return Rating.objects.filter(
        annotator__campaign=revision.campaign_id,
        superseded_at=revision.made_at,
        value__in=codes,
    )


class LostDocument(NamedTuple):
    """A document whose annotations lost their category; `again` are those it has by now."""

    item: Item
    lost: list[str]
    again: int


def documents_left(revision: TreeRevision) -> QuerySet[Item]:
    return revision.campaign.items.filter(
        Exists(dropped_by(revision).filter(candidate__item=OuterRef("pk")))
    )


def with_lost(revision: TreeRevision, items: Collection[Item]) -> list[LostDocument]:
    names = {fate["code"]: fate["name"] for fate in revision.fates}
    lost: dict[int, list[str]] = {item.pk: [] for item in items}
    rows = dropped_by(revision).filter(candidate__item__in=lost).order_by("id")
    for item, value in rows.values_list("candidate__item_id", "value"):
        lost[item].append(names.get(value or 0, str(value)))
    current = counting_ratings(revision.campaign).filter(candidate__item__in=lost).order_by()
    again = dict(current.values_list("candidate__item_id").annotate(Count("id")))
    return [LostDocument(item, lost[item.pk], again.get(item.pk, 0)) for item in items]


def names_carried(fates: Collection[CategoryFate], after: dict[int, str]) -> dict[str, str]:
    """What each category is called now, of those whose labels carry over under another name."""
    return {
        fate.name: after[fate.to]
        for fate in fates
        if fate.to is not None and after[fate.to] != fate.name
    }
