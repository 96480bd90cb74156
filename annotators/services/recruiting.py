"""What recruiting sites append to the share link, and which of it names a person."""

from collections.abc import Mapping

from django.utils.crypto import salted_hmac

from annotators.models import Annotator
from campaigns.models import Campaign
from core.tokens import hash_token

# Of Prolific; of CloudResearch, which says participantId (Connect) or workerId (MTurk Toolkit).
PARAMETERS = (
    *("PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    *("participantId", "workerId", "assignmentId", "projectId", "hitId"),
)
PERSONS = ("PROLIFIC_PID", "participantId", "workerId")


def person_of(said: Mapping[str, str]) -> str:
    """Empty for whoever no site sent."""
    # One with a NUL is nobody's: no database can be asked for it, and no form takes it.
    named = (said.get(name, "") for name in PERSONS)
    return next((id for id in named if id and "\0" not in id), "")


def find_recruited(campaign: Campaign, person: str) -> Annotator | None:
    """Who takes part under this id; nobody who withdrew."""
    known = Annotator.objects.filter(campaign=campaign, withdrawn_at__isnull=True)
    found = known.filter(person=person).first()
    # Until the column came, what they were called stood in `recruited` alone.
    earlier = known.filter(person="", recruited__PROLIFIC_PID=person)
    return found or earlier.order_by("id").first()


def returning_token(annotator: Annotator) -> str:
    """The token of somebody a site sent: the same whenever their link is opened, in whichever
    browser. Nobody can make it without the site's secret key."""
    made = salted_hmac("annotators.recruiting", str(annotator.pk), algorithm="sha256")
    token = made.hexdigest()
    if annotator.token_hash != hash_token(token):
        annotator.token_hash = hash_token(token)
        annotator.save(update_fields=["token_hash"])
    return token
