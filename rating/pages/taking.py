"""Taking a subset, and where somebody is sent who may not yet, or not at all."""

import random

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from annotators.models import Annotator
from annotators.pages.visiting import page
from annotators.services.admission import NotReady
from annotators.services.completion import Outcome, completion
from campaigns.models import Campaign
from core.devices import device_of
from core.networks import network_of
from rating.services.stages import visits

# What has to be done first, and where.
FIRST = {
    "comprehension_required": "rate-check",
    "comprehension_failed": "rate-check",
}


def taken_by(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    slug = annotator.campaign.slug
    try:
        taken = visits(annotator.campaign).take(
            annotator=annotator,
            rng=random.SystemRandom(),
            network=network_of(request),
            device=device_of(request),
        )
    except NotReady as first:
        if first.code == "practice_required":
            return redirect("rate-practice", slug, 1)
        if first.code in FIRST:
            return redirect(FIRST[first.code], slug)
        return turned_away(request, annotator.campaign, first.code)
    if taken and taken.left_at:
        said = _("You left this turn %(time)s ago; it is yours again.")
        messages.info(request, said % {"time": timesince(taken.left_at)})
    return redirect("rate-sitting" if taken else "rate-thanks", slug)


def turned_away(request: HttpRequest, campaign: Campaign, code: str) -> HttpResponse:
    """With the code that their recruiting site knows it by."""
    failed = code == "comprehension_failed"
    outcome = Outcome.FAILED_CHECK if failed else Outcome.WITHDRAWN
    back = completion(campaign, outcome)
    return page(request, "turned_away", campaign, status=403, code=code, completion=back)
