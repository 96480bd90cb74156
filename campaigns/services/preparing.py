"""What a lead may still change while preparing a campaign, and what ratings have settled."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign, ScaleOption, System
from campaigns.selectors import has_ratings
from campaigns.services.audit import record

# What decides which candidates there are, and in which words annotators judged them.
SETTLED_BY_RATINGS = frozenset(
    {
        "language",
        "case_policy",
        "multiwords",
        "target_as_answer",
        "pool_depth",
        "mapping",
        "excluded_targets",
    }
)


class RatingsExist(Exception):  # noqa: N818
    """The change would take back what annotators have rated; nothing was changed."""

    def __init__(self, annotators: int) -> None:
        self.annotators = annotators
        super().__init__(f"ratings exist; {annotators} annotators have joined")


class Option(NamedTuple):
    label: str
    weight: float


def refuse_once_rated(campaign: Campaign) -> None:
    """For a service about to take something back; within its transaction."""
    if has_ratings(campaign):
        raise RatingsExist(campaign.annotators.count())


@transaction.atomic
def change_settings(*, campaign: Campaign, changes: Mapping[str, Any], by: User) -> None:
    """Write some of the campaign's columns. Raises RatingsExist for those ratings settle."""
    if not changes:
        return
    settled = SETTLED_BY_RATINGS & changes.keys()
    if settled:
        refuse_once_rated(campaign)
    Campaign.objects.filter(id=campaign.pk).update(**changes)
    action = "change pool settings" if settled else "change settings"
    record(campaign=campaign, by=by, action=action, changed=sorted(changes))


@transaction.atomic
def set_scale(*, campaign: Campaign, options: Sequence[Option], by: User) -> None:
    """The buttons from 0 up. A weight can always change, for it enters only what is computed;
    a button or its label cannot once annotators chose by it. Raises RatingsExist."""
    before = [
        Option(option.label, option.weight) for option in campaign.scale.order_by("value")
    ]
    if before == list(options):
        return
    if [option.label for option in before] != [option.label for option in options]:
        refuse_once_rated(campaign)
    campaign.scale.all().delete()
    ScaleOption.objects.bulk_create(
        ScaleOption(campaign=campaign, value=value, label=option.label, weight=option.weight)
        for value, option in enumerate(options)
    )
    record(campaign=campaign, by=by, action="change scale", options=list(map(list, options)))


@transaction.atomic
def remove_system(*, system: System, by: User) -> None:
    """Take a system and its answers out; pooling again takes its candidates out.

    Raises RatingsExist.
    """
    refuse_once_rated(system.campaign)
    record(campaign=system.campaign, by=by, action="remove system", system=system.name)
    system.delete()
