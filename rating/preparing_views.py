"""What a lead does before annotators come: see their pages; then open, pause, close."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.list_forms import SCALE
from campaigns.models import Campaign, Member
from campaigns.selectors import campaign_for, sentences_in_play
from campaigns.services.jobs import JobRefused
from campaigns.views.requests import lead_of
from core.markdown import render_markdown
from rating.language import direction
from rating.selectors import labelled_examples, scale_of
from rating.services.opening import close_campaign, open_campaign, pause_campaign

# Rows of the block shown: enough to see how they stand.
CANDIDATES_SHOWN = 4


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The annotator's pages with the texts and scale as posted, saved or not."""
    campaign = campaign_for(request.user, slug=slug)
    for name in ("welcome", "instructions"):
        setattr(campaign, name, request.POST.get(name, getattr(campaign, name)))
    scale = _posted_scale(campaign, request) or scale_of(campaign)
    context = {
        "campaign": campaign,
        "direction": direction(campaign.language),
        "welcome": mark_safe(render_markdown(campaign.welcome)),  # noqa: S308  # nosec B308 B703 # sanitised there
        "instructions": mark_safe(render_markdown(campaign.instructions)),  # noqa: S308  # nosec B308 B703 # sanitised there
        "scale": scale,
        "examples": labelled_examples(campaign, scale),
        "blocks": _first_block(campaign),
        "current": 0,
        "assignment": {"id": 0},
    }
    whole = "HX-Request" not in request.headers
    template = "rating/preview.html" if whole else "rating/_preview.html"
    with translation.override(_interface_language(campaign)):
        return render(request, template, context)


@require_POST
@login_required
def open_(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    try:
        open_campaign(campaign=campaign, by=lead_of(request))
    except JobRefused:
        messages.error(request, _("There is nothing to rate yet: dispatch the pool first."))
    else:
        messages.success(request, _("The campaign is open: share its link."))
    return redirect("subsets", slug)


@require_POST
@login_required
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    try:
        pause_campaign(campaign=campaign, by=lead_of(request))
    except JobRefused:
        messages.error(request, _("Only an open campaign can be paused."))
    else:
        messages.success(
            request, _("The campaign is paused: sittings that were begun may be finished.")
        )
    return redirect("subsets", slug)


@require_POST
@login_required
def close(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    try:
        close_campaign(campaign=campaign, by=lead_of(request))
    except JobRefused:
        messages.error(request, _("Only an open or paused campaign can be closed."))
    else:
        messages.success(request, _("The campaign is closed. It can be opened again."))
    return redirect("subsets", slug)


def _posted_scale(campaign: Campaign, request: HttpRequest) -> list[dict[str, Any]]:
    """The labels as they are being written; empty where none are, or they are not right yet."""
    if "form-TOTAL_FORMS" not in request.POST:
        return []
    scale = SCALE(campaign, request.POST)
    if not scale.is_valid():
        return []
    return [
        {"value": value, "label": option.label} for value, option in enumerate(scale.options())
    ]


def _first_block(campaign: Campaign) -> list[dict[str, Any]]:
    """A block as annotators will see it, of the first sentence with a gold."""
    sentence = sentences_in_play(campaign).filter(gold__isnull=False).first()
    if sentence is None:
        return []
    texts = sentence.gold.order_by("id").values_list("text", flat=True)[:CANDIDATES_SHOWN]
    return [
        {
            "id": 0,
            "left": sentence.left,
            "target": sentence.target,
            "right": sentence.right,
            "candidates": [
                {"id": number, "text": text, "value": None, "answered": False}
                for number, text in enumerate(texts)
            ],
        }
    ]


def _interface_language(campaign: Campaign) -> str:
    try:
        return translation.get_supported_language_variant(campaign.language)
    except LookupError:
        return translation.get_language() or settings.LANGUAGE_CODE
