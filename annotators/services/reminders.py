"""An address that somebody left so as to be reminded once: kept, given out once, forgotten."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from annotators.models import Annotator, Reminder
from annotators.services.addresses import (
    address_hash,
    forget_old_addresses,
    refuses_letters,
    take_turn_of,
)
from annotators.services.limits import REMINDERS, TooMany, allow
from annotators.services.site_status import GONE
from campaigns.models import Campaign
from core.throttling import WINDOW_SECONDS

# Whom nothing was found for by then is not written to any more.
LONGEST_KEPT = timedelta(days=60)
# A class of two hundred behind one address is let through; a program is not.
MOST_OF_A_NETWORK = 200


class Addressed(NamedTuple):
    """Whom to write to, once; nothing of it is stored any more."""

    annotator: Annotator
    email: str
    language: str


def keep_reminder(
    *, annotator: Annotator, email: str, language: str, network: str, now: datetime
) -> None:
    """In the place of what they left before. Raises TooMany.

    Of an address that wants no letters none is kept, and nobody is told so: it looks as if it
    waited.
    """
    allow(REMINDERS, annotator=annotator.pk, campaign=annotator.campaign_id, network=network)
    waiting = Reminder.objects.filter(network=network).exclude(annotator=annotator)
    if network and waiting.count() >= MOST_OF_A_NETWORK:
        raise TooMany(WINDOW_SECONDS)
    kept = "" if refuses_letters(address_hash(email)) else email
    left = {"email": kept, "language": language, "network": network, "asked_at": now}
    Reminder.objects.update_or_create(annotator=annotator, defaults=left)


def forget_reminder(annotator_id: int) -> None:
    Reminder.objects.filter(annotator_id=annotator_id).delete()


def forget_reminders(campaign: Campaign) -> None:
    Reminder.objects.filter(annotator__campaign=campaign).delete()


def forget_refusing(hashed: str) -> None:
    """What waits for an address whose owner wants no letters."""
    waiting = Reminder.objects.order_by("id")
    of_it = [one.pk for one in waiting.iterator() if address_hash(one.email) == hashed]
    Reminder.objects.filter(id__in=of_it).delete()


def forget_needless(*, now: datetime) -> None:
    """Those that nobody will send: their campaign is over or asks for none any more, their
    annotator has left, or nothing was to be done for too long. What is known of addresses goes
    with them once it is of no use."""
    campaign_over = Q(annotator__campaign__state=Campaign.State.CLOSED) | Q(
        annotator__campaign__archived_at__isnull=False
    )
    Reminder.objects.filter(
        campaign_over
        | Q(annotator__campaign__reminders=False)
        | Q(annotator__withdrawn_at__isnull=False)
        | Q(annotator__site_status__in=GONE)
        | Q(asked_at__lte=now - LONGEST_KEPT)
    ).delete()
    forget_old_addresses(now=now)


def waiting_reminders(*, asked_before: datetime) -> QuerySet[Reminder]:
    return (
        Reminder.objects.filter(
            asked_at__lte=asked_before,
            annotator__campaign__state=Campaign.State.OPEN,
            annotator__campaign__reminders=True,
        )
        .select_related("annotator__campaign")
        .order_by("asked_at", "id")
    )


@transaction.atomic
def give_out(reminder: Reminder, *, now: datetime) -> Addressed | None:
    """Deletes it, and every other in its campaign for the same address: who holds the answer
    writes, and nobody else ever will. None where another was faster, or where it must not be
    sent; to an address that had a letter lately it waits."""
    # By what is stored now: they may have withdrawn, or left another address meanwhile.
    gone, _rows = Reminder.objects.filter(
        id=reminder.pk, email=reminder.email, asked_at=reminder.asked_at
    ).delete()
    hashed = address_hash(reminder.email)
    if not gone or not reminder.email or refuses_letters(hashed):
        return None
    if not take_turn_of(hashed, now=now):
        transaction.set_rollback(True)
        return None
    same = Reminder.objects.filter(annotator__campaign=reminder.annotator.campaign_id)
    same.filter(email__iexact=reminder.email).delete()
    return Addressed(reminder.annotator, reminder.email, reminder.language)
