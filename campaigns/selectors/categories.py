"""The tree that a campaign's categories stand in, as it is now."""

from typing import Any

from django.shortcuts import get_object_or_404

from campaigns.models import Campaign, TreeRevision
from regild.formats.category_tree import CategoryRecord, CategoryTree
from regild.rating.tree_revision import CodedCategory


def category_records(campaign: Campaign) -> tuple[CategoryRecord, ...]:
    """As a file of categories would say them; each line is its place."""
    rows = campaign.categories.order_by("position").values_list(
        "name", "parent__name", "definition"
    )
    return tuple(
        CategoryRecord(name, parent or "", definition, line)
        for line, (name, parent, definition) in enumerate(rows, 1)
    )


def tree_of(campaign: Campaign) -> CategoryTree:
    """Without categories of its own, the buttons of its scale, side by side."""
    records = category_records(campaign)
    if records:
        return CategoryTree.of(records)
    labels = campaign.scale.order_by("position").values_list("label", flat=True)
    return CategoryTree(dict.fromkeys(labels, ""))


def coded_categories(campaign: Campaign) -> list[CodedCategory]:
    """Without categories of its own, the buttons of its scale, side by side."""
    if not campaign.categories.exists():
        buttons = campaign.scale.order_by("position").values_list("label", "value")
        return [CodedCategory(label, "", "", value) for label, value in buttons]
    rows = campaign.categories.order_by("position").values_list(
        "name", "parent__name", "definition", "option__value"
    )
    return [
        CodedCategory(name, parent or "", definition, code)
        for name, parent, definition, code in rows
    ]


def first_free_code(campaign: Campaign) -> int:
    """Higher than any that a category ever had: what was rated with it must not be taken for
    another."""
    codes = {-1, *campaign.scale.values_list("value", flat=True)}
    for before, after in campaign.revisions.values_list("before", "after"):
        codes |= {one["code"] for one in (*before, *after) if one["code"] is not None}
    return max(codes) + 1


def revision_named(campaign: Campaign, number: int) -> TreeRevision:
    """Raises Http404."""
    return get_object_or_404(campaign.revisions, number=number)


def next_revision(campaign: Campaign) -> int:
    newest = campaign.revisions.order_by("-number").values_list("number", flat=True).first()
    return (newest or 0) + 1


def categories_of(campaign: Campaign) -> list[dict[str, Any]]:
    """In the order of their file; the code is the value that choosing it gives, None where
    others stand below."""
    rows = campaign.categories.order_by("position").values_list(
        "option__value", "name", "parent__name", "definition"
    )
    names = ("code", "name", "parent", "definition")
    return [dict(zip(names, row, strict=True)) for row in rows]


def nested_categories(campaign: Campaign) -> list[dict[str, Any]]:
    """Those at the top, each with those `below` it."""
    categories = [{**one, "below": []} for one in categories_of(campaign)]
    known = {one["name"]: one for one in categories}
    for one in categories:
        if one["parent"] is not None:
            known[one["parent"]]["below"].append(one)
    return [one for one in categories if one["parent"] is None]
