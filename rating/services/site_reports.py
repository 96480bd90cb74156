"""A recruiting site reports what has become of somebody it sent: their seat is free at once."""

from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.recruiting import find_recruited
from annotators.services.site_status import GONE, keep_status
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign
from proposing.services.ending import end_turn_of
from rating.models import Assignment
from rating.services.ending import give_seat


@transaction.atomic
def take_report(
    *, campaign: Campaign, person: str, status: str, submission: str = ""
) -> Annotator | None:
    """Whose status was kept; None where nobody here is meant: a site tells of all its studies.

    `submission` is the site's name for this visit; for another study the same person has
    another. Of somebody who is gone what they finished stays: a lead leaves it out, if at all.
    Telling it again changes nothing.
    """
    locked = lock_campaign(campaign.pk)
    annotator = find_recruited(locked, person) if person else None
    if annotator is None:
        return None
    visit = annotator.recruited.get("SESSION_ID", "")
    if submission and visit and submission != visit:
        return None
    keep_status(annotator, status=status)
    if status in GONE:
        opened = Assignment.objects.filter(annotator=annotator, state=Assignment.State.OPEN)
        for id in opened.values_list("id", flat=True):
            give_seat(id, locked, now=timezone.now())
        end_turn_of(annotator, now=timezone.now())
    return annotator
