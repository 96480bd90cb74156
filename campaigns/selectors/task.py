"""What a campaign's annotators judge."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext, ngettext

from campaigns.models import Campaign
from regild.tasks import Task, task_named


def task_of(campaign: Campaign) -> Task:
    return task_named(campaign.task)


def phrase_of(task: Task, name: str, **filled: Any) -> str:
    """What the task says under that name, in the reader's language, filled in; with `count`
    one of its plurals."""
    if "count" in filled:
        plural = task.plurals[name]
        said = ngettext(plural.one, plural.many, filled["count"])
    else:
        said = gettext(task.phrases[name])
    return said % {key: localize(value) for key, value in filled.items()} if filled else said


def asked_group(campaign: Campaign, asked: Mapping[str, Any]) -> str:
    """The group that a list is asked for, under the task's own name for it; empty: all."""
    return str(asked.get(task_of(campaign).group_filter) or "").strip()
