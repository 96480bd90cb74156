"""What became of spellings, and what a lead decides about them."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import being_rated, lead_of
from campaigns.services.settling import RatingUnderWay
from core.paging import page_of, page_of_list
from core.refusals import Refused, said
from proposing.forms import CloseFilter, LemmaFilter, SpellingForm
from proposing.pages.rendering import proposing_campaign, report_context, stage_page
from proposing.selectors.spellings import (
    LEMMA_ORDER,
    close_listed,
    decision_on_merge,
    decision_on_pair,
    find_lemmas,
    item_named,
    lemma_named,
    merges_listed,
    with_decisions,
)
from proposing.services.spellings import decide_spelling, set_lemma_undone


@require_safe
@login_required
def merges(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug)
    report, context = report_context(campaign)
    page = page_of_list(merges_listed(campaign, report), request.GET)
    context |= {"page": page, "rows": with_decisions(campaign, page.rows, decision_on_merge)}
    return stage_page(request, campaign, "merges", context)


@require_safe
@login_required
def spellings(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug)
    report, context = report_context(campaign)
    form = CloseFilter(request.GET)
    undecided = form.asked()["state"] != "all"
    found = close_listed(campaign, report, undecided=undecided)
    page = page_of_list(found, request.GET)
    context |= {
        "filter": form,
        "page": page,
        "rows": with_decisions(campaign, page.rows, decision_on_pair),
        "undecided": undecided,
    }
    return stage_page(request, campaign, "spellings", context)


@require_POST
@login_required
def decide(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    form = SpellingForm(request.POST)
    if not form.is_valid():
        raise BadRequest("spelling")
    asked: Mapping[str, Any] = form.cleaned_data
    try:
        decide_spelling(
            item=item_named(campaign, asked["sentence"]),
            decision=asked["decision"],
            spelling=asked["spelling"],
            into=asked["into"],
            by=lead_of(request),
        )
    except Refused as refused:
        messages.error(request, _why(refused))
    else:
        messages.success(request, _told(asked))
    return _back(request, campaign)


@require_safe
@login_required
def lemmas(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug)
    form = LemmaFilter(request.GET)
    page = page_of(find_lemmas(campaign, **form.asked()), request.GET, order=LEMMA_ORDER)
    return stage_page(request, campaign, "lemmas", {"filter": form, "page": page})


@require_POST
@login_required
def undo_lemma(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    return _set_lemma(request, slug, id, undone=True)


@require_POST
@login_required
def redo_lemma(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    return _set_lemma(request, slug, id, undone=False)


def _set_lemma(request: HttpRequest, slug: str, id: int, *, undone: bool) -> HttpResponse:
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    lemma = lemma_named(campaign, id)
    try:
        set_lemma_undone(lemma=lemma, undone=undone, by=lead_of(request))
    except Refused as refused:
        messages.error(request, _why(refused))
    else:
        told = _("%(form)s stays as it is.") if undone else _("%(form)s counts as %(lemma)s.")
        messages.success(request, told % {"form": lemma.form, "lemma": lemma.lemma})
    response = redirect("first-gold-lemmas", slug)
    if request.GET:
        response["Location"] += f"?{request.GET.urlencode()}"
    return response


def _why(refused: Refused) -> str:
    return being_rated() if isinstance(refused, RatingUnderWay) else said(refused.text)


def _told(asked: Mapping[str, Any]) -> str:
    told = {
        "accept": _("« %(spelling)s » counts as « %(into)s » in sentence %(sentence)s."),
        "keep": _("« %(spelling)s » stays as it was typed in sentence %(sentence)s."),
        "forget": _("The decision about « %(spelling)s » is undone."),
    }
    return told[asked["decision"]] % asked


def _back(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """To the list with its filters, which the button's address has."""
    there = request.GET.get("back", "")
    own = resolve_url("first-gold", campaign.slug)
    if there.startswith(own) and url_has_allowed_host_and_scheme(there, allowed_hosts=None):
        return redirect(there)
    return redirect("first-gold-spellings", campaign.slug)
