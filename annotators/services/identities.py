"""Who a browser's visitor is: a recruiting site may send several people to one browser.

What the site calls a person is who they are: another one joins as another annotator, and the
same one comes back as the same, in whichever browser, without a personal link.
"""

from typing import NamedTuple

from django.http import HttpRequest

from annotators.models import Annotator
from annotators.services import tokens
from annotators.services.finding import find_annotator
from annotators.services.recruiting import find_recruited, person_of, returning_token
from campaigns.models import Campaign


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
    if remembered is not None and person_of(remembered.recruited) == person:
        return Visitor(remembered)
    annotator = find_recruited(campaign, person)
    return Visitor(annotator, returning_token(annotator) if annotator else None)


def _annotator_of(token: str, campaign: Campaign) -> Annotator | None:
    annotator = find_annotator(token)
    if annotator is None or annotator.campaign_id != campaign.pk:
        return None
    annotator.campaign = campaign
    return annotator
