"""Rounds beside the plan: of chosen candidates, and of systems that came late."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.models import Member
from campaigns.pages.requests import lead_of, tell_asked
from campaigns.selectors.permission import campaign_for
from core.refusals import Refused, said
from pooling.forms import LateSystemForm, LookedAtForm, RatingRoundForm
from pooling.pages.subsets import subsets_page
from pooling.selectors.rounds import late_systems
from pooling.services.drawing_rounds import request_round, take_back_round


@require_POST
@login_required
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, dry_run=True)


@require_POST
@login_required
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    return _ask(request, slug, dry_run=False)


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    try:
        take_back_round(campaign=campaign, number=number, by=lead_of(request))
    except Refused as refusal:
        messages.error(request, said(refusal.text))
    else:
        messages.success(request, _("Round %(number)s was revoked.") % {"number": number})
    return redirect("subsets", slug)


def _ask(request: HttpRequest, slug: str, *, dry_run: bool) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form: LateSystemForm | RatingRoundForm
    if "system" in request.POST:
        form = late = LateSystemForm(late_systems(campaign), request.POST)
        if not late.is_valid():
            return subsets_page(request, campaign, late=late)
    else:
        form = chosen = RatingRoundForm(request.POST)
        if not chosen.is_valid():
            return subsets_page(request, campaign, rating_round=chosen)
    looked_at: dict[str, Any] = {} if dry_run else LookedAtForm(request.POST).plan()
    job = request_round(
        campaign, by=lead_of(request), dry_run=dry_run, **form.cleaned_data, **looked_at
    )
    tell_asked(request, job)
    return redirect("subsets", slug)
