"""Leave ratings out and take them back, with the effect on the numbers shown first."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from annotators.models import Annotator
from campaigns.forms.asking import ReasonForm
from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of
from campaigns.selectors.permission import campaign_for
from core.refusals import Refused, said
from rating.models import Assignment
from rating.pages.rendering import monitor_page
from rating.selectors.effects import effects_of
from rating.selectors.exclusions import (
    complete_sittings,
    exclusion_named,
    restorable_sittings,
    sitting_named,
)
from rating.selectors.findings import annotator_findings, quality_findings
from rating.services.exclusions import exclude, undo_exclusion
from rating.templatetags.monitor_pages import finding_words
from regild.rating.quality import Finding

show_or_do = require_http_methods(["GET", "HEAD", "POST"])


@show_or_do
@login_required
def exclude_annotator(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    annotator = get_object_or_404(campaign.annotators, id=id)
    return _exclude_or_ask(request, campaign, annotator, annotator_findings)


@show_or_do
@login_required
def exclude_sitting(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    return _exclude_or_ask(request, campaign, sitting_named(campaign, id), quality_findings)


@show_or_do
@login_required
def undo(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    exclusion = exclusion_named(campaign, id)
    if request.method == "POST":
        try:
            restored = undo_exclusion(exclusion, by=lead_of(request))
        except Refused as refused:
            messages.error(request, said(refused.text))
        else:
            told = ngettext("%d sitting counts again.", "%d sittings count again.", restored)
            messages.success(request, told % restored)
        return redirect("annotator", slug, exclusion.annotator_id)
    context = {
        "exclusion": exclusion,
        "annotator": exclusion.annotator,
        "effects": effects_of(campaign, restorable_sittings(exclusion), way="back"),
    }
    return monitor_page(request, campaign, "undo", context)


def _exclude_or_ask(
    request: HttpRequest,
    campaign: Campaign,
    subject: Annotator | Assignment,
    findings_of: Callable[[Any], Mapping[int, list[Finding]]],
) -> HttpResponse:
    if request.method == "POST":
        return _exclude(request, campaign, subject)
    findings = findings_of(subject).get(subject.pk, [])
    return _ask(request, campaign, subject, _form_for(findings))


def _form_for(findings: list[Finding]) -> ReasonForm:
    """With what was found as the reason, to be kept or rewritten."""
    return ReasonForm(initial={"reason": "; ".join(map(finding_words, findings))})


def _ask(
    request: HttpRequest, campaign: Campaign, subject: Annotator | Assignment, form: ReasonForm
) -> HttpResponse:
    context = {
        "annotator": subject if isinstance(subject, Annotator) else subject.annotator,
        "sitting": subject if isinstance(subject, Assignment) else None,
        "effects": effects_of(campaign, complete_sittings(subject), way="out"),
        "form": form,
    }
    return monitor_page(request, campaign, "exclude", context)


def _exclude(
    request: HttpRequest, campaign: Campaign, subject: Annotator | Assignment
) -> HttpResponse:
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _ask(request, campaign, subject, form)
    try:
        exclude(subject, reason=form.cleaned_data["reason"], by=lead_of(request))
    except Refused as refused:
        messages.error(request, said(refused.text))
    else:
        messages.success(request, _("Excluded. The seats are free for other annotators."))
    id = subject.id if isinstance(subject, Annotator) else subject.annotator_id
    return redirect("annotator", campaign.slug, id)
