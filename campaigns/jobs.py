from contextlib import suppress

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils import timezone

from campaigns.services import deleting, jobs, webhooks
from core.workers import tell_worker_again


@shared_task
def take_up_lost_jobs() -> None:
    """Safe to run twice: a job sent to two workers is claimed by one of them."""
    now = timezone.now()
    for job in jobs.find_lost_jobs(now=now):
        jobs.enqueue_again(job)
    deleting.ask_again_for_failed(now=now)


# The limit is for an answer that comes by drops, and for a name that nobody knows.
@shared_task(name=webhooks.TASK, soft_time_limit=settings.WEBHOOK_SECONDS + 2)
def deliver_webhook_message(*, message_id: int) -> None:
    """Safe to run twice: one of two workers makes the attempt that is due."""
    # Of an attempt that takes longer it stands already that no answer was seen.
    with suppress(SoftTimeLimitExceeded):
        webhooks.deliver(message_id=message_id, now=timezone.now())


@shared_task
def deliver_due_messages() -> None:
    """Safe to run twice, as delivering is."""
    now = timezone.now()
    for message_id in webhooks.due_messages(now=now):
        tell_worker_again(webhooks.TASK, message_id=message_id)
    webhooks.forget_old_messages(now=now)
