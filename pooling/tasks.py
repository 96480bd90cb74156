from typing import Any

from celery import shared_task

from campaigns.models import Campaign
from campaigns.services.jobs import Progress, run_job
from pooling.services.fill_pool import pool_campaign

POOL = "pooling.tasks.pool"


@shared_task(name=POOL, acks_late=True)
def pool(*, job_id: int) -> None:
    """Safe to run twice: pooling again adds only what is new."""
    run_job(job_id, _pool)


def _pool(*, campaign_id: int, progress: Progress) -> dict[str, Any]:
    report = pool_campaign(campaign=Campaign.objects.get(id=campaign_id), progress=progress)
    return {"candidates": report.candidates, "added": report.added}
