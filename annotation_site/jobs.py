"""What sign-in leaves to a worker, and what the clock asks of the whole site."""

from contextlib import suppress

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from annotation_site import summaries
from annotation_site.accounts import letters
from core.letters import MailAway, NoMail


@shared_task(name=letters.TASK)
def send_password_letter(*, email: str, language: str) -> None:
    """Safe to run twice: a second letter comes, and either link works until one was used."""
    letters.send_password_letter(email, language)


@shared_task
def send_summaries() -> None:
    """Safe to run twice: a letter is claimed before it is sent."""
    with suppress(NoMail, MailAway):
        summaries.send_summaries(now=timezone.now())


@shared_task
def clear_sessions() -> None:
    """Safe to run twice: what has ended is not there any more. Without it every visit that set
    a session would leave a row for good."""
    call_command("clearsessions")
