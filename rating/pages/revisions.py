"""The tree of categories, its revisions, and the next one: looked at first, then made."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of
from campaigns.selectors.categories import coded_categories, next_revision, revision_named
from campaigns.selectors.permission import campaign_for
from core.paging import page_of
from core.refusals import Refused, said
from rating.forms.revisions import RevisionForm
from rating.pages.rendering import monitor_page
from rating.selectors.revisions import RevisionEffect, documents_left, with_lost
from rating.services.revising import preview_revision, revise_categories
from regild.problems import BadFiles


@require_safe
@login_required
def categories(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, campaign_for(request.user, slug=slug), RevisionForm())


@require_POST
@login_required
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = RevisionForm(request.POST)
    if not form.is_valid():
        return _page(request, campaign, form)
    try:
        effect = preview_revision(campaign=campaign, changes=form.source())
    except (BadFiles, Refused) as refusal:
        return _page(request, campaign, form, refusal=refusal)
    return _page(request, campaign, form, effect=effect)


@require_POST
@login_required
def revise(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = RevisionForm(request.POST)
    if not form.is_valid():
        return _page(request, campaign, form)
    try:
        made = revise_categories(
            campaign=campaign,
            changes=form.source(),
            note=form.cleaned_data["note"],
            number=form.cleaned_data["number"],
            by=lead_of(request),
        )
    except (BadFiles, Refused) as refusal:
        return _page(request, campaign, form, refusal=refusal)
    messages.success(request, _("Revision %d saved.") % made.number)
    return redirect("revision", slug, made.number)


@require_safe
@login_required
def revision(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What became of each category, and the documents whose annotations it could not carry."""
    campaign = campaign_for(request.user, slug=slug)
    found = revision_named(campaign, number)
    page = page_of(documents_left(found), request.GET, order=["position", "id"])
    context = {"revision": found, "page": page, "documents": with_lost(found, page.rows)}
    return monitor_page(request, campaign, "revision", context)


def _page(
    request: HttpRequest,
    campaign: Campaign,
    form: RevisionForm,
    *,
    effect: RevisionEffect | None = None,
    refusal: BadFiles | Refused | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "effect": effect,
        "bad_files": refusal.files if isinstance(refusal, BadFiles) else (),
        "refused": said(refusal.text) if isinstance(refusal, Refused) else "",
        "number": next_revision(campaign),
        "categories": coded_categories(campaign),
        "revisions": campaign.revisions.order_by("-number"),
    }
    return monitor_page(request, campaign, "categories", context)
