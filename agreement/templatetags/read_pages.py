"""Ratings as lists and pages of candidates and items show them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import template
from django.http import QueryDict
from django.template.defaultfilters import floatformat
from django.urls import reverse

from agreement.selectors.read_item import ProposedBy, ShownValue
from agreement.selectors.read_lists import NUMBER_WORDS
from campaigns.models import Campaign
from core.templatetags.numbers import grouped

register = template.Library()


class Head(NamedTuple):
    """Of a column that can be sorted by: `sorted` is what assistive technology is told."""

    label: Any
    address: str
    sorted: str


class GivenTimes(NamedTuple):
    shown: ShownValue
    times: int


@register.filter
def given(values: str, shown: dict[int, ShownValue]) -> Iterator[GivenTimes]:
    """Of `values` as sums keep them, highest on the scale first."""
    counts = Counter(map(int, values.split()))
    for one in reversed(shown.values()):
        if counts[one.value]:
            yield GivenTimes(one, counts[one.value])


@register.filter
def number_word(name: str) -> Any:
    return NUMBER_WORDS[name]


@register.filter
def number_of(row: Any, name: str) -> Any:
    """A sum's number, of a list's row or of one candidate; a dash where there are too few
    ratings for it."""
    number = getattr(row, name)
    if number is None:
        return "–"
    return grouped(number) if name == "n" else floatformat(number, 2)


@register.simple_tag(takes_context=True)
def sorted_head(context: dict[str, Any], name: str, label: Any = "") -> Head:
    """Highest first to begin with, but for words; once more turns it round."""
    now = context["sort"]
    if name in ("item", "text", "key"):
        wanted, told = name, "ascending" if now == name else ""
    else:
        wanted = name if now == f"-{name}" else f"-{name}"
        told = {name: "ascending", f"-{name}": "descending"}.get(now, "")
    query = context["request"].GET.copy()
    for key in ("after", "before"):
        query.pop(key, None)
    query["sort"] = wanted
    return Head(label or NUMBER_WORDS[name], f"?{query.urlencode()}", told)


@register.simple_tag
def read_address(
    campaign: Campaign, item: int, asked: QueryDict, candidate: int | None = None
) -> str:
    """An item as it is opened from a list, at one of its candidates."""
    query = asked.copy()
    if candidate is not None:
        query["candidate"] = str(candidate)
    address = reverse("read-item", args=[campaign.slug, item])
    place = f"#candidate-{candidate}" if candidate is not None else ""
    return f"{address}{'?' if query else ''}{query.urlencode()}{place}"


@register.filter
def named(answers: list[tuple[int, int]], systems: Mapping[int, str]) -> list[ProposedBy]:
    """Systems with the rank they gave it; one removed since pooling has no name any more."""
    return [ProposedBy(systems[id], rank) for id, rank in answers if id in systems]
