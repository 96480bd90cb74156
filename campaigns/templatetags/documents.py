"""Documents and their categories, as annotators read them and choose from them."""

from typing import Any

from django import template

from campaigns.models import Campaign
from campaigns.selectors.categories import nested_categories
from regild.tasks.categories.body import Body, body_of

register = template.Library()

# So many leaves are looked over at a glance: their branches stand open.
FEW_LEAVES = 12


@register.simple_tag
def category_tree(campaign: Campaign, chosen: int | None = None) -> list[dict[str, Any]]:
    """Each with those `below` it; `open` where its branch is, that of what is chosen too."""
    tree = nested_categories(campaign)
    few = sum(map(_count, tree)) <= FEW_LEAVES
    for branch in tree:
        _open(branch, few=few, chosen=chosen)
    return tree


@register.filter
def body(text: str) -> Body:
    return body_of(text)


def _count(one: dict[str, Any]) -> int:
    """The number of leaves of a branch, which is kept."""
    one["leaves"] = sum(map(_count, one["below"])) if one["below"] else 1
    return int(one["leaves"])


def _open(one: dict[str, Any], *, few: bool, chosen: int | None) -> bool:
    """Whether what is chosen is in it."""
    below = [_open(other, few=few, chosen=chosen) for other in one["below"]]
    holds = any(below) or (chosen is not None and one["code"] == chosen)
    one["open"] = few or holds
    return holds
