"""What a campaign's annotators judge."""

from collections.abc import Mapping
from typing import Any

from campaigns.models import Campaign
from regild.tasks import Task, task_named


def task_of(campaign: Campaign) -> Task:
    return task_named(campaign.task)


def asked_group(campaign: Campaign, asked: Mapping[str, Any]) -> str:
    """The group that a list is asked for, under the task's own name for it; empty: all."""
    return str(asked.get(task_of(campaign).group_filter) or "").strip()
