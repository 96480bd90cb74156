"""The letter with which a new password is chosen.

A worker looks the address up and writes: the request does the same for every address, so that
its time tells nobody who has an account.
"""

import logging

from celery import current_app
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.utils import translation
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

TASK = "annotation_site.jobs.send_password_letter"
# Whoever asked has given up by then, or asked again.
EXPIRES_SECONDS = 3600


def ask_for_password_letter(email: str) -> bool:
    """Whether a worker will hear of it."""
    told = {"email": email, "language": translation.get_language()}
    try:
        current_app.send_task(TASK, kwargs=told, expires=EXPIRES_SECONDS)
    except OperationalError:
        log.warning("A letter for a new password could not be asked for: the broker is away.")
        return False
    return True


def send_password_letter(email: str, language: str) -> None:
    """To every account with this address; to nobody where there is none."""
    form = PasswordResetForm({"email": email})
    if not form.is_valid():
        return
    with translation.override(language):
        form.save(
            # Not the host of the request, which whoever asks may choose.
            domain_override=settings.SITE_URL,
            subject_template_name="accounts/password_subject.txt",
            email_template_name="accounts/password_email.txt",
            extra_email_context={"site_url": settings.SITE_URL},
        )
