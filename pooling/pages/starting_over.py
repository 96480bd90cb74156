"""Going back while no ratings exist: other sentences for a campaign, or no campaign."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.models import Campaign, Member
from campaigns.pages.requests import go_to, lead_of, session_of, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.settled import has_ratings
from campaigns.selectors.task import phrase_of, task_of
from campaigns.services.settling import RatingsExist
from core.refusals import Refused, said
from pooling.services.starting_over import delete_campaign, start_over
from proposing.selectors.turns import is_proposed_in
from regild.problems import BadFiles
from regild.tasks.task import Sources
from sources.forms import SourcesForm
from sources.services.creating import ChoicesUnfit, read_other_sources


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def start_over_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Other sentences and gold; what would be lost is said first."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    kind: dict[str, Any] = {"task": task_of(campaign), "session": session_of(request)}
    if request.method != "POST":
        form = SourcesForm(**kind)
    else:
        form = SourcesForm(request.POST, request.FILES, **kind)
        sources = _read(campaign, form) if form.is_valid() else None
        if sources is not None:
            form.forget_files()
            try:
                start_over(campaign=campaign, sources=sources, by=lead_of(request))
            except RatingsExist:
                messages.error(
                    request, _("Nothing was changed: annotators have rated already.")
                )
            except Refused as refused:
                messages.error(request, said(refused.text))
            else:
                tell_notices(request, sources.notices)
                messages.success(request, phrase_of(task_of(campaign), "sources are replaced"))
            return go_to(request, "sources", slug)
        form.keep_files()
    whole = "HX-Request" not in request.headers
    return render(
        request,
        "pooling/start_over.html" if whole else "pooling/_start_over.html",
        {
            **workspace(request, campaign, stage="sources"),
            "form": form,
            "rated": has_ratings(campaign),
            "proposed": is_proposed_in(campaign),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks for the campaign's address to be typed, for there is no way back."""
    owner = Member.Role.OWNER
    campaign = campaign_for(request.user, slug=slug, least=owner, also_archived=True)
    mistyped = False
    if request.method == "POST":
        mistyped = request.POST.get("typed", "").strip() != slug
        if not mistyped:
            return _delete(request, campaign)
    context = {
        **workspace(request, campaign, stage="settings"),
        "mistyped": mistyped,
        "rated": has_ratings(campaign),
        "proposed": is_proposed_in(campaign),
    }
    return render(request, "pooling/delete.html", context)


def _read(campaign: Campaign, form: SourcesForm) -> Sources | None:
    try:
        with form.opened_files() as files:
            return read_other_sources(campaign, files)
    except BadFiles as bad:
        form.bad_files = bad.files
    except ChoicesUnfit as unfit:
        form.tell(unfit)
    return None


def _delete(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    try:
        delete_campaign(campaign=campaign, by=lead_of(request))
    except RatingsExist:
        messages.error(request, _("Nothing was deleted: annotators have rated already."))
        return redirect("delete-campaign", campaign.slug)
    except Refused as refused:
        messages.error(request, said(refused.text))
        return redirect("delete-campaign", campaign.slug)
    messages.success(request, _("%s is deleted.") % campaign.title)
    return redirect("home")
