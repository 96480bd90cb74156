"""Who proposed; leave them out and take them back, with the effect shown first."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from annotators.models import Annotator
from campaigns.forms.asking import ReasonForm
from campaigns.models import Campaign, Member
from campaigns.pages.requests import being_rated, lead_of
from campaigns.services.settling import RatingUnderWay
from core.paging import page_of
from core.refusals import Refused, said
from proposing.pages.rendering import proposing_campaign, report_context, stage_page
from proposing.selectors.annotators import find_proposers, proposers
from proposing.selectors.effects import effect_of, exclusion_named
from proposing.selectors.reports import report_of
from proposing.services.exclusions import exclude_proposals, undo_proposal_exclusion
from proposing.templatetags.first_gold import finding_said

show_or_do = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@login_required
def annotators(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug)
    report, context = report_context(campaign)
    page = page_of(find_proposers(campaign), request.GET, order=["id"])
    context |= {"page": page, "rows": proposers(campaign, page.rows, report)}
    return stage_page(request, campaign, "annotators", context)


@show_or_do
@login_required
def exclude(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    annotator = get_object_or_404(find_proposers(campaign), id=id)
    [one] = proposers(campaign, [annotator], report_of(campaign))
    if request.method == "POST":
        form = ReasonForm(request.POST)
        if form.is_valid():
            return _exclude(request, campaign, annotator, form.cleaned_data["reason"])
    else:
        form = ReasonForm(initial={"reason": "; ".join(map(finding_said, one.findings))})
    context = {"one": one, "effect": effect_of(annotator, way="out"), "form": form}
    return stage_page(request, campaign, "exclude", context)


@show_or_do
@login_required
def undo(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    exclusion = exclusion_named(campaign, id)
    if request.method == "POST":
        try:
            restored = undo_proposal_exclusion(exclusion, by=lead_of(request))
        except Refused as refused:
            messages.error(request, _why(refused))
        else:
            told = ngettext("%d turn counts again.", "%d turns count again.", restored)
            messages.success(request, told % restored)
        return redirect("first-gold-annotators", slug)
    [one] = proposers(campaign, [exclusion.annotator], report_of(campaign))
    context = {
        "one": one,
        "exclusion": exclusion,
        "effect": effect_of(exclusion.annotator, way="back"),
    }
    return stage_page(request, campaign, "undo", context)


def _exclude(
    request: HttpRequest, campaign: Campaign, annotator: Annotator, reason: str
) -> HttpResponse:
    try:
        exclude_proposals(annotator=annotator, reason=reason, by=lead_of(request))
    except Refused as refused:
        messages.error(request, _why(refused))
    else:
        messages.success(request, _("Left out. The seats are free for others."))
    return redirect("first-gold-annotators", campaign.slug)


def _why(refused: Refused) -> str:
    return being_rated() if isinstance(refused, RatingUnderWay) else said(refused.text)
