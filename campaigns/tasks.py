from celery import shared_task
from django.utils import timezone

from campaigns.services import jobs


@shared_task
def take_up_lost_jobs() -> None:
    """Safe to run twice: a job sent to two workers is claimed by one of them."""
    for job in jobs.find_lost_jobs(now=timezone.now()):
        jobs.enqueue(job)
