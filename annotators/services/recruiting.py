"""What recruiting sites append to the share link, and which of it names a person."""

import re
from collections.abc import Mapping
from urllib.parse import unquote

from django.db.models import Q
from django.utils.crypto import salted_hmac

from annotators.models import Annotator
from campaigns.models import Campaign
from core.tokens import hash_token

# Of Prolific; of CloudResearch, which says participantId (Connect) or workerId (MTurk Toolkit).
# Sources: docs/decisions/0023.
PARAMETERS = (
    *("PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    *("participantId", "workerId", "assignmentId", "projectId", "hitId"),
)
PERSONS = ("PROLIFIC_PID", "participantId", "workerId")


# What stands where the site should have put a value: {{%PROLIFIC_PID%}}, [[%PROLIFIC_PID%]] as
# some tutorials have it, [aid], ${workerId}.
_PLACEHOLDER = re.compile(r"\$?(\{+|\[+) *%? *[\w:/.-]* *%? *(\}+|\]+)")


def is_placeholder(said: str) -> bool:
    """Whether a site left it in the address as it was: everybody would be one person."""
    # Encoded by an address's sender, once more by some letter or form on its way.
    return any(_PLACEHOLDER.fullmatch(text.strip()) for text in (said, _plain(said)))


def _plain(said: str) -> str:
    return unquote(unquote(said))


def person_of(said: Mapping[str, str]) -> str:
    """Empty for whoever no site sent.

    In small letters and without blanks around it: no site tells two people apart by these, and
    whoever copies an id by hand changes them.
    """
    # One with a NUL is nobody's: no database can be asked for it, and no form takes it.
    named = (said.get(name, "") for name in PERSONS)
    return next((_one(id) for id in named if _is_id(id)), "")


def _is_id(text: str) -> bool:
    return bool(text.strip()) and "\0" not in text and not is_placeholder(text)


def _one(id: str) -> str:
    return id.strip().lower()


def known_as(person: str) -> Q:
    """The annotators that a site calls so, in whatever letters."""
    # Until the column came, what they were called stood in `recruited` alone.
    earlier = Q(person="", recruited__PROLIFIC_PID__iexact=person.strip())
    return Q(person=_one(person)) | Q(person__iexact=person.strip()) | earlier


def find_recruited(campaign: Campaign, person: str) -> Annotator | None:
    """Who takes part under this id; nobody who withdrew."""
    known = Annotator.objects.filter(campaign=campaign, withdrawn_at__isnull=True)
    # The first answers from the index, and is nearly always the one.
    return (
        known.filter(person=_one(person)).first()
        or known.filter(known_as(person)).order_by("id").first()
    )


def returning_token(annotator: Annotator) -> str:
    """The token of somebody a site sent: the same whenever their link is opened, in whichever
    browser. Nobody can make it without the site's secret key."""
    made = salted_hmac("annotators.recruiting", str(annotator.pk), algorithm="sha256")
    token = made.hexdigest()
    if annotator.token_hash != hash_token(token):
        annotator.token_hash = hash_token(token)
        annotator.save(update_fields=["token_hash"])
    return token
