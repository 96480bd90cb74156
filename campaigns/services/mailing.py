"""The letter that carries an invitation, where the site's operator has set up mail."""

import logging
from smtplib import SMTPException
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Member
from campaigns.services.people import invite_member

log = logging.getLogger(__name__)


class SentInvitation(NamedTuple):
    """The link works once, and nobody can be told it again. Where it was not `mailed`, the
    inviter hands it over themselves."""

    link: str
    mailed: bool


def send_invitation(
    *, campaign: Campaign, by: User, email: str, role: Member.Role
) -> SentInvitation:
    token = invite_member(campaign=campaign, by=by, email=email, role=role)
    link = settings.SITE_URL + reverse("invitation", args=[token])
    return SentInvitation(link, mail_invitation(campaign=campaign, email=email, link=link))


def mail_invitation(*, campaign: Campaign, email: str, link: str) -> bool:
    """Whether it was sent."""
    if not settings.MAIL_IS_SET_UP:
        return False
    # A title may hold a line break, a subject may not.
    title = " ".join(campaign.title.split())
    text = render_to_string(
        "campaigns/invitation_email.txt", {"campaign": campaign, "link": link}
    )
    try:
        send_mail(_("Regild: an invitation to “%s”") % title, text, None, [email])
    except (SMTPException, OSError):
        log.exception("The invitation to %s was not sent.", campaign.slug)
        return False
    return True
