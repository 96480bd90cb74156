"""What a lead may still change while preparing a campaign, and what ratings have settled."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign, ScaleOption, System
from campaigns.selectors import has_ratings, open_sittings
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign, sources_changed

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
# Annotators read the language; the pool is made by the rest.
CHANGES_THE_POOL = SETTLED_BY_RATINGS - {"language"}


class RatingsExist(Exception):  # noqa: N818
    """The change would take back what annotators have rated; nothing was changed."""

    def __init__(self, annotators: int) -> None:
        self.annotators = annotators
        super().__init__(f"ratings exist; {annotators} annotators have joined")


class RatingUnderWay(RatingsExist):
    """Somebody has a sitting open, and their first rating may be on its way: it is stored under
    the lock of their sitting alone. Nothing was changed."""

    def __init__(self, sittings: int) -> None:
        self.sittings = sittings
        Exception.__init__(self, f"somebody is rating right now; open sittings: {sittings}")


class Option(NamedTuple):
    label: str
    weight: float


def refuse_once_rated(campaign: Campaign) -> None:
    """For a service about to take something back, under the lock, whose own work ends the
    sittings that are open; any other asks `refuse_once_settled`."""
    if has_ratings(campaign):
        raise RatingsExist(campaign.annotators.count())


def refuse_once_settled(campaign: Campaign) -> None:
    """For a service about to change what ratings settle, under the lock: nobody has rated, and
    nobody can before it ends, for a sitting is taken under the same lock.

    Raises RatingsExist or RatingUnderWay.
    """
    # The sittings first: a rating stored between the two questions ends none of them, and one
    # that ended before left its ratings to be seen.
    sittings = open_sittings(campaign)
    refuse_once_rated(campaign)
    if sittings:
        raise RatingUnderWay(sittings)


@transaction.atomic
def change_settings(*, campaign: Campaign, changes: Mapping[str, Any], by: User) -> None:
    """Write some of the campaign's columns. Raises RatingsExist for those ratings settle."""
    if not changes:
        return
    lock_campaign(campaign.pk)
    settled = SETTLED_BY_RATINGS & changes.keys()
    if settled:
        refuse_once_settled(campaign)
    Campaign.objects.filter(id=campaign.pk).update(**changes)
    if CHANGES_THE_POOL & changes.keys():
        sources_changed(campaign.pk)
    action = "change pool settings" if settled else "change settings"
    record(campaign=campaign, by=by, action=action, changed=sorted(changes))


@transaction.atomic
def set_scale(*, campaign: Campaign, options: Sequence[Option], by: User) -> None:
    """The buttons from 0 up. A weight can always change, for it enters only what is computed;
    a button or its label cannot once annotators chose by it. Raises RatingsExist."""
    lock_campaign(campaign.pk)
    before = [
        Option(option.label, option.weight) for option in campaign.scale.order_by("value")
    ]
    if before == list(options):
        return
    if [option.label for option in before] != [option.label for option in options]:
        refuse_once_settled(campaign)
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
    campaign = lock_campaign(system.campaign_id)
    refuse_once_settled(campaign)
    record(campaign=campaign, by=by, action="remove system", system=system.name)
    system.delete()
    sources_changed(campaign.pk)
