from typing import Any

from celery import shared_task
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.jobs import Progress, run_job
from proposing.models import FIRST_GOLD
from proposing.selectors.due import due_first_golds
from proposing.services.announcing import announce_rounds
from proposing.services.reporting import report_first_gold, request_first_gold_report


@shared_task(name=FIRST_GOLD.task, acks_late=True)
def report(*, job_id: int) -> None:
    """Safe to run twice: a report takes the place of the one before."""
    run_job(job_id, _report)


@shared_task
def report_due() -> None:
    """Every few seconds. Safe to run twice: one that waits or is made is not asked for."""
    for campaign in due_first_golds(now=timezone.now()):
        request_first_gold_report(campaign)


@shared_task
def tell_rounds() -> None:
    """Safe to run twice: a round is told once."""
    announce_rounds()


def _report(*, campaign_id: int, progress: Progress) -> dict[str, Any]:
    made = report_first_gold(campaign=Campaign.objects.get(id=campaign_id), progress=progress)
    return dict(made.counts)
