"""The releases of a second gold: all there are, a new one, and one as files."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of, tell_asked
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from campaigns.selectors.work import work_of
from core.downloads import answer_open_file
from core.refusals import Refused, said
from scoring.forms.releases import ReleaseForm
from scoring.models import Release
from scoring.selectors.left_out import left_out_of
from scoring.selectors.published import address_of, public_of
from scoring.selectors.releases import RELEASE, other_ratings_count
from scoring.selectors.statements import card_empty
from scoring.services.exporting import download_gold, formats_of
from scoring.services.freezing import ANEW, STABLE, request_release


@require_safe
@login_required
def gold(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    usual = {"min_ratings": campaign.min_ratings, "list_unanimous_zeros": True}
    return _gold_page(request, campaign, _form(campaign, initial=usual))


@require_POST
@login_required
def make_release(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = _form(campaign, request.POST)
    if not form.is_valid():
        return _gold_page(request, campaign, form)
    # Of what has no weight the form does not ask.
    policy = {"list_unanimous_zeros": True, **form.cleaned_data}
    annotators = STABLE if policy.pop("stable", False) else ANEW
    job = request_release(
        campaign=campaign, by=lead_of(request), annotators=annotators, **policy
    )
    tell_asked(request, job)
    return redirect("gold", slug=slug)


@require_safe
@login_required
def release(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    found = get_object_or_404(campaign.releases, number=number)
    return _release_page(request, campaign, found)


@require_safe
@login_required
def download(
    request: HttpRequest, slug: str, number: int, format: str
) -> HttpResponse | FileResponse:
    campaign = campaign_for(request.user, slug=slug)
    found = get_object_or_404(campaign.releases, number=number)
    if format not in formats_of(campaign):
        raise Http404
    try:
        file = download_gold(release=found, format=format)
    except Refused as refusal:
        return _release_page(request, campaign, found, refused=said(refusal.text), status=409)
    return answer_open_file(file.file, content_type=file.content_type, name=file.name)


def _form(campaign: Campaign, *given: Any, **initial: Any) -> ReleaseForm:
    return ReleaseForm(
        *given, task=task_of(campaign), stable=campaign.stable_numbers, **initial
    )


def _release_page(
    request: HttpRequest,
    campaign: Campaign,
    release: Release,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        **workspace(request, campaign, stage="gold"),
        "release": release,
        "formats": formats_of(campaign),
        "public": public_of(release),
        "page": address_of(release),
        "card_empty": card_empty(campaign),
        "left_out": left_out_of(release),
        "refused": refused,
    }
    return render(request, "scoring/release.html", context, status=status)


def _gold_page(request: HttpRequest, campaign: Campaign, form: ReleaseForm) -> HttpResponse:
    context = {
        **workspace(request, campaign, stage="gold"),
        "form": form,
        "releases": campaign.releases.defer("comparison").select_related("public"),
        # Before what it stores: a job that ends in between is shown as under way.
        "work": work_of(campaign, RELEASE),
        "out_of_date": other_ratings_count(campaign),
    }
    return render(request, "scoring/gold.html", context)
