"""What the clock asks of sign-in."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_sessions() -> None:
    """Safe to run twice: what has ended is not there any more. Without it every visit that set
    a session would leave a row for good."""
    call_command("clearsessions")
