"""How many may take part who answered a question in a certain way. Under the campaign's lock:
of many who arrive at once, as many are let in as there are places."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from annotators.models import Annotator, TurnedAway
from annotators.services.comprehension import MOST_TRIES
from annotators.services.site_status import GONE
from campaigns.models import Campaign
from campaigns.selectors.settled import seated


def asked_by_quotas(campaign: Campaign) -> set[str]:
    """The keys of the questions that have to be answered: those in which an answer that a
    quota names can still be given."""
    offered = {question["key"]: question.get("choices") for question in campaign.questions}
    return {
        quota["question"]
        for quota in campaign.quotas
        if quota["question"] in offered
        and (not offered[quota["question"]] or quota["answer"] in offered[quota["question"]])
    }


def full_quotas(
    campaign: Campaign, answers: Mapping[str, str], *, now: datetime, but: int | None = None
) -> list[Mapping[str, Any]]:
    """Those in the way of somebody who answers so; `but` is who is not counted, having joined
    before."""
    return [
        quota
        for quota in _of(campaign, answers)
        if holding(campaign, quota, now=now).exclude(id__in=[but] if but else []).count()
        >= quota["most"]
    ]


def count_turned_away(campaign: Campaign, quotas: Iterable[Mapping[str, Any]]) -> None:
    """After the transaction in which nobody joined."""
    for quota in quotas:
        named = {"question": quota["question"], "answer": quota["answer"]}
        TurnedAway.objects.get_or_create(campaign=campaign, **named)
        counted = TurnedAway.objects.filter(campaign=campaign, **named)
        counted.update(times=F("times") + 1)


def holding(
    campaign: Campaign, quota: Mapping[str, Any], *, now: datetime
) -> QuerySet[Annotator]:
    """Who holds a place: whoever has a sitting, and for as long as one is held whoever has just
    joined. Not those who withdrew, failed the check or left by their site."""
    held_since = now - timedelta(minutes=campaign.hold_minutes)
    failed = Q(comprehension_tries__gte=MOST_TRIES, comprehended_at__isnull=True)
    return (
        Annotator.objects.filter(campaign=campaign, withdrawn_at__isnull=True)
        .annotate(said=Cast(KeyTextTransform(quota["question"], "answers"), TextField()))
        .filter(said=quota["answer"])
        .filter(Q(joined_at__gt=held_since) | Q(id__in=seated(campaign)))
        .exclude(failed)
        .exclude(site_status__in=GONE)
    )


def lost_place(annotator: Annotator, campaign: Campaign, *, now: datetime) -> bool:
    """They joined long ago and hold nothing; others have come since."""
    if not campaign.quotas or annotator.source != Annotator.Source.ONLINE:
        return False
    if annotator.joined_at > now - timedelta(minutes=campaign.hold_minutes):
        return False
    if annotator.pk in seated(campaign):
        return False
    return bool(full_quotas(campaign, annotator.answers, now=now, but=annotator.pk))


def _of(campaign: Campaign, answers: Mapping[str, str]) -> Iterator[Mapping[str, Any]]:
    for quota in campaign.quotas:
        if answers.get(quota["question"]) == quota["answer"]:
            yield quota
