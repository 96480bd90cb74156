"""What a campaign says beside its golds, for the scoring of its task."""

from collections.abc import Collection, Mapping
from typing import Any

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from regild.formats.category_tree import CategoryTree
from regild.scoring.by_task import CampaignFacts, Choices, Gold
from regild.scoring.frozen import scale_of
from scoring.models import Release, ReleaseEntry
from scoring.selectors.golds import ROWS_AT_A_TIME, Golds, groups_of, multiword_targets
from sources.models import GoldAnswer, Item
from sources.selectors import named_parts


def known_of(release: Release, golds: Golds, *, penalty: float | None = None) -> CampaignFacts:
    """`penalty` is the campaign's unless given."""
    campaign = release.campaign
    scoring, keys = task_of(campaign).scoring, {*golds.first, *golds.second}
    return CampaignFacts(
        groups=groups_of(release, keys),
        multiwords=multiword_targets(campaign),
        named=named_parts(campaign) if scoring.of_parts else {},
        tree=tree_of(release),
        contents=_contents(campaign, keys) if scoring.wants_contents else {},
        choices=_choices(release) if scoring.wants_choices else {},
        seed=campaign.seed,
        penalty=campaign.penalty if penalty is None else penalty,
    )


def tree_of(release: Release) -> CategoryTree:
    """As it was frozen; a scale without one is its own leaves."""
    listed = release.policy.get("categories")
    if listed:
        return CategoryTree({one["name"]: one["parent"] for one in listed})
    return CategoryTree({option.label: "" for option in scale_of(release.policy)})


def _contents(campaign: Campaign, keys: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
    rows = Item.objects.filter(campaign=campaign).values_list("key", "content")
    return {key: content for key, content in rows.iterator(ROWS_AT_A_TIME) if key in keys}


def _choices(release: Release) -> Mapping[Gold, Choices]:
    return {"first": _first_choices(release), "second": _second_choices(release)}


def _first_choices(release: Release) -> Choices:
    """Of annotators whom the file names; of the others nobody knows who chose what."""
    policy = release.policy
    chosen: dict[str, dict[str, str]] = {}
    rows = (
        GoldAnswer.objects.filter(item__campaign=release.campaign_id)
        .exclude(item__group__in=policy["excluded_targets"])
        .exclude(item__key__in=policy["hidden_sentences"])
        .order_by("item__position", "id")
        .values_list("item__key", "text", "given_by")
    )
    for key, text, names in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        for name in names:
            chosen.setdefault(name, {})[key] = text
    return chosen


def _second_choices(release: Release) -> Choices:
    labels = {option.value: option.label for option in scale_of(release.policy)}
    chosen: dict[str, dict[str, str]] = {}
    rows = (
        ReleaseEntry.objects.filter(release=release)
        .order_by("item__position", "id")
        .values_list("item__key", "ratings")
    )
    for key, ratings in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        for annotator, value in ratings:
            chosen.setdefault(str(annotator), {})[key] = labels[value]
    return chosen
