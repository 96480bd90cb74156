"""Make a release public, take it back, and give it its DOI."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.models import Member
from campaigns.pages.requests import lead_of
from campaigns.selectors.permission import campaign_for
from core.refusals import Refused, said
from scoring.models import Release
from scoring.selectors.published import page_of
from scoring.services.publishing import publish_release, set_doi, unpublish_release


@require_POST
@login_required
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    release = _release(request, slug, number)
    publish_release(release=release, by=lead_of(request))
    page = settings.SITE_URL + page_of(release)
    messages.success(request, _("The release is public: %(page)s") % {"page": page})
    return redirect("gold-release", slug, number)


@require_POST
@login_required
def unpublish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    unpublish_release(release=_release(request, slug, number), by=lead_of(request))
    messages.success(request, _("The release is no longer public."))
    return redirect("gold-release", slug, number)


@require_POST
@login_required
def doi(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    release = _release(request, slug, number)
    try:
        set_doi(release=release, doi=request.POST.get("doi", ""), by=lead_of(request))
    except Refused as refusal:
        messages.error(request, said(refusal.text))
    else:
        messages.success(request, _("The DOI is saved."))
    return redirect("gold-release", slug, number)


def _release(request: HttpRequest, slug: str, number: int) -> Release:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    return get_object_or_404(campaign.releases, number=number)
