"""Remind those who asked for it, once: after some days without them, while there is still
something for them."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from annotators.models import Annotator, Reminder
from annotators.selectors.standing import NextTask
from annotators.services.addresses import stop_token
from annotators.services.reminders import (
    Addressed,
    forget_needless,
    give_out,
    keep_reminder,
    waiting_reminders,
)
from annotators.services.turns import hold
from campaigns.models import Campaign
from core.letters import Letter, MailAway, plain_text, post_office
from core.refusals import Refused
from proposing.selectors import turns as proposing_turns
from rating.selectors import sittings
from rating.services.stages import visits
from regild.problems import N_

log = logging.getLogger(__name__)

# Without them, and since they asked.
WAIT = timedelta(days=3)
# In one go; the others an hour later. So that no mail server takes us for somebody else.
AT_MOST = 200
SOMETHING_TO_DO = {NextTask.GO_ON, NextTask.TAKE_AGAIN, NextTask.TAKE}


class NoReminder(Refused):
    """There is nothing to be reminded of, or nobody to do it."""

    def __init__(self) -> None:
        text = N_("This campaign sends no reminders, or there is nothing left for you in it.")
        super().__init__("no_reminder", text)


def may_be_reminded(annotator: Annotator, *, offer: NextTask, sat: bool) -> bool:
    """Whoever has begun and has something left: whoever joins only to enter somebody's
    address has not."""
    campaign = annotator.campaign
    is_offered = campaign.reminders and campaign.state == Campaign.State.OPEN
    return settings.MAIL_IS_SET_UP and is_offered and sat and offer in SOMETHING_TO_DO


def ask_reminder(
    *,
    annotator: Annotator,
    email: str,
    network: str,
    now: datetime,
    language: str = "",
) -> None:
    """In the campaign's language unless they read the page in another. Raises NoReminder or
    TooMany."""
    found = visits(annotator.campaign).standing(annotator, network=network, now=now)
    if not may_be_reminded(annotator, offer=found.offer, sat=found.sat):
        raise NoReminder
    keep_reminder(
        annotator=annotator,
        email=email,
        language=language or _language_of(annotator.campaign),
        network=network,
        now=now,
    )


def _language_of(campaign: Campaign) -> str:
    try:
        return translation.get_supported_language_variant(campaign.language)
    except LookupError:
        return settings.LANGUAGE_CODE


def send_reminders(*, now: datetime) -> int:
    """How many were sent. Raises NoMail, or MailAway where none could be.

    At most once each: an address is deleted before its letter is handed over, so whoever dies
    in between has sent none, and nobody sends it again.
    """
    forget_needless(now=now)
    sent = 0
    with post_office() as send:
        for reminder in due_reminders(now=now):
            addressed = give_out(reminder, now=now)
            if addressed is None:
                continue
            try:
                sent += send(letter_to(addressed))
            except MailAway:
                log.warning("A reminder was lost with the mail server; the others wait.")
                break
    return sent


def due_reminders(*, now: datetime) -> Iterator[Reminder]:
    """The longest waiting first."""
    waiting = waiting_reminders(asked_before=now - WAIT)
    found = 0
    # By id: what is found is deleted as it is sent.
    for id in list(waiting.values_list("id", flat=True)):
        reminder = waiting.filter(id=id).first()
        if reminder is None or not _is_due(reminder.annotator, now=now):
            continue
        yield reminder
        found += 1
        if found == AT_MOST:
            return


def _is_due(annotator: Annotator, *, now: datetime) -> bool:
    if any(sign > now - WAIT for sign in _last_signs(annotator)):
        return False
    standing = visits(annotator.campaign).standing(annotator, now=now)
    return standing.offer in SOMETHING_TO_DO


def _last_signs(annotator: Annotator) -> Iterator[datetime]:
    """Of either stage."""
    held = hold(annotator.campaign)
    if sitting := annotator.assignments.order_by("-id").first():
        yield sittings.last_sign(sitting, hold=held)
    if turn := annotator.proposal_turns.order_by("-id").first():
        yield proposing_turns.last_sign(turn, hold=held)


def letter_to(addressed: Addressed) -> Letter:
    """With the campaign's link alone, which lets nobody in as the annotator: an address may
    have been mistyped."""
    campaign = addressed.annotator.campaign
    stop = settings.SITE_URL + reverse("no-letters", args=[stop_token(addressed.email)])
    with translation.override(addressed.language):
        text = plain_text(
            "rating/reminder_email.txt",
            {
                "campaign": campaign,
                "site": settings.SITE_URL,
                "link": settings.SITE_URL + reverse("rate-welcome", args=[campaign.slug]),
                "minutes": visits(campaign).minutes(campaign),
                "stop": stop,
            },
        )
        subject = _("You asked to be reminded: %(title)s") % {"title": campaign.title}
    return Letter(addressed.email, subject, text, stop, reply_to=campaign.contact)
