"""Letters that go out by themselves: each with a way to get no other, and nothing in it that
tells whether it was read.

Where no letter can be sent at all, that is known before the first one is taken: whoever sends
them marks each as sent before it goes, so that none ever comes twice.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string

from core.refusals import Refused
from regild.problems import N_

log = logging.getLogger(__name__)


class Letter(NamedTuple):
    """`stop` is the whole address at which no other is wanted: a page with one button, and for
    mail programs a POST (RFC 8058). Nobody reads the answers to it but `reply_to`."""

    to: str
    subject: str
    text: str
    stop: str
    reply_to: str = ""


class NoMail(Refused):
    """The site's operator has set up no mail."""

    def __init__(self) -> None:
        text = N_("This site cannot send mail: its operator has not set EMAIL_URL.")
        super().__init__("no_mail", text)


class MailAway(Refused):
    """The mail server does not answer; what was not sent is sent later."""

    def __init__(self) -> None:
        text = N_("The mail server does not answer; e-mails will be sent later.")
        super().__init__("mail_away", text)


class PostOffice(Protocol):
    def __call__(self, letter: Letter) -> bool: ...


def plain_text(template: str, context: dict[str, Any]) -> str:
    """What a template says, with no more than one empty line wherever something is left out."""
    text = render_to_string(template, context).strip()
    return re.sub(r"\n{3,}", "\n\n", text) + "\n"


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """What sends a letter and says whether it was taken. Raises NoMail or MailAway, the latter
    for a letter too: then the server is gone, and so would be every other."""
    if not settings.MAIL_IS_SET_UP:
        raise NoMail
    connection = get_connection()
    try:
        connection.open()
    except (SMTPException, OSError) as away:
        log.warning("No letter could be sent: %s", type(away).__name__)
        raise MailAway from away
    try:
        yield lambda letter: _send(letter, connection)
    finally:
        connection.close()


def _send(letter: Letter, connection: BaseEmailBackend) -> bool:
    message = EmailMessage(
        # A title may hold a line break, a subject may not.
        " ".join(letter.subject.split()),
        letter.text,
        to=[letter.to],
        reply_to=[letter.reply_to] if letter.reply_to else None,
        headers={
            "List-Unsubscribe": f"<{letter.stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
        connection=connection,
    )
    try:
        return bool(message.send())
    except (SMTPRecipientsRefused, SMTPDataError) as refused:
        # Of this one alone. What the server says may hold the address.
        log.warning("A letter was refused by the mail server: %s", type(refused).__name__)
        return False
    except (SMTPException, OSError) as away:
        log.warning("The mail server went away: %s", type(away).__name__)
        raise MailAway from away
