"""Write a campaign's settings and its scale."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign, DataCard, ScaleOption
from campaigns.selectors.scale import are_places
from campaigns.selectors.task import task_of
from campaigns.services.audit import record
from campaigns.services.locking import basis_changed, lock_campaign, sources_changed
from campaigns.services.settling import refuse_once_settled
from core.refusals import Refused
from regild.problems import N_
from regild.tasks import settings_without_use

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


# Written for readers: nothing is measured by it.
TOLD_ALONE = frozenset(field.name for field in DataCard._meta.fields)


class Option(NamedTuple):
    """A button; `value` is the code that ratings store, None for its place."""

    label: str
    weight: float
    value: int | None = None


@transaction.atomic
def change_settings(*, campaign: Campaign, changes: Mapping[str, Any], by: User | None) -> None:
    """Write some of the campaign's columns. Raises RatingsExist for those ratings settle."""
    if not changes:
        return
    locked = lock_campaign(campaign.pk)
    if without := settings_without_use(task_of(locked)) & changes.keys():
        text = N_(
            "The setting %(name)s does not apply to campaigns of this task.",
            name=tuple(sorted(without)),
        )
        raise Refused("setting_without_use", text)
    settled = SETTLED_BY_RATINGS & changes.keys()
    if settled:
        refuse_once_settled(campaign)
    # Switched anew, the rule may say so again.
    anew = {"stopped_at": None} if "stopping" in changes else {}
    Campaign.objects.filter(id=campaign.pk).update(**changes, **anew)
    if CHANGES_THE_POOL & changes.keys():
        sources_changed(campaign.pk)
    elif changes.keys() - TOLD_ALONE:
        basis_changed(campaign.pk)
    action = "change pool settings" if settled else "change settings"
    record(campaign=campaign, by=by, action=action, changed=sorted(changes))


@transaction.atomic
def set_scale(*, campaign: Campaign, options: Sequence[Option], by: User | None) -> None:
    """The buttons from the lowest up. A weight can always change, for it enters only what is
    computed; a button, its label or code cannot once annotators chose by it. Raises
    RatingsExist, Refused where its categories are the buttons."""
    lock_campaign(campaign.pk)
    if campaign.categories.exists():
        text = N_("The buttons of this campaign are the categories that it was made with.")
        raise Refused("scale_of_categories", text)
    columns = campaign.scale.order_by("position").values_list("label", "weight", "value")
    before, after = [Option(*row) for row in columns], with_codes(options)
    if before == after:
        return
    if [(one.label, one.value) for one in before] != [(one.label, one.value) for one in after]:
        refuse_once_settled(campaign)
    campaign.scale.all().delete()
    ScaleOption.objects.bulk_create(
        ScaleOption(campaign=campaign, position=place, **option._asdict())
        for place, option in enumerate(after)
    )
    basis_changed(campaign.pk)
    codes = [option.value for option in after]
    record(
        campaign=campaign,
        by=by,
        action="change scale",
        options=[[option.label, option.weight] for option in after],
        **({} if are_places(codes) else {"codes": codes}),
    )


def with_codes(options: Sequence[Option]) -> list[Option]:
    """Each with its code, which is its place where none was said."""
    return [
        option._replace(value=place if option.value is None else option.value)
        for place, option in enumerate(options)
    ]
