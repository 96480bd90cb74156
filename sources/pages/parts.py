"""Named parts of the sentences."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of, session_of, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import phrase_of, task_of
from core.refusals import Refused, said
from regild.problems import BadFiles
from sources.forms import PartForm
from sources.selectors import named_parts
from sources.services.parts import NamedPart, name_part, remove_part


@require_safe
@login_required
def parts(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = _campaign(request, slug)
    return _page(request, campaign, PartForm(session=session_of(request)))


@require_POST
@login_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = _campaign(request, slug, least=Member.Role.MANAGER)
    form = PartForm(request.POST, request.FILES, session=session_of(request))
    named = _name(request, campaign, form) if form.is_valid() else None
    if named is None:
        form.keep_files()
        return _page(request, campaign, form)
    form.forget_files()
    tell_notices(request, named.notices)
    messages.success(
        request,
        phrase_of(task_of(campaign), "part is named", part=named.name, count=named.sentences),
    )
    return redirect("parts", slug=slug)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    campaign = _campaign(request, slug, least=Member.Role.MANAGER)
    try:
        remove_part(campaign=campaign, name=name, by=lead_of(request))
    except Refused as refusal:
        messages.error(request, said(refusal.text))
    else:
        messages.success(request, _("%s is removed.") % name)
    return redirect("parts", slug=slug)


def _campaign(
    request: HttpRequest, slug: str, *, least: Member.Role = Member.Role.VIEWER
) -> Campaign:
    """404 where no parts can be named."""
    campaign = campaign_for(request.user, slug=slug, least=least)
    if not task_of(campaign).scoring.of_parts:
        raise Http404
    return campaign


def _page(request: HttpRequest, campaign: Campaign, form: PartForm) -> HttpResponse:
    found = named_parts(campaign)
    context = {
        **workspace(request, campaign, stage="sources"),
        "form": form,
        "parts": [(name, len(found[name])) for name in found],
    }
    return render(request, "sources/parts.html", context)


def _name(request: HttpRequest, campaign: Campaign, form: PartForm) -> NamedPart | None:
    try:
        with form.opened_files() as files:
            return name_part(
                campaign=campaign,
                name=form.cleaned_data["name"],
                sentences=files["sentences"],
                by=lead_of(request),
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None
