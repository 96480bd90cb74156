"""What a new campaign's annotators choose from: a ready-made scale, or its own categories."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaigns.models import Campaign, Category, ScaleOption
from regild.formats.category_tree import CategoryRecord, CategoryTree
from regild.tasks import TASKS, Task

# Of every task: which of them a campaign may have is its own task's to say.
SCALES = tuple(dict.fromkeys(name for task in TASKS.values() for name in task.scales))


def save_scale(
    campaign: Campaign, task: Task, scale: str, *, categories: Sequence[CategoryRecord] = ()
) -> None:
    """In the active language. An empty name is the first that the task has."""
    if categories:
        save_categories(campaign, categories)
        return
    options = task.scales[scale or next(iter(task.scales))]
    ScaleOption.objects.bulk_create(
        ScaleOption(
            campaign=campaign,
            position=value,
            value=value,
            label=_(option.label),
            weight=float(option.weight),
        )
        for value, option in enumerate(options)
    )


def replace_categories(campaign: Campaign, records: Sequence[CategoryRecord]) -> None:
    """While nobody chose among those there are. Examples and practice name them by their codes,
    which others would have now."""
    before = list(campaign.scale.values_list("value", "label"))
    campaign.categories.all().delete()
    campaign.scale.all().delete()
    save_categories(campaign, records)
    if list(campaign.scale.values_list("value", "label")) != before:
        campaign.examples, campaign.practice = [], []
        campaign.save(update_fields=["examples", "practice"])


def save_categories(campaign: Campaign, records: Sequence[CategoryRecord]) -> None:
    """The leaves are the scale, in the order of their file; their codes count from 0."""
    leaves = CategoryTree.of(records).leaves
    ScaleOption.objects.bulk_create(
        # Categories have no order and no distance; a weight is of no use to them.
        ScaleOption(campaign=campaign, position=code, value=code, label=name, weight=0.0)
        for code, name in enumerate(leaves)
    )
    option = dict(campaign.scale.values_list("label", "id"))
    Category.objects.bulk_create(
        Category(
            campaign=campaign,
            position=position,
            name=record.name,
            definition=record.definition,
            option_id=option.get(record.name),
        )
        for position, record in enumerate(records)
    )
    made = {category.name: category for category in campaign.categories.all()}
    for record in records:
        if record.parent:
            made[record.name].parent = made[record.parent]
    Category.objects.bulk_update(made.values(), ["parent"])
