"""How full the quotas of a campaign are, and how many came and were not let in."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from annotators.models import Annotator, TurnedAway
from annotators.services.comprehension import MOST_TRIES
from annotators.services.quotas import holding
from campaigns.models import Campaign
from campaigns.selectors.settled import seated


class Quota(NamedTuple):
    """`held` places: `sitting` by whoever has a sitting, the others by who has just joined.

    `turned_away`: how often somebody was told that it is full; who tried twice counts twice.
    `offered`: whether the answer can still be given.
    """

    question: str
    label: str
    answer: str
    most: int
    held: int
    sitting: int
    turned_away: int
    offered: bool

    @property
    def free(self) -> int:
        return max(0, self.most - self.held)

    @property
    def joined(self) -> int:
        return self.held - self.sitting


class Check(NamedTuple):
    """People and the questions about the instructions, those who withdrew too."""

    passed: int
    failed: int
    pending: int


class Recruiting(NamedTuple):
    """`check` is None where the campaign asks no questions about its instructions."""

    quotas: list[Quota]
    check: Check | None


def recruiting_of(campaign: Campaign, *, now: datetime) -> Recruiting:
    counted = TurnedAway.objects.filter(campaign=campaign)
    turned = {(one.question, one.answer): one.times for one in counted}
    sitting = seated(campaign) if campaign.quotas else set()
    quotas = [_quota(campaign, one, turned, sitting, now) for one in campaign.quotas]
    return Recruiting(quotas, _check(campaign) if campaign.comprehension else None)


def _quota(
    campaign: Campaign,
    quota: Mapping[str, Any],
    turned: Mapping[tuple[str, str], int],
    sitting: set[int],
    now: datetime,
) -> Quota:
    held = set(holding(campaign, quota, now=now).values_list("id", flat=True))
    key, answer = quota["question"], quota["answer"]
    asked = next((one for one in campaign.questions if one["key"] == key), None)
    return Quota(
        question=key,
        label=asked["label"] if asked else key,
        answer=answer,
        most=quota["most"],
        held=len(held),
        sitting=len(held & sitting),
        turned_away=turned.get((key, answer), 0),
        offered=asked is not None and (not asked["choices"] or answer in asked["choices"]),
    )


def _check(campaign: Campaign) -> Check:
    people = Annotator.objects.filter(campaign=campaign, source=Annotator.Source.ONLINE)
    passed = Q(comprehended_at__isnull=False)
    failed = ~passed & Q(comprehension_tries__gte=MOST_TRIES)
    return Check(
        passed=people.filter(passed).count(),
        failed=people.filter(failed).count(),
        pending=people.exclude(passed | failed).filter(withdrawn_at__isnull=True).count(),
    )
