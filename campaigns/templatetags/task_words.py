"""What a campaign's task says, in the reader's language."""

from typing import Any

from django import template

from campaigns.models import Campaign
from campaigns.selectors.task import phrase_of, said_in, task_of
from regild.tasks import Task

register = template.Library()


@register.filter
def said_by(name: str, task: Task) -> str:
    """`{{ "task"|said_by:task }}`: where there is no campaign yet."""
    return phrase_of(task, name)


@register.filter
def origin(campaign: Campaign, name: str) -> str:
    """Whether a candidate is of the first gold, of systems or both, as its task calls it."""
    return phrase_of(task_of(campaign), f"origin {name}") if name else ""


@register.filter
def shown_in(candidate: Any, campaign: Campaign) -> str:
    """What people are shown of a candidate."""
    return task_of(campaign).worded(candidate.item.content, candidate.text)


@register.filter
def phrase(campaign: Campaign, name: str) -> str:
    """`{{ campaign|phrase:"groups" }}`: nothing is filled in."""
    return said_in(campaign, name)


@register.simple_tag(name="phrase")
def filled_phrase(campaign: Campaign, name: str, **filled: Any) -> str:
    """`{% phrase campaign "item of items" number=3 total=9 %}`; with `count=…` a plural."""
    return said_in(campaign, name, **filled)


@register.filter
def has_names(campaign: Campaign) -> bool:
    """Whether annotators choose names, which have no order: categories."""
    return task_of(campaign).level == "nominal"


@register.filter
def pools_answers(campaign: Campaign) -> bool:
    """Whether candidates are what people and systems proposed, and not what was brought in."""
    return task_of(campaign).pools_answers


@register.filter
def proposes(campaign: Campaign) -> bool:
    """Whether annotators can be asked for the first gold."""
    return task_of(campaign).proposes
