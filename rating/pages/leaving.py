"""Leaving: what was done, the way back to it, and withdrawing it."""

from typing import Any

import segno
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotators.models import Annotator
from annotators.pages.visiting import annotator_page, campaign_page, page
from annotators.selectors.encouragements import shown_to
from annotators.services import tokens
from annotators.services.completion import Outcome, completion, of_sitting
from annotators.services.goals import GOALS, set_goal
from campaigns.models import Campaign
from core.networks import network_of
from rating.selectors.together import together
from rating.services.stages import visits
from rating.services.withdrawing import withdraw_annotator

# Both say what the others answered.
TOLD_TOGETHER = {"agreement_told", "divided_word"}


@require_safe
@annotator_page
def thanks(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    stage = visits(campaign)
    work = stage.work_done(annotator)
    path = reverse(
        "rate-back", args=[campaign.slug, tokens.token_from_cookie(request, slug=campaign.slug)]
    )
    link = request.build_absolute_uri(path)
    return page(
        request,
        "thanks",
        campaign,
        annotator,
        work=work,
        completion=work.last_complete
        and of_sitting(campaign, failed=stage.failed(work.last_complete)),
        standing=stage.standing(annotator, network=network_of(request), now=timezone.now()),
        share_link=request.build_absolute_uri(reverse("rate-welcome", args=[campaign.slug])),
        minutes=stage.minutes(campaign),
        personal_link=link,
        qr=mark_safe(segno.make(link, micro=False).svg_inline(omitsize=True, svgclass="qr")),  # noqa: S308  # nosec B308 B703 # our own drawing
        **_encouragements(annotator),
    )


def _encouragements(annotator: Annotator) -> dict[str, Any]:
    """What this annotator is to be shown of them; the rest is not even computed."""
    stage = visits(annotator.campaign)
    shown = shown_to(annotator) & stage.encouragements
    progress = stage.own_progress(annotator)
    told = together(annotator) if shown & TOLD_TOGETHER else None
    further = [words for words in GOALS if words > progress.words]
    is_share_told = "campaign_progress" in shown
    return {
        "shown": shown,
        "progress": progress,
        "goals": further if "goal" in shown else [],
        "share": _percent(stage.campaign_share(annotator.campaign)) if is_share_told else None,
        "together": told,
        "percent": told and _percent(told.agreement.share),
    }


@require_POST
@annotator_page
def goal(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    """In one tap; an empty one takes it back."""
    offered = {"": None, **{str(words): words for words in GOALS}}
    said = request.POST.get("words", "")
    if said not in offered:
        raise BadRequest("This is no goal.")
    set_goal(annotator_id=annotator.pk, words=offered[said])
    return redirect("rate-thanks", annotator.campaign.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@annotator_page
def withdraw(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    if request.method != "POST":
        return page(request, "withdraw", annotator.campaign, annotator)
    withdraw_annotator(annotator_id=annotator.pk)
    response = redirect("rate-withdrawn", annotator.campaign.slug)
    tokens.clear_token_cookie(response, slug=annotator.campaign.slug)
    return response


@require_safe
@campaign_page
def withdrawn(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    back = completion(campaign, Outcome.WITHDRAWN)
    return page(request, "withdrawn", campaign, completion=back)


@require_safe
@campaign_page
def declined(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Whom a recruiting site sent, and who does not want to take part."""
    back = completion(campaign, Outcome.WITHDRAWN)
    return page(request, "declined", campaign, completion=back)


def _percent(share: float | None) -> int | None:
    """Rounded down: only all of it may say 100."""
    return None if share is None else int(100 * share)
