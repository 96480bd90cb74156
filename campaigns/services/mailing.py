"""The letter that carries an invitation, where the site's operator has set up mail."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns.models import Campaign

log = logging.getLogger(__name__)


def mail_invitation(*, campaign: Campaign, email: str, link: str) -> bool:
    """Whether it was sent. Where it was not, the inviter hands the link over themselves."""
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
