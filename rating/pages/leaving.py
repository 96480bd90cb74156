"""Leaving: what was done, the way back to it, and withdrawing it."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotators.models import Annotator, Reminder
from annotators.pages.visiting import annotator_page, campaign_page, page
from annotators.selectors.encouragements import shown_to
from annotators.services import tokens
from annotators.services.completion import Outcome, completion, of_sitting
from annotators.services.goals import GOALS, set_goal
from annotators.services.reminders import forget_reminder
from campaigns.models import Campaign
from core.networks import network_of
from core.qr_codes import inline_qr
from core.templatetags.numbers import percent_done
from rating.forms.annotators import ReminderForm
from rating.selectors.together import together
from rating.services.reminding import NoReminder, ask_reminder, may_be_reminded
from rating.services.stages import visits
from rating.services.withdrawing import withdraw_annotator

# Both say what the others answered.
TOLD_TOGETHER = {"agreement_told", "divided_word"}


@require_safe
@annotator_page
def thanks(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    return _thanks(request, annotator, ReminderForm())


def _thanks(request: HttpRequest, annotator: Annotator, form: ReminderForm) -> HttpResponse:
    campaign = annotator.campaign
    stage = visits(campaign)
    work = stage.work_done(annotator)
    path = reverse(
        "rate-back", args=[campaign.slug, tokens.token_from_cookie(request, slug=campaign.slug)]
    )
    link = request.build_absolute_uri(path)
    standing = stage.standing(annotator, network=network_of(request), now=timezone.now())
    return page(
        request,
        "thanks",
        campaign,
        annotator,
        work=work,
        completion=work.last_complete
        and of_sitting(campaign, failed=stage.failed(work.last_complete)),
        standing=standing,
        reminded=Reminder.objects.filter(annotator=annotator).exists(),
        may_be_reminded=may_be_reminded(annotator, offer=standing.offer, sat=standing.sat),
        form=form,
        share_link=request.build_absolute_uri(reverse("rate-welcome", args=[campaign.slug])),
        minutes=stage.minutes(campaign),
        personal_link=link,
        qr=inline_qr(link),
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
        "share": percent_done(stage.campaign_share(annotator.campaign))
        if is_share_told
        else None,
        "together": told,
        "percent": told and percent_done(told.agreement.share),
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


@require_POST
@annotator_page
def remind(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    """Without an address: what was asked for is taken back, and the address deleted."""
    if "forget" in request.POST:
        forget_reminder(annotator.pk)
        messages.success(request, _("Your address is deleted. You will get no reminder."))
        return redirect("rate-thanks", annotator.campaign.slug)
    form = ReminderForm(request.POST)
    if not form.is_valid():
        return _thanks(request, annotator, form)
    # Where there is nothing to be reminded of any more, the page says what there is.
    with suppress(NoReminder):
        ask_reminder(
            annotator=annotator,
            email=form.cleaned_data["email"],
            network=network_of(request),
            now=timezone.now(),
            language=get_language() or "",
        )
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
