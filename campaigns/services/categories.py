"""Put a revised tree in the place of the one before. Under the lock of the campaign."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User

from campaigns.models import Campaign, Category, ScaleOption, TreeRevision
from campaigns.selectors.categories import coded_categories, next_revision
from regild.rating.tree_revision import CodedCategory, Revised, as_json


def store_revision(
    campaign: Campaign, revised: Revised, *, at: datetime, by: User | None, note: str
) -> TreeRevision:
    """What it did to annotations and labels is noted by whoever does that."""
    revision = TreeRevision.objects.create(
        campaign=campaign,
        number=next_revision(campaign),
        made_at=at,
        made_by=by,
        note=note,
        before=as_json(coded_categories(campaign)),
        after=as_json(revised.categories),
        fates=as_json(revised.fates),
        carried=0,
        dropped=0,
        labels_carried=0,
        labels_left=0,
    )
    _replace(campaign, revised.categories)
    return revision


def note_effect(
    revision: TreeRevision,
    *,
    carried: int,
    dropped: int,
    labels_carried: int,
    labels_left: int,
) -> None:
    revision.carried, revision.dropped = carried, dropped
    revision.labels_carried, revision.labels_left = labels_carried, labels_left
    revision.save(update_fields=["carried", "dropped", "labels_carried", "labels_left"])


def _replace(campaign: Campaign, categories: Sequence[CodedCategory]) -> None:
    """All rows anew: two that change places would meet on the way. Ratings name codes."""
    campaign.categories.all().delete()
    campaign.scale.all().delete()
    leaves = [(one.code, one.name) for one in categories if one.code is not None]
    ScaleOption.objects.bulk_create(
        ScaleOption(campaign=campaign, position=place, value=code, label=name, weight=0.0)
        for place, (code, name) in enumerate(leaves)
    )
    options = dict(campaign.scale.values_list("value", "id"))
    Category.objects.bulk_create(
        Category(
            campaign=campaign,
            position=place,
            name=one.name,
            definition=one.definition,
            option_id=None if one.code is None else options[one.code],
        )
        for place, one in enumerate(categories)
    )
    made = {category.name: category for category in campaign.categories.all()}
    for one in categories:
        if one.parent:
            made[one.name].parent = made[one.parent]
    Category.objects.bulk_update(made.values(), ["parent"])
