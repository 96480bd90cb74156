"""Bring in ratings collected elsewhere, see what was brought in, and take an import back."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import NOTICES_TOLD, go_to, lead_of, session_of, tell_notices
from campaigns.selectors.permission import campaign_for
from core.paging import page_of
from core.refusals import Refused, said
from rating.forms.imports import ImportForm
from rating.pages.rendering import monitor_page
from rating.selectors.imports import IMPORT_ORDER, counting_of, find_imports, import_named
from rating.services.importing import ImportReport, import_ratings, preview_import
from rating.services.taking_back_imports import take_back_import
from regild.problems import BadFiles, Source


@require_safe
@login_required
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    return _page(request, campaign, ImportForm(campaign=campaign, session=session_of(request)))


@require_POST
@login_required
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What an import would do; the file is kept for it."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = _sent(request, campaign)
    report = _done(form, lambda ratings: preview_import(campaign=campaign, ratings=ratings))
    form.keep_files()
    return _shown(request, campaign, form, report)


@require_POST
@login_required
def bring_in(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form, lead = _sent(request, campaign), lead_of(request)
    report = _done(
        form, lambda ratings: import_ratings(campaign=campaign, ratings=ratings, by=lead)
    )
    if report is None:
        form.keep_files()
        return _shown(request, campaign, form, None)
    form.forget_files()
    tell_notices(request, report.notices)
    told = _(
        "Imported. Ratings added: %(added)s, changed: %(changed)s, unchanged: "
        "%(unchanged)s; annotators: %(annotators)s."
    )
    messages.success(request, told % report._asdict())
    return go_to(request, "imports", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Asks first: what counts changes."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    stored = import_named(campaign, number)
    if request.method != "POST":
        context = {"import": stored, "counting": counting_of(stored)}
        return monitor_page(request, campaign, "take_back_import", context)
    try:
        taken = take_back_import(campaign=campaign, number=number, by=lead_of(request))
    except Refused as refusal:
        messages.error(request, said(refusal.text))
    else:
        told = _("Import %(number)s is revoked. Ratings that no longer count: %(ratings)s.")
        messages.success(request, told % taken._asdict())
    return redirect("imports", slug)


def _sent(request: HttpRequest, campaign: Campaign) -> ImportForm:
    return ImportForm(
        request.POST, request.FILES, campaign=campaign, session=session_of(request)
    )


def _done(form: ImportForm, do: Callable[[Source], ImportReport]) -> ImportReport | None:
    """None where something is wrong, which the form then says."""
    if not form.is_valid():
        return None
    try:
        with form.opened_files() as files:
            return do(files["ratings"])
    except BadFiles as bad:
        form.bad_files = bad.files
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None


def _shown(
    request: HttpRequest, campaign: Campaign, form: ImportForm, report: ImportReport | None
) -> HttpResponse:
    if "HX-Request" not in request.headers:
        return _page(request, campaign, form, report)
    context = {"campaign": campaign, "form": form, **_preview(report)}
    return render(request, "rating/monitor/_import.html", context)


def _page(
    request: HttpRequest,
    campaign: Campaign,
    form: ImportForm,
    report: ImportReport | None = None,
) -> HttpResponse:
    page = page_of(find_imports(campaign), request.GET, order=IMPORT_ORDER)
    context = {"form": form, "page": page, **_preview(report)}
    return monitor_page(request, campaign, "imports", context)


def _preview(report: ImportReport | None) -> dict[str, object]:
    if report is None:
        return {"preview": None}
    return {
        "preview": report,
        "told": report.notices[:NOTICES_TOLD],
        "untold": max(len(report.notices) - NOTICES_TOLD, 0),
    }
