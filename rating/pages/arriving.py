"""Arriving: the share link, the personal link and the instructions."""

from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotators.models import Annotator
from annotators.pages.visiting import (
    annotator_page,
    campaign_page,
    markdown,
    page,
)
from annotators.selectors.encouragements import shown_to
from annotators.services import tokens
from annotators.services.completion import Outcome, completion
from annotators.services.comprehension import must_show
from annotators.services.finding import find_annotator
from annotators.services.identities import annotator_in, visitor_of
from annotators.services.join_limits import seconds_until_join
from annotators.services.joining import CannotJoin, join_campaign
from annotators.services.practice import must_practise
from annotators.services.recruiting import PARAMETERS, is_placeholder, person_of
from campaigns.models import Campaign
from campaigns.selectors.scale import labelled_examples, scale_of
from core.networks import network_of
from rating.forms.annotators import JoinForm
from rating.pages.taking import taken_by, turned_away
from rating.services.stages import visits


@require_http_methods(["GET", "HEAD", "POST"])
@campaign_page
def welcome(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    said = request.POST if request.method == "POST" else request.GET
    visitor = visitor_of(request, campaign, person=person_of(said.dict()))
    if visitor.annotator is None:
        return _welcome_newcomer(request, campaign)
    if request.method == "POST":
        # Sent twice: whoever joins twice would lose what the first of them did.
        response: HttpResponse = redirect("rate-instructions", campaign.slug)
    else:
        response = _welcome_back(request, visitor.annotator)
    if visitor.token:
        tokens.set_token_cookie(response, slug=campaign.slug, token=visitor.token)
    return response


def _welcome_newcomer(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    form, wait, unfilled = None, 0, False
    is_open = campaign.state == Campaign.State.OPEN
    stage = visits(campaign)
    full = is_open and stage.nothing_left(
        campaign, network=network_of(request), now=timezone.now()
    )
    if is_open and not full:
        given = {name: request.GET.get(name, "") for name in PARAMETERS}
        unfilled = any(map(is_placeholder, given.values()))
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
        unfilled=unfilled,
        welcome=markdown(campaign.welcome),
        minutes=stage.minutes(campaign),
        declining=any(completion(campaign, Outcome.WITHDRAWN)),
    )


def _welcome_back(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    stage = visits(campaign)
    return page(
        request,
        "welcome",
        campaign,
        annotator,
        form=None,
        welcome=markdown(campaign.welcome),
        standing=stage.standing(annotator, network=network_of(request), now=timezone.now()),
        work=stage.work_done(annotator),
        progress=stage.own_progress(annotator),
        shown=shown_to(annotator) & stage.encouragements,
        minutes=stage.minutes(campaign),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@annotator_page
def someone_else(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    """'Not you?': another person sits at this browser. Asks first."""
    campaign = annotator.campaign
    if request.method != "POST":
        work = visits(campaign).work_done(annotator)
        return page(request, "someone_else", campaign, annotator, work=work, link=False)
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
        work = visits(campaign).work_done(remembered)
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
        standing=visits(campaign).standing(
            annotator, network=network_of(request), now=timezone.now()
        ),
        must_show=must_show(annotator, campaign),
        practises=visits(campaign).practises(campaign),
        may_start=not must_practise(annotator, campaign),
    )


@require_POST
@annotator_page
def take(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    return taken_by(request, annotator)


def _join(request: HttpRequest, campaign: Campaign, form: JoinForm) -> HttpResponse:
    try:
        joined = join_campaign(
            campaign=campaign,
            consent=form.cleaned_data["consent"],
            native_speaker=form.cleaned_data["native_speaker"],
            answers=form.answers(),
            recruited=form.recruited(),
        )
    except CannotJoin as refused:
        return turned_away(request, campaign, refused.code)
    response = redirect("rate-instructions", campaign.slug)
    tokens.set_token_cookie(response, slug=campaign.slug, token=joined.token)
    return response
