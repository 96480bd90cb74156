"""What pages of the site itself leave to a worker."""

from celery import shared_task

from annotation_site.accounts import letters


@shared_task(name=letters.TASK)
def send_password_letter(*, email: str, language: str) -> None:
    """Safe to run twice: a second letter comes, and either link works until one was used."""
    letters.send_password_letter(email, language)
