"""Freeze what annotators proposed as the campaign's first gold."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Webhook
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, sources_changed
from campaigns.services.webhooks import announce
from core.refusals import Refused
from proposing.models import FirstGold
from proposing.selectors.counting import proposal_records
from proposing.selectors.draft import GoldDraft, draft_gold, drafted_items, rules_of
from proposing.selectors.golds import as_json, base_gold, records_of
from proposing.services.ending import end_open_turns
from proposing.services.settling import refuse_once_gold_is_rated
from regild.formats.records import GoldRecord, ProposalRecord
from regild.problems import N_
from regild.proposing.freezing import FrozenFirstGold
from regild.proposing.freezing import freeze_first_gold as frozen_of
from regild.proposing.making import NameCode
from sources.services.multiwords import save_gold_multiwords
from sources.services.rows import replace_gold


class Frozen(NamedTuple):
    """`new`: whether it differs from the one before, which else stands."""

    gold: FirstGold
    new: bool


@transaction.atomic
def freeze_first_gold(
    *, campaign: Campaign, name_code: NameCode = "NAME", by: User | None = None
) -> Frozen:
    """The next number; the one before again where nothing has changed since. The campaign is
    being prepared again, now for rating.

    Raises Refused where the task has no first stage, where nothing was proposed, or where
    ratings rest on the gold already.
    """
    if not task_of(campaign).proposes:
        text = N_("Annotators propose nothing in a campaign of this task.")
        raise Refused("task_proposes_nothing", text)
    campaign = lock_campaign(campaign.pk)
    refuse_once_gold_is_rated(campaign)
    # What all that was left to answer in was hidden counts once it ends.
    end_open_turns(campaign, now=timezone.now())
    proposals = proposal_records(campaign)
    if not proposals:
        raise Refused("nothing_proposed", N_("There is no proposal that counts yet."))
    draft = draft_gold(
        campaign,
        proposals,
        drafted_items(campaign),
        rules=rules_of(campaign),
        name_code=name_code,
    )
    _keep_imported(campaign)
    gold, new = _numbered(campaign, draft, proposals, name_code=name_code, by=by)
    if new:
        replace_gold(campaign, draft.records)
        _save_multiwords(campaign, draft)
        sources_changed(campaign.pk)
    _begin_rating(campaign, gold)
    audit.record(
        campaign=campaign, by=by, action="freeze first gold", gold=gold.number, new=new
    )
    announce(
        campaign,
        Webhook.Event.FIRST_GOLD,
        key=f"first gold:{gold.number}",
        gold=gold.number,
        sha256=gold.sha256,
        counts=gold.facts["counts"],
    )
    return Frozen(gold, new)


def _keep_imported(campaign: Campaign) -> None:
    """The gold that was brought in, before anything is written over it."""
    base = base_gold(campaign)
    if base and not campaign.first_golds.exists():
        frozen = frozen_of(base)
        facts = {"counts": _counts(base), "annotators_each": campaign.gold_annotators}
        _store(campaign, frozen, base, FirstGold.Origin.IMPORTED, facts=facts)


def _numbered(
    campaign: Campaign,
    draft: GoldDraft,
    proposals: Sequence[ProposalRecord],
    *,
    name_code: NameCode,
    by: User | None,
) -> Frozen:
    last = campaign.first_golds.order_by("-number").first()
    earlier = [] if last is None else [_as_frozen(last)]
    frozen = frozen_of(draft.records, earlier=earlier)
    if last is not None and frozen.number == last.number:
        return Frozen(last, new=False)
    facts = {
        "counts": _counts(draft.records)
        | {
            "responses": len(proposals),
            "annotators": len({one.annotator for one in proposals}),
            "merges": len(draft.made.merges),
            "left_out": len(draft.made.left_out),
            "few": len(draft.made.few),
            "multiwords": len(draft.majority),
        },
        "annotators_each": _asked_each(campaign, proposals),
        "name_code": name_code,
        "case": campaign.case_policy,
        "target_as_answer": campaign.target_as_answer,
    }
    gold = _store(
        campaign, frozen, draft.records, FirstGold.Origin.PROPOSED, facts=facts, by=by
    )
    return Frozen(gold, new=True)


def _as_frozen(gold: FirstGold) -> FrozenFirstGold:
    return FrozenFirstGold(gold.number, gold.sha256, gold.lines.encode())


def _store(
    campaign: Campaign,
    frozen: FrozenFirstGold,
    records: Sequence[GoldRecord],
    origin: FirstGold.Origin,
    *,
    facts: dict[str, Any],
    by: User | None = None,
) -> FirstGold:
    return FirstGold.objects.create(
        campaign=campaign,
        number=frozen.number,
        origin=origin,
        sha256=frozen.sha256,
        lines=frozen.lines.decode(),
        records=as_json(records),
        facts=facts,
        frozen_by=by,
    )


def _counts(records: Sequence[GoldRecord]) -> dict[str, int]:
    return {
        "sentences": len(records),
        "substitutes": sum(len(record.substitutes) for record in records),
    }


def _save_multiwords(campaign: Campaign, draft: GoldDraft) -> None:
    """Where anybody saw a phrase; what was brought in as a file stays otherwise."""
    if draft.multiwords:
        ids = dict(campaign.items.values_list("key", "id"))
        save_gold_multiwords(campaign, draft.multiwords, items=ids, majority=draft.majority)


def _asked_each(campaign: Campaign, proposals: Sequence[ProposalRecord]) -> int | None:
    """How many annotators each sentence had, those of a gold that was brought in with them;
    None where that is not known, or not the same of all."""
    [n, *others] = set(Counter(one.sentence for one in proposals).values())
    if others:
        return None
    imported = campaign.first_golds.filter(origin=FirstGold.Origin.IMPORTED).first()
    if imported is None:
        return n
    before = imported.facts["annotators_each"]
    there = {record.sentence for record in records_of(imported)}
    same = there == {one.sentence for one in proposals}
    return before + n if same and before is not None else None


def _begin_rating(campaign: Campaign, gold: FirstGold) -> None:
    """Annotators are let in again once there is something to rate."""
    changes: dict[str, Any] = {
        "stage": Campaign.Stage.RATE,
        "gold_annotators": gold.facts["annotators_each"],
    }
    if campaign.stage == Campaign.Stage.PROPOSE:
        changes |= {"state": Campaign.State.DRAFT, "closed_at": None}
    Campaign.objects.filter(id=campaign.pk).update(**changes)
