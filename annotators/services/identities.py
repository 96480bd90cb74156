"""Who a browser's visitor is: a recruiting site may send several people to one browser.

What the site calls a person (PROLIFIC_PID) is who they are: another one joins as another
annotator, and the same one comes back as the same, without a personal link.
"""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from annotators.models import Annotator
from annotators.services import tokens
from annotators.services.finding import find_annotator
from campaigns.models import Campaign
from core.tokens import hash_token

# The recruiting parameter that names a person; the others name studies and visits.
PERSON = "PROLIFIC_PID"
# More than share any browser, and few enough for a cookie.
MOST_KNOWN = 20


class Visitor(NamedTuple):
    """`token`: to be remembered, where the browser took its visitor for somebody else."""

    annotator: Annotator | None
    token: str | None = None


def annotator_in(request: HttpRequest, campaign: Campaign) -> Annotator | None:
    """Whom this browser remembers."""
    token = tokens.token_from_cookie(request, slug=campaign.slug)
    return _annotator_of(token, campaign) if token else None


def visitor_of(request: HttpRequest, campaign: Campaign, *, person: str) -> Visitor:
    """Whom the link means that was opened; nobody, where its `person` has not joined here."""
    remembered = annotator_in(request, campaign)
    if not person:
        return Visitor(remembered)
    if remembered is not None and remembered.recruited.get(PERSON) == person:
        return Visitor(remembered)
    token = tokens.known_tokens(request, slug=campaign.slug).get(_hidden(person))
    annotator = _annotator_of(token, campaign) if token else None
    return Visitor(annotator, token if annotator else None)


def remember(
    request: HttpRequest, response: HttpResponse, campaign: Campaign, *, token: str, person: str
) -> None:
    """From now on this browser's visitor is whose token this is."""
    slug = campaign.slug
    tokens.set_token_cookie(response, slug=slug, token=token)
    if person:
        known = tokens.known_tokens(request, slug=slug)
        known.pop(_hidden(person), None)
        kept = dict([*known.items(), (_hidden(person), token)][-MOST_KNOWN:])
        tokens.set_known_tokens(response, slug=slug, known=kept)


def _annotator_of(token: str, campaign: Campaign) -> Annotator | None:
    annotator = find_annotator(token)
    if annotator is None or annotator.campaign_id != campaign.pk:
        return None
    annotator.campaign = campaign
    return annotator


def _hidden(person: str) -> str:
    """The cookie need not tell whoever reads it what the recruiting site calls people."""
    return hash_token(person)[:16]
