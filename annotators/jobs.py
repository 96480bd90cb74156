"""What the clock asks of the annotators' rows."""

from celery import shared_task
from django.utils import timezone

from annotators.services import retention


@shared_task
def purge_personal_data() -> None:
    """Safe to run twice: what was deleted is not there any more."""
    retention.purge_personal_data(now=timezone.now())
