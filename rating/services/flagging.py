"""Keep what the checks find with each annotator, for lists that cannot check thousands."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign, Job, JobKind
from campaigns.services.jobs import ask
from core.bulk import update_rows
from rating.models import Assignment
from rating.selectors.findings import Checked, checked_annotators
from rating.services.checked import compare_annotators, forget_unchecked, keep_checks
from regild.rating.quality import Finding

CHECK = JobKind("check", "rating.jobs.check")


def request_check(campaign: Campaign) -> Job:
    """A job that checks everybody and applies the rules."""
    return ask(CHECK, campaign=campaign)


def flag_annotators(campaign: Campaign) -> int:
    """Check everybody anew, because each was measured against the others. Returns how many
    have a flag."""
    now = timezone.now()
    findings: dict[int, list[Finding]] = {}
    keep_checks(campaign, _noted(checked_annotators(campaign), findings), now=now)
    forget_unchecked(campaign, since=now)
    rows = (
        (id, json.dumps(_flags(findings.get(id, []))), now)
        for id in campaign.annotators.values_list("id", flat=True).order_by("id")
    )
    update_rows(Annotator, ["flags", "checked_at"], rows)
    compare_annotators(campaign)
    return len(findings)


def _noted(checked: Iterable[Checked], findings: dict[int, list[Finding]]) -> Iterator[Checked]:
    """As they come, one after the other; whoever has findings is noted in passing."""
    for one in checked:
        if one.findings:
            findings[one.annotator] = one.findings
        yield one


def flag_newcomers() -> None:
    """Check the annotators who completed a sitting since they were last checked."""
    now = timezone.now()
    fresh = Assignment.objects.filter(
        Q(annotator__checked_at__isnull=True) | Q(completed_at__gt=F("annotator__checked_at")),
        state=Assignment.State.COMPLETE,
    )
    campaigns: dict[int, Campaign] = {}
    for annotator in Annotator.objects.filter(id__in=fresh.values("annotator")).select_related(
        "campaign"
    ):
        checked = list(checked_annotators(annotator))
        keep_checks(annotator.campaign, checked, now=now)
        annotator.flags = _flags([found for one in checked for found in one.findings])
        annotator.checked_at = now
        annotator.save(update_fields=["flags", "checked_at"])
        campaigns[annotator.campaign_id] = annotator.campaign
    for campaign in campaigns.values():
        compare_annotators(campaign)


def _flags(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [finding._asdict() for finding in findings]
