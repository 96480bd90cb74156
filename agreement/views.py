"""The agreement of a campaign: its latest report, earlier ones, and everything as files."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from agreement.api import answer_table
from agreement.models import JOB_KIND, AgreementReport
from agreement.selectors import (
    annotator_names,
    hardest_sentences,
    is_out_of_date,
    report_facts,
    report_states,
)
from agreement.services import request_report
from campaigns.models import Member
from campaigns.selectors import campaign_for, work_of
from campaigns.views.requests import tell_asked
from regild.agreement.tables import tables
from regild.figures.agreement import FIGURES, draw
from regild.figures.drawing import FORMATS
from regild.tables.printing import Table

EARLIER = 10

# A report never changes, but the language of a figure's words may.
_kept_a_while = cache_control(private=True, max_age=600)


@require_safe
@login_required
def dashboard(request: HttpRequest, slug: str, id: int | None = None) -> HttpResponse:
    """The latest report, or an earlier one that somebody quoted."""
    campaign = campaign_for(request.user, slug=slug)
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, JOB_KIND)
    reports = campaign.agreement_reports.defer("by_sentence")
    report = reports.first() if id is None else get_object_or_404(reports, id=id)
    context = {
        "campaign": campaign,
        "stage": "agreement",
        "report": report,
        "live": id is None,
        **work._asdict(),
        "may_measure": _may_measure(request, slug),
        "out_of_date": report is not None and is_out_of_date(report),
        "earlier": report_states(campaign)[:EARLIER],
    }
    if report is not None:
        context |= {
            "tables": _tables(report, sentences=False),
            "hardest": hardest_sentences(report),
        }
    return render(request, "agreement/dashboard.html", context)


@require_safe
@login_required
def status(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page asks again and again; it is told to reload when a report is new to it."""
    campaign = campaign_for(request.user, slug=slug)
    work = work_of(campaign, JOB_KIND)  # first, as above
    report = report_states(campaign).first()
    if report is not None and request.GET.get("shown") != str(report.id):
        return HttpResponseClientRefresh()
    context = {
        "campaign": campaign,
        "report": report,
        **work._asdict(),
        "may_measure": _may_measure(request, slug),
        "out_of_date": report is not None and is_out_of_date(report),
    }
    return render(request, "agreement/_status.html", context)


@require_POST
@login_required
def measure(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    tell_asked(request, request_report(campaign))
    return redirect("agreement", slug=slug)


@require_safe
@login_required
def report_json(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    return JsonResponse(report_facts(_report(request, slug, id)))


@require_safe
@login_required
def table(request: HttpRequest, slug: str, id: int, name: str, form: str) -> HttpResponse:
    report = _report(request, slug, id)
    found = _tables(report, sentences=name == "by_sentence").get(name)
    return answer_table(found, form=form, name=f"{slug}-{name}")


@require_safe
@login_required
@_kept_a_while
def figure(request: HttpRequest, slug: str, id: int, name: str, form: str) -> HttpResponse:
    report = report_facts(_report(request, slug, id), sentences=False)
    if name not in FIGURES or form not in FORMATS:
        raise Http404
    drawn = draw(
        name,
        report,
        format=form,
        theme="dark" if request.GET.get("theme") == "dark" else "light",
        _=gettext,
    )
    return HttpResponse(drawn, content_type=FORMATS[form])


def _may_measure(request: HttpRequest, slug: str) -> bool:
    try:
        campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    except Http404:
        return False
    return True


def _report(request: HttpRequest, slug: str, id: int) -> AgreementReport:
    campaign = campaign_for(request.user, slug=slug)
    return get_object_or_404(campaign.agreement_reports.defer("by_sentence"), id=id)


def _tables(report: AgreementReport, *, sentences: bool) -> dict[str, Table]:
    facts = report_facts(report, sentences=sentences)
    return tables(facts, annotators=annotator_names(report.campaign))
