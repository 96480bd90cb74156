from functools import partial
from typing import Any

from celery import shared_task

from campaigns.models import Campaign, Job
from campaigns.services.jobs import Progress, run_job
from judging.models import JUDGING
from judging.services.measuring import measure_judges


@shared_task(name=JUDGING.task, acks_late=True)
def judge(*, job_id: int) -> None:
    """Safe to run twice: a job has one report."""
    run_job(job_id, partial(_judge, job_id=job_id))


def _judge(
    *, job_id: int, campaign_id: int, progress: Progress, epsilon: float
) -> dict[str, Any]:
    report = measure_judges(
        campaign=Campaign.objects.get(id=campaign_id),
        epsilon=epsilon,
        job=Job.objects.get(id=job_id),
        progress=progress,
    )
    return {"report": report.pk}
