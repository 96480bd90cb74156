"""The judges of a campaign, and how much of the pool each has judged."""

from typing import Any

from django.db.models import Count, Prefetch, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.models import Campaign
from judging.models import Judge, Judgement, RelatedSystem
from pooling.models import Candidate

JUDGE_ORDER = ["number"]


def find_judges(campaign: Campaign) -> QuerySet[Judge]:
    related = RelatedSystem.objects.select_related("system").order_by("system__name")
    return (
        campaign.judges.order_by(*JUDGE_ORDER)
        .select_related("imported_by")
        .prefetch_related(Prefetch("related", related))
    )


def judge_named(campaign: Campaign, number: int) -> Judge:
    """Raises Http404."""
    return get_object_or_404(find_judges(campaign), number=number)


def judgeable(campaign: Campaign) -> QuerySet[Candidate]:
    """The whole pool, as far as it is in play: what a judge has to judge to score systems."""
    return Candidate.objects.filter(
        item__campaign=campaign,
        item__hidden_at__isnull=True,
        role=Candidate.Role.POOLED,
        hidden_at__isnull=True,
    ).exclude(item__group__in=campaign.excluded_targets)


def left_unjudged(campaign: Campaign, judges: QuerySet[Judge]) -> dict[int, int]:
    """By each judge's id, how many candidates of the pool it said nothing of."""
    pool = judgeable(campaign)
    n_pool = pool.count()
    judged = dict(
        Judgement.objects.filter(judge__in=judges, candidate__in=pool)
        .order_by()
        .values_list("judge_id")
        .annotate(n=Count("id"))
    )
    return {id: n_pool - judged.get(id, 0) for id in judges.values_list("id", flat=True)}


def judge_facts(judge: Judge) -> dict[str, Any]:
    """What a program is told of a judge."""
    return {
        "number": judge.number,
        "name": judge.name,
        "model_version": judge.model_version,
        "prompt": judge.prompt,
        "file": judge.file,
        "sha256": judge.sha256,
        "judged": judge.judged,
        "related": [one.system.name for one in judge.related.all()],
        "imported_at": judge.imported_at.isoformat(),
    }
