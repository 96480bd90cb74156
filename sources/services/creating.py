"""Make a campaign of its files, all or nothing; give it other ones."""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from campaigns.models import (
    Campaign,
    Member,
    ScaleOption,
)
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, sources_changed
from core.refusals import CampaignExists
from regild.problems import Notice, Source
from regild.tasks import DEFAULT, TASKS, Task, task_named
from regild.tasks.task import Sources
from sources.services.rows import save_gold, save_items
from sources.services.systems import refuse_unless_valid


class BroughtIn(NamedTuple):
    campaign: Campaign
    sentences: int
    gold_substitutes: int
    notices: tuple[Notice, ...]


# Of every task: which of them a campaign may have is its own task's to say.
SCALES = tuple(dict.fromkeys(name for task in TASKS.values() for name in task.scales))


def scale_options(task: Task, scale: str) -> list[tuple[int, str, float]]:
    """(value, label, weight) of a ready-made scale, in the active language."""
    if scale not in task.scales:
        raise ValueError(f"scale must be one of {', '.join(task.scales)}, not {scale!r}")
    return [
        (value, _(option.label), float(option.weight))
        for value, option in enumerate(task.scales[scale])
    ]


def create_campaign(
    *,
    slug: str,
    sentences: Source,
    gold: Source,
    language: str,
    title: str = "",
    task: str = DEFAULT,
    mapping: Source | None = None,
    scale: str = "0-3",
    multiwords: str = Campaign.Keep.KEEP,
    excluded_targets: Collection[str] = (),
    min_ratings: int = 3,
    max_ratings: int = 7,
    by: User | None = None,
) -> BroughtIn:
    """A draft campaign with its sentences and first gold, owned by whoever made it.

    Raises Refused, CampaignExists, or BadFiles with the problems of all its files.
    """
    if Campaign.objects.filter(slug=slug).exists():
        raise CampaignExists(slug)
    refuse_unless_valid(
        Campaign(
            slug=slug,
            title=title or slug,
            task=task,
            language=language,
            multiwords=multiwords,
            min_ratings=min_ratings,
            max_ratings=max_ratings,
        )
    )
    sources = task_named(task).read(
        items=sentences, gold=gold, mapping=mapping, excluded_groups=excluded_targets
    )
    with transaction.atomic():
        # Two clicks, or two leads with one idea: the second learns that the slug is taken.
        campaign, new = Campaign.objects.get_or_create(
            slug=slug,
            defaults={
                "title": title or slug,
                "task": task,
                "language": language,
                "multiwords": multiwords,
                "excluded_targets": sorted(excluded_targets),
                "min_ratings": min_ratings,
                "max_ratings": max_ratings,
            },
        )
        if not new:
            raise CampaignExists(slug)
        if by is not None:
            Member.objects.create(campaign=campaign, user=by, role=Member.Role.OWNER)
        with override(language):
            options = scale_options(task_named(task), scale)
        ScaleOption.objects.bulk_create(
            ScaleOption(
                campaign=campaign, position=value, value=value, label=label, weight=weight
            )
            for value, label, weight in options
        )
        made = _save_sources(campaign, sources)
        audit.record(
            campaign=campaign,
            by=by,
            action="create campaign",
            sentences=made.sentences,
            gold_substitutes=made.gold_substitutes,
        )
    return made


def replace_sources(*, campaign: Campaign, sources: Sources, by: User | None) -> BroughtIn:
    """Sentences and gold for a campaign whose own were taken out."""
    with transaction.atomic():
        lock_campaign(campaign.pk)
        made = _save_sources(campaign, sources)
        sources_changed(campaign.pk)
        audit.record(
            campaign=campaign,
            by=by,
            action="replace sentences",
            sentences=made.sentences,
            gold_substitutes=made.gold_substitutes,
        )
    return made


def _save_sources(campaign: Campaign, sources: Sources) -> BroughtIn:
    campaign.mapping = [[rule.group, rule.proposed, rule.canonical] for rule in sources.rules]
    campaign.save(update_fields=["mapping"])
    saved = save_items(campaign, sources.items, sources.gold)
    count = save_gold(saved, sources.gold)
    return BroughtIn(campaign, len(saved), count, sources.notices)
