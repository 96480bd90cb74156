"""Arriving: the share link, the personal link, the instructions and the practice."""

import random
from math import ceil

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotators.models import Annotator
from annotators.selectors.encouragements import shown_to
from annotators.services import tokens
from annotators.services.finding import find_annotator
from annotators.services.identities import PERSON, annotator_in, remember, visitor_of
from annotators.services.join_limits import seconds_until_join
from annotators.services.join_problems import RECRUITING_PARAMETERS
from annotators.services.joining import join_campaign
from annotators.services.practice import finish_practice
from campaigns.models import Campaign
from campaigns.selectors.scale import labelled_examples, scale_of, with_keys
from core.networks import network_of
from rating.forms.annotators import JoinForm
from rating.pages.visiting import (
    annotator_page,
    campaign_page,
    markdown,
    page,
    sitting_minutes,
)
from rating.selectors.own_progress import own_progress
from rating.selectors.practice import practice_blocks
from rating.selectors.sittings import work_done
from rating.services.left_alone import nothing_left, standing
from rating.services.sittings import take_subset


@require_http_methods(["GET", "HEAD", "POST"])
@campaign_page
def welcome(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    said = request.POST if request.method == "POST" else request.GET
    person = said.get(PERSON, "")
    visitor = visitor_of(request, campaign, person=person)
    if visitor.annotator is None:
        return _welcome_newcomer(request, campaign)
    if request.method == "POST":
        # Sent twice: whoever joins twice would lose what the first of them did.
        response: HttpResponse = redirect("rate-instructions", campaign.slug)
    else:
        response = _welcome_back(request, visitor.annotator)
    if visitor.token:
        remember(request, response, campaign, token=visitor.token, person=person)
    return response


def _welcome_newcomer(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    form, wait = None, 0
    is_open = campaign.state == Campaign.State.OPEN
    full = is_open and nothing_left(campaign, network=network_of(request), now=timezone.now())
    if is_open and not full:
        given = {name: request.GET.get(name, "") for name in RECRUITING_PARAMETERS}
        form = JoinForm(campaign, request.POST or None, initial=given)
        if form.is_valid():
            wait = seconds_until_join(request, slug=campaign.slug)
            if not wait:
                return _join(request, campaign, form)
    return page(
        request,
        "welcome",
        campaign,
        status=429 if wait else 200,
        form=form,
        full=full,
        wait_minutes=ceil(wait / 60),
        welcome=markdown(campaign.welcome),
        minutes=sitting_minutes(campaign),
    )


def _welcome_back(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    return page(
        request,
        "welcome",
        campaign,
        annotator,
        form=None,
        welcome=markdown(campaign.welcome),
        standing=standing(annotator, network=network_of(request), now=timezone.now()),
        work=work_done(annotator),
        progress=own_progress(annotator),
        shown=shown_to(annotator),
        minutes=sitting_minutes(campaign),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@annotator_page
def someone_else(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    """'Not you?': another person sits at this browser. Asks first."""
    campaign = annotator.campaign
    if request.method != "POST":
        return page(
            request, "someone_else", campaign, annotator, work=work_done(annotator), link=False
        )
    response = redirect("rate-welcome", campaign.slug)
    tokens.clear_token_cookie(response, slug=campaign.slug)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@campaign_page
def come_back(request: HttpRequest, campaign: Campaign, token: str) -> HttpResponse:
    """By a personal link. Asks before it makes another of whom the browser remembers."""
    annotator = find_annotator(token)
    if annotator is None or annotator.campaign_id != campaign.pk:
        return page(request, "unknown_link", campaign, status=404)
    remembered = annotator_in(request, campaign)
    if request.method != "POST" and remembered is not None and remembered.pk != annotator.pk:
        work = work_done(remembered)
        response = page(request, "someone_else", campaign, work=work, link=True)
        # The address holds the token; no other site may learn it. Ours may: its form is
        # refused without an origin.
        response.headers["Referrer-Policy"] = "same-origin"
        return response
    response = redirect("rate-sitting", campaign.slug)
    tokens.set_token_cookie(response, slug=campaign.slug, token=token)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
@annotator_page
def instructions(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    scale = scale_of(campaign)
    return page(
        request,
        "instructions",
        campaign,
        annotator,
        instructions=markdown(campaign.instructions),
        scale=scale,
        examples=labelled_examples(campaign, scale),
        standing=standing(annotator, network=network_of(request), now=timezone.now()),
        may_start=not _must_practise(annotator),
    )


@require_safe
@annotator_page
def practice(request: HttpRequest, annotator: Annotator, number: int) -> HttpResponse:
    campaign = annotator.campaign
    if not 1 <= number <= len(campaign.practice):
        raise Http404
    scale = with_keys(scale_of(campaign))
    chosen = request.GET.get("value", "")
    blocks = practice_blocks(campaign, scale, number=number, chosen=chosen)
    return page(
        request,
        "practice",
        campaign,
        annotator,
        practising=True,
        blocks=blocks,
        current=number - 1,
        scale=scale,
        last_key=scale[-1]["key"],
        value=blocks[number - 1]["value"],
        fitting=blocks[number - 1]["fits"],
    )


@require_POST
@annotator_page
def practised(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    finish_practice(annotator_id=annotator.pk)
    return _take(request, annotator)


@require_POST
@annotator_page
def take(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    if _must_practise(annotator):
        return redirect("rate-practice", annotator.campaign.slug, 1)
    return _take(request, annotator)


def _join(request: HttpRequest, campaign: Campaign, form: JoinForm) -> HttpResponse:
    joined = join_campaign(
        campaign=campaign,
        consent=form.cleaned_data["consent"],
        native_speaker=form.cleaned_data["native_speaker"],
        answers=form.answers(),
        recruited=form.recruited(),
    )
    response = redirect("rate-instructions", campaign.slug)
    person = form.recruited()[PERSON]
    remember(request, response, campaign, token=joined.token, person=person)
    return response


def _take(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    taken = take_subset(
        annotator=annotator, rng=random.SystemRandom(), network=network_of(request)
    )
    if taken and taken.left_at:
        said = _("This turn was left alone for %(time)s and is yours again.")
        messages.info(request, said % {"time": timesince(taken.left_at)})
    return redirect("rate-sitting" if taken else "rate-thanks", annotator.campaign.slug)


def _must_practise(annotator: Annotator) -> bool:
    campaign = annotator.campaign
    return bool(
        campaign.practice_required and campaign.practice and annotator.practised_at is None
    )
