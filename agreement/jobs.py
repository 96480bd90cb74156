from collections.abc import Iterable
from functools import partial
from typing import Any

from celery import shared_task

from agreement.models import AGREEMENT
from agreement.selectors.due import changed_campaigns, grown_campaigns
from agreement.services import measure_agreement, request_report
from campaigns.models import Campaign, Job
from campaigns.services.jobs import Progress, run_job


@shared_task(name=AGREEMENT.task, acks_late=True)
def measure(*, job_id: int) -> None:
    """Safe to run twice: a job has one report."""
    run_job(job_id, partial(_measure, job_id=job_id))


@shared_task
def report_changed() -> None:
    """Every night. Safe to run twice: a report that waits is not asked for again."""
    _request(changed_campaigns())


@shared_task
def report_grown() -> None:
    """Every few minutes. Safe to run twice: one that is measured is asked for again, if it
    has grown meanwhile, after a few minutes more."""
    _request(campaign for campaign in grown_campaigns() if not _is_measured(campaign))


def _measure(*, job_id: int, campaign_id: int, progress: Progress) -> dict[str, Any]:
    report = measure_agreement(
        campaign=Campaign.objects.get(id=campaign_id),
        job=Job.objects.get(id=job_id),
        progress=progress,
    )
    return {"report": report.id}


def _request(campaigns: Iterable[Campaign]) -> None:
    for campaign in campaigns:
        request_report(campaign)


def _is_measured(campaign: Campaign) -> bool:
    return campaign.jobs.filter(kind=AGREEMENT.name, state=Job.State.RUNNING).exists()
