from collections.abc import Iterable
from functools import partial
from typing import Any

from celery import shared_task
from django.utils import timezone

from agreement.models import AGREEMENT, SUMS
from agreement.selectors.due import changed_campaigns, due_campaigns, due_sums
from agreement.services import measure_agreement, request_report
from agreement.services.summing import bring_sums_up_to_date, request_sums
from campaigns.models import Campaign, Job
from campaigns.services.jobs import Progress, run_job


@shared_task(name=AGREEMENT.task, acks_late=True)
def measure(*, job_id: int) -> None:
    """Safe to run twice: a job has one report."""
    run_job(job_id, partial(_measure, job_id=job_id))


@shared_task(name=SUMS.task, acks_late=True)
def sum_up(*, job_id: int) -> None:
    """Safe to run twice: only what differs is written."""
    run_job(job_id, _sum_up)


@shared_task
def report_changed() -> None:
    """Every night. Safe to run twice: a report that waits is not asked for again."""
    _request(changed_campaigns())


@shared_task
def report_due() -> None:
    """Every few seconds. Safe to run twice: one that waits or is measured is not asked for."""
    now = timezone.now()
    _request(due_campaigns(now=now))
    # Behind it: where agreement is measured, sums are brought up to date with it.
    for campaign in due_sums(now=now):
        request_sums(campaign)


def _measure(
    *, job_id: int, campaign_id: int, progress: Progress, by_itself: bool = False
) -> dict[str, Any]:
    report = measure_agreement(
        campaign=Campaign.objects.get(id=campaign_id),
        job=Job.objects.get(id=job_id),
        by_itself=by_itself,
        progress=progress,
    )
    return {"report": report.id}


def _sum_up(*, campaign_id: int, progress: Progress) -> dict[str, Any]:
    campaign = Campaign.objects.get(id=campaign_id)
    return {"written": bring_sums_up_to_date(campaign, progress=progress)}


def _request(campaigns: Iterable[Campaign]) -> None:
    for campaign in campaigns:
        request_report(campaign, by_itself=True)
