"""Systems that answer with distributions, scored on a release."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of, session_of, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from core.downloads import answer_table
from core.refusals import Refused, said
from regild.problems import BadFiles
from scoring.forms.soft_systems import SoftSystemForm
from scoring.models import Release
from scoring.selectors.soft_systems import soft_tables
from scoring.services.soft_systems import add_soft_system, remove_soft_system


@require_safe
@login_required
def distributions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    release = get_object_or_404(campaign.releases, number=number)
    return _page(request, campaign, release, SoftSystemForm(session=session_of(request)))


@require_POST
@login_required
def add(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    release = get_object_or_404(campaign.releases, number=number)
    form = SoftSystemForm(request.POST, request.FILES, session=session_of(request))
    if form.is_valid():
        try:
            with form.opened_files() as files:
                added = add_soft_system(
                    release=release,
                    name=form.cleaned_data["name"],
                    answers=files["answers"],
                    by=lead_of(request),
                )
        except BadFiles as bad:
            form.bad_files = bad.files
        except Refused as refusal:
            form.add_error(None, said(refusal.text))
        else:
            form.forget_files()
            tell_notices(request, added.notices)
            messages.success(request, _("%(system)s is scored.") % {"system": added.system})
            return redirect("distributions", slug, number)
    form.keep_files()
    return _page(request, campaign, release, form)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, number: int, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    release = get_object_or_404(campaign.releases, number=number)
    system = get_object_or_404(release.soft_systems, id=id)
    remove_soft_system(campaign=campaign, system=system, by=lead_of(request))
    messages.success(request, _("%(system)s is removed.") % {"system": system})
    return redirect("distributions", slug, number)


@require_safe
@login_required
def table(request: HttpRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    release = get_object_or_404(campaign.releases, number=number)
    return answer_table(soft_tables(release).get(name), form=form, name=f"{slug}-{name}")


def _page(
    request: HttpRequest, campaign: Campaign, release: Release, form: SoftSystemForm
) -> HttpResponse:
    context = {
        **workspace(request, campaign, stage="scores"),
        "release": release,
        "releases": campaign.releases.only("number", "campaign"),
        "form": form,
        "tables": soft_tables(release),
        "systems": release.soft_systems.all(),
    }
    return render(request, "scoring/distributions.html", context)
