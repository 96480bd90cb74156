"""What a campaign's annotators judge."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext, ngettext

from campaigns.models import Campaign
from core.templatetags.numbers import grouped
from regild.tasks import Task, task_named


def task_of(campaign: Campaign) -> Task:
    return task_named(campaign.task)


def phrase_of(task: Task, name: str, *, proposing: bool = False, **filled: Any) -> str:
    """What the task says under that name, in the reader's language, filled in; with `count`
    one of its plurals. `proposing`: to annotators of the first stage."""
    if "count" in filled:
        plural = (proposing and task.proposing_plurals.get(name)) or task.plurals[name]
        said = ngettext(plural.one, plural.many, filled["count"])
    else:
        said = gettext((proposing and task.proposing_phrases.get(name)) or task.phrases[name])
    return said % {key: _written(value) for key, value in filled.items()} if filled else said


def _written(value: Any) -> Any:
    return grouped(value) if isinstance(value, int) else localize(value)


def said_in(campaign: Campaign, name: str, **filled: Any) -> str:
    """What the campaign's task says in the campaign's stage."""
    proposing = campaign.stage == Campaign.Stage.PROPOSE
    return phrase_of(task_of(campaign), name, proposing=proposing, **filled)


def asked_group(campaign: Campaign, asked: Mapping[str, Any]) -> str:
    """The group that a list is asked for, under the task's own name for it; empty: all."""
    return str(asked.get(task_of(campaign).group_filter) or "").strip()
