from typing import Any

from celery import shared_task
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.selectors.creations import CREATE
from campaigns.services.jobs import Progress, run_job
from sources.services.large_campaigns import forget_failed_creations, make_requested


@shared_task(name=CREATE.task, acks_late=True)
def create(*, job_id: int) -> None:
    """Safe to run twice: what an earlier attempt stored is deleted first."""
    run_job(job_id, _create)


@shared_task
def forget_campaigns_not_made() -> None:
    """Safe to run twice: what is gone is gone."""
    forget_failed_creations(now=timezone.now())


def _create(*, campaign_id: int, progress: Progress, by: int, **asked: Any) -> dict[str, Any]:
    return make_requested(
        campaign=Campaign.objects.get(id=campaign_id),
        by=User.objects.filter(id=by).first(),
        progress=progress,
        **asked,
    )
