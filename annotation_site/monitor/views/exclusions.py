"""Leave ratings out and take them back, with the effect on the numbers shown first."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from annotation_site.monitor.forms import ReasonForm
from annotation_site.monitor.selectors.effects import effects_of
from annotation_site.monitor.views.rendering import monitor_page
from annotation_site.templatetags.monitor_pages import finding_words
from campaigns.models import Campaign, Member
from campaigns.selectors import campaign_for
from campaigns.services.jobs import JobRefused
from campaigns.views.requests import lead_of
from rating.models import Annotator, Assignment, Exclusion
from rating.selectors import restorable_sittings
from rating.services.checks import annotator_findings, quality_findings
from rating.services.exclusions import exclude, undo_exclusion
from regild.rating.quality import Finding

show_or_do = require_http_methods(["GET", "HEAD", "POST"])


@show_or_do
@login_required
def exclude_annotator(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    annotator = get_object_or_404(campaign.annotators, id=id)
    if request.method == "POST":
        return _exclude(request, campaign, annotator)
    findings = annotator_findings(annotator).get(id, [])
    return _ask(request, campaign, annotator, _form_for(findings))


@show_or_do
@login_required
def exclude_sitting(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    sitting = get_object_or_404(_sittings(campaign), id=id)
    if request.method == "POST":
        return _exclude(request, campaign, sitting)
    findings = quality_findings(sitting).get(id, [])
    return _ask(request, campaign, sitting, _form_for(findings))


@show_or_do
@login_required
def undo(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    exclusion = get_object_or_404(
        Exclusion.objects.select_related("annotator", "assignment__subset"),
        id=id,
        annotator__campaign=campaign,
    )
    if request.method == "POST":
        try:
            restored = undo_exclusion(exclusion, by=lead_of(request))
        except JobRefused as refused:
            messages.error(request, str(refused))
        else:
            told = ngettext("%d sitting counts again.", "%d sittings count again.", restored)
            messages.success(request, told % restored)
        return redirect("annotator", slug, exclusion.annotator_id)
    sittings = restorable_sittings(exclusion)
    context = {
        "exclusion": exclusion,
        "annotator": exclusion.annotator,
        "effects": effects_of(campaign, sittings, way="back"),
        "sittings": sittings.count(),
    }
    return monitor_page(request, campaign, "undo", context)


def _sittings(campaign: Campaign) -> Any:
    return Assignment.objects.select_related("annotator__campaign", "subset").filter(
        annotator__campaign=campaign
    )


def _form_for(findings: list[Finding]) -> ReasonForm:
    """With what was found as the reason, to be kept or rewritten."""
    return ReasonForm(initial={"reason": "; ".join(map(finding_words, findings))})


def _ask(
    request: HttpRequest, campaign: Campaign, subject: Annotator | Assignment, form: ReasonForm
) -> HttpResponse:
    whole = isinstance(subject, Annotator)
    sittings = _sittings(campaign).filter(
        **{"annotator" if whole else "id": subject.pk}, state=Assignment.State.COMPLETE
    )
    context = {
        "annotator": subject if isinstance(subject, Annotator) else subject.annotator,
        "sitting": subject if isinstance(subject, Assignment) else None,
        "effects": effects_of(campaign, sittings, way="out"),
        "sittings": sittings.count(),
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
    except JobRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Left out. The seats are free for others."))
    id = subject.id if isinstance(subject, Annotator) else subject.annotator_id
    return redirect("annotator", campaign.slug, id)
