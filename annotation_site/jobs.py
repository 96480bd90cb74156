"""What sign-in leaves to a worker, by itself and by the clock."""

from celery import shared_task
from django.core.management import call_command

from annotation_site.accounts import letters


@shared_task(name=letters.TASK)
def send_password_letter(*, email: str, language: str) -> None:
    """Safe to run twice: a second letter comes, and either link works until one was used."""
    letters.send_password_letter(email, language)


@shared_task
def clear_sessions() -> None:
    """Safe to run twice: what has ended is not there any more. Without it every visit that set
    a session would leave a row for good."""
    call_command("clearsessions")
