"""What a campaign rests on: its sentences, first gold and systems."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import being_rated, go_to, lead_of, session_of, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.settled import has_ratings
from campaigns.selectors.task import asked_group
from campaigns.services.settling import RatingsExist, RatingUnderWay
from core.paging import page_of
from core.refusals import Refused, SystemExists, said
from regild.problems import BadFiles
from sources.forms import AddSystemForm
from sources.selectors import find_sentences, source_counts, systems_with_attempts
from sources.services.systems import AddedSystem, add_system, remove_system


@require_safe
@login_required
def sources(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    return _page(request, campaign, AddSystemForm(session=session_of(request)))


@require_safe
@login_required
def sentences(request: HttpRequest, slug: str) -> HttpResponse:
    """The sentences with their gold, to be looked through."""
    campaign = campaign_for(request.user, slug=slug)
    asked = request.GET
    found = find_sentences(
        campaign, text=asked.get("text", "").strip(), group=asked_group(campaign, asked)
    )
    context = {
        "campaign": campaign,
        "stage": "sources",
        "page": page_of(found, asked, order=["position", "id"]),
        "asked": asked,
    }
    return render(request, "sources/sentences.html", context)


@require_POST
@login_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = AddSystemForm(request.POST, request.FILES, session=session_of(request))
    added = _add(request, campaign, form) if form.is_valid() else None
    if added is None:
        form.keep_files()
        if "HX-Request" in request.headers:
            return render(
                request, "sources/_add_system.html", {"campaign": campaign, "form": form}
            )
        return _page(request, campaign, form)
    form.forget_files()
    tell_notices(request, added.notices)
    messages.success(
        request,
        ngettext(
            "%(system)s is added: %(answers)s answers to %(n)s sentence.",
            "%(system)s is added: %(answers)s answers to %(n)s sentences.",
            added.attempted,
        )
        % {"system": added.system.name, "answers": added.answers, "n": added.attempted},
    )
    return go_to(request, "sources", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    """Asks first, for the file would have to be found again."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    system = get_object_or_404(campaign.systems, id=id)
    if request.method != "POST":
        context = {
            **workspace(request, campaign, stage="sources"),
            "system": system,
            "rated": has_ratings(campaign),
        }
        return render(request, "sources/remove_system.html", context)
    try:
        remove_system(system=system, by=lead_of(request))
    except RatingUnderWay:
        messages.error(request, being_rated())
    except RatingsExist:
        messages.error(request, _("Nothing was removed: its answers have been rated."))
    else:
        messages.success(
            request,
            _("%s is removed. Pool again to take its candidates out.") % system.name,
        )
    return redirect("sources", slug)


def _page(request: HttpRequest, campaign: Campaign, form: AddSystemForm) -> HttpResponse:
    context = {
        **workspace(request, campaign, stage="sources"),
        "form": form,
        "rated": has_ratings(campaign),
        "counts": source_counts(campaign),
        "systems": systems_with_attempts(campaign),
    }
    return render(request, "sources/sources.html", context)


def _add(request: HttpRequest, campaign: Campaign, form: AddSystemForm) -> AddedSystem | None:
    try:
        with form.opened_files() as files:
            return add_system(
                campaign=campaign,
                name=form.cleaned_data["name"],
                kind=form.cleaned_data["kind"],
                answers=files["answers"],
                multiwords=files.get("multiwords"),
                by=lead_of(request),
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except SystemExists:
        form.add_error("name", _("There is a system of this name."))
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None
