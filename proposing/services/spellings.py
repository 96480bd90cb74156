"""What a lead decides about a spelling that annotators proposed, and about lemmas."""

from collections.abc import Mapping
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.selectors.wording import wording_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.refusals import Refused
from proposing.models import Lemma, SpellingDecision
from proposing.selectors.spellings import spellings_of
from proposing.services.settling import refuse_once_gold_is_rated
from regild.problems import N_
from sources.models import Item

Decision = Literal["accept", "keep", "forget"]


def decide_spelling(
    *,
    item: Item,
    decision: Decision,
    spelling: str,
    into: str = "",
    by: User | None = None,
) -> None:
    """What page, API and command ask. Raises Refused."""
    match decision:
        case "accept":
            accept_spelling(item=item, spelling=spelling, into=into, by=by)
        case "keep":
            keep_spelling(item=item, spelling=spelling, by=by)
        case "forget":
            forget_spelling(item=item, spelling=spelling, by=by)


@transaction.atomic
def accept_spelling(*, item: Item, spelling: str, into: str, by: User | None = None) -> None:
    """In this sentence the one spelling counts as the other text. Of two leads at once the
    second replaces what the first said.

    Raises Refused for a spelling that nobody proposed there, a text of nothing, itself, or a
    circle.
    """
    campaign = _locked(item.campaign_id)
    into = wording_of(campaign).normalise(into, group=item.group).text
    if not into or into == spelling:
        raise Refused("no_merge", N_("A spelling counts as another text, or as none."))
    _refuse_unknown(campaign, item, spelling)
    _refuse_circle(item, spelling, into)
    _decide(item, spelling, into, by)
    _tell(campaign, item, "accept spelling", spelling, by, into=into)


@transaction.atomic
def keep_spelling(*, item: Item, spelling: str, by: User | None = None) -> None:
    """As it was typed: neither the wording nor a lemma changes it in this sentence.

    Raises Refused for a spelling that nobody proposed there.
    """
    campaign = _locked(item.campaign_id)
    _refuse_unknown(campaign, item, spelling)
    _decide(item, spelling, "", by)
    _tell(campaign, item, "keep spelling", spelling, by)


@transaction.atomic
def forget_spelling(*, item: Item, spelling: str, by: User | None = None) -> None:
    """As if nobody had decided. Raises Refused where nobody has."""
    campaign = _locked(item.campaign_id)
    deleted, _by_model = item.spelling_decisions.filter(spelling=spelling).delete()
    if not deleted:
        raise Refused("not_decided", N_("There is no decision about this spelling."))
    _tell(campaign, item, "forget spelling", spelling, by)


@transaction.atomic
def set_lemma_undone(*, lemma: Lemma, undone: bool, by: User | None = None) -> None:
    """Whether the form stays what it is. Two leads who press the same at once both have it."""
    campaign = _locked(lemma.campaign_id)
    changed = Lemma.objects.filter(id=lemma.pk, undone_at__isnull=undone).update(
        undone_at=timezone.now() if undone else None
    )
    if changed:
        audit.record(
            campaign=campaign,
            by=by,
            action="undo lemma" if undone else "redo lemma",
            form=lemma.form,
            pos=lemma.pos,
            lemma=lemma.lemma,
        )
        ratings_changed(campaign.pk)


def _locked(campaign_id: int) -> Campaign:
    campaign = lock_campaign(campaign_id)
    refuse_once_gold_is_rated(campaign)
    return campaign


def _decide(item: Item, spelling: str, into: str, by: User | None) -> None:
    SpellingDecision.objects.update_or_create(
        item=item,
        spelling=spelling,
        defaults={"into": into, "decided_by": by, "decided_at": timezone.now()},
    )


def _refuse_unknown(campaign: Campaign, item: Item, spelling: str) -> None:
    if spelling not in spellings_of(campaign, item):
        text = N_(
            "Nobody proposed %(spelling)s in sentence %(sentence)s.",
            spelling=repr(spelling),
            sentence=item.key,
        )
        raise Refused("unknown_spelling", text)


def _refuse_circle(item: Item, spelling: str, into: str) -> None:
    decided: Mapping[str, str] = dict(
        item.spelling_decisions.exclude(into="").values_list("spelling", "into")
    )
    text: str | None = into
    while text is not None:
        if text == spelling:
            refusal = N_(
                "%(into)s counts as %(spelling)s already.",
                into=repr(into),
                spelling=repr(spelling),
            )
            raise Refused("circle", refusal)
        text = decided.get(text)


def _tell(
    campaign: Campaign, item: Item, action: str, spelling: str, by: User | None, **detail: str
) -> None:
    audit.record(
        campaign=campaign, by=by, action=action, sentence=item.key, spelling=spelling, **detail
    )
    ratings_changed(campaign.pk)
