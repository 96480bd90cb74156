"""What a lead does before annotators come: see their pages; then open, pause, close."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.forms.lists import SCALE
from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.scale import labelled_examples, scale_of, with_keys
from campaigns.selectors.task import task_of
from core.languages import direction, interface_language
from core.markdown import render_markdown
from core.refusals import Refused, said
from proposing.pages import sitting as proposing
from rating.services.opening import close_campaign, open_campaign, pause_campaign
from regild.pooling.pool import Policy
from sources.selectors import sentences_in_play

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
        "scale": with_keys(scale),
        "examples": labelled_examples(campaign, scale),
        "blocks": _first_block(campaign),
        "current": 0,
        "assignment": {"id": 0},
    }
    whole = "HX-Request" not in request.headers
    template = "rating/preview.html" if whole else "rating/_preview.html"
    with translation.override(interface_language(campaign.language)):
        return render(request, template, context)


@require_POST
@login_required
def open_(request: HttpRequest, slug: str) -> HttpResponse:
    return _change(
        request,
        slug,
        open_campaign,
        done=_("The campaign is open: share its link."),
        refused=_("There is nothing to rate yet: dispatch the pool first."),
    )


@require_POST
@login_required
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    return _change(
        request,
        slug,
        pause_campaign,
        done=_("The campaign is paused. Annotators can finish the sittings they have begun."),
        refused=_("Only an open campaign can be paused."),
    )


@require_POST
@login_required
def close(request: HttpRequest, slug: str) -> HttpResponse:
    return _change(
        request,
        slug,
        close_campaign,
        done=_("The campaign is closed. It can be opened again."),
        refused=_("Only an open or paused campaign can be closed."),
    )


def _change(
    request: HttpRequest, slug: str, change: Callable[..., None], *, done: str, refused: str
) -> HttpResponse:
    """`done` and `refused` are what the lead is told of it."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    proposes = campaign.stage == Campaign.Stage.PROPOSE
    try:
        change(campaign=campaign, by=lead_of(request))
    except Refused as why:
        messages.error(request, said(why.text) if proposes else refused)
    else:
        messages.success(request, done)
    # The page that has these buttons.
    return redirect("first-gold" if proposes else "subsets", slug)


def _posted_scale(campaign: Campaign, request: HttpRequest) -> list[dict[str, Any]]:
    """The labels as they are being written; empty where none are, or they are not right yet."""
    if "form-TOTAL_FORMS" not in request.POST:
        return []
    scale = SCALE(campaign, request.POST)
    if not scale.is_valid():
        return []
    return [{"value": option.value, "label": option.label} for option in scale.options()]


def _first_block(campaign: Campaign) -> list[dict[str, Any]]:
    """A block as annotators will see it, of the first sentence with a gold."""
    if campaign.stage == Campaign.Stage.PROPOSE:
        return proposing.first_block(campaign)
    sentences = sentences_in_play(campaign)
    sentence = sentences.filter(gold__isnull=False).first() or sentences.first()
    if sentence is None:
        return []
    task = task_of(campaign)
    # As if nobody had answered yet: systems are not needed to see how it looks.
    pool = task.pool(
        sentence.group,
        sentence.content,
        gold=sentence.gold.order_by("id").values_list("text", "votes"),
        answers=(),
        normalise=str,
        policy=Policy(multiwords="keep", target_as_answer="keep"),
        undone=(),
    )
    texts = [one.text for one in pool.candidates][:CANDIDATES_SHOWN]
    return [
        {
            "id": 0,
            **task.shown(sentence.content),
            "candidates": [
                {
                    "id": number,
                    "text": task.worded(sentence.content, text),
                    "value": None,
                    "answered": False,
                }
                for number, text in enumerate(texts)
            ],
        }
    ]
