"""The first gold as it would be now, of all sentences or of some."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.selectors.wording import wording_of
from proposing.models import SpellingDecision
from proposing.selectors.golds import base_gold
from regild.formats.records import GoldRecord, ProposalRecord
from regild.proposing.adding import add_to_gold
from regild.proposing.making import (
    AcceptedMerge,
    Lemmas,
    MadeGold,
    NameCode,
    Spelled,
    make_first_gold,
)
from regild.proposing.multiwords import Phrases, multiword_records, phrases_of
from regild.scoring.multiwords import gold_multiwords
from regild.words import Wording
from sources.models import Item


class Rules(NamedTuple):
    """What a campaign and its leads decided about spellings."""

    wording: Wording
    lemmas: Lemmas
    undone: Collection[Spelled]
    accepted: Sequence[AcceptedMerge]


class GoldDraft(NamedTuple):
    """`made` is of the proposals alone, `records` what the gold would be: on top of one that
    was brought in. `majority` has the phrase of each sentence that counts as a multiword."""

    made: MadeGold
    records: list[GoldRecord]
    phrases: Phrases
    multiwords: list[GoldRecord]
    majority: Mapping[str, str]


def drafted_items(campaign: Campaign) -> list[Item]:
    """All of them, for a gold that was brought in stays where a sentence is hidden; with what
    a draft reads of them."""
    return list(campaign.items.only("id", "key", "group", "content").order_by("position"))


def rules_of(campaign: Campaign, *, items: Collection[int] | None = None) -> Rules:
    """`items`: only what was decided about these."""
    decided = SpellingDecision.objects.filter(item__campaign=campaign)
    if items is not None:
        decided = decided.filter(item__in=items)
    rows = list(decided.values_list("item__key", "spelling", "into"))
    lemmas = campaign.lemmas.filter(undone_at__isnull=True)
    return Rules(
        wording_of(campaign),
        {(form, pos): lemma for form, pos, lemma in lemmas.values_list("form", "pos", "lemma")},
        {(key, spelling) for key, spelling, into in rows if not into},
        [AcceptedMerge(*row) for row in rows if row[2]],
    )


def draft_gold(
    campaign: Campaign,
    proposals: Iterable[ProposalRecord],
    items: Iterable[Item],
    *,
    rules: Rules,
    name_code: NameCode = "NAME",
) -> GoldDraft:
    """Of the proposals for these items, which have their key, group and content."""
    proposals, items = list(proposals), list(items)
    groups = {item.key: item.group for item in items}
    made = make_first_gold(
        proposals,
        wording=rules.wording,
        lemmas=rules.lemmas,
        undone=rules.undone,
        accepted=rules.accepted,
        groups=groups,
        itself=texts_itself(campaign, items)
        if campaign.target_as_answer == Campaign.Keep.DROP
        else None,
        name_code=name_code,
    )
    base = base_gold(campaign, items=[item.pk for item in items])
    base = [record for record in base if record.sentence in groups]
    phrases = phrases_of(proposals, wording=rules.wording, groups=groups)
    multiwords = multiword_records(phrases, groups=groups)
    return GoldDraft(
        made,
        add_to_gold(base, made.records, wording=rules.wording),
        phrases,
        multiwords,
        gold_multiwords({one.sentence: dict(one.substitutes) for one in multiwords}),
    )


def texts_itself(campaign: Campaign, items: Iterable[Item]) -> dict[str, tuple[str, ...]]:
    task = task_of(campaign)
    return {item.key: task.itself(item.group, item.content) for item in items}
