"""The agreement of a campaign: its latest report, earlier ones, and everything as files."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from agreement.forms import WordListForm
from agreement.models import AGREEMENT, AgreementReport, WordList
from agreement.selectors.candidates import candidate_ids
from agreement.selectors.reports import (
    ROWS_ON_PAGE,
    earlier_reports,
    hardest_sentences,
    latest_report,
    names_in,
    report_figure,
    report_named,
    report_states,
    report_table,
    report_tables,
    trend_of,
)
from agreement.selectors.staleness import report_and_changes, report_changes
from agreement.selectors.word_list import word_list_of
from agreement.services import remove_word_list, request_report, store_word_list
from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of, session_of, tell_asked
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from campaigns.selectors.work import Work, work_of
from core.downloads import answer_table
from regild.figures.drawing import Theme
from regild.problems import BadFiles

EARLIER = 30

# A report never changes, but the language of a figure's words may.
_kept_a_while = cache_control(private=True, max_age=600)


@require_safe
@login_required
def dashboard(request: HttpRequest, slug: str, id: int | None = None) -> HttpResponse:
    """The latest report, or an earlier one that somebody quoted."""
    campaign = campaign_for(request.user, slug=slug)
    return _dashboard(request, campaign, id, WordListForm(session=session_of(request)))


@require_POST
@login_required
def store_words(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = WordListForm(request.POST, request.FILES, session=session_of(request))
    stored = _stored(request, campaign, form) if form.is_valid() else None
    if stored is None:
        return _dashboard(request, campaign, None, form)
    messages.success(
        request,
        ngettext(
            "Word list of %(n)s word saved. The next report will use it.",
            "Word list of %(n)s words saved. The next report will use it.",
            stored.n_words,
        )
        % {"n": stored.n_words},
    )
    return redirect("agreement", slug=slug)


@require_POST
@login_required
def remove_words(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    remove_word_list(campaign=campaign, by=lead_of(request))
    messages.success(request, _("Word list removed."))
    return redirect("agreement", slug=slug)


def _stored(request: HttpRequest, campaign: Campaign, form: WordListForm) -> WordList | None:
    try:
        with form.opened_files() as files:
            return store_word_list(campaign=campaign, words=files["words"], by=lead_of(request))
    except BadFiles as bad:
        form.bad_files = bad.files
    return None


def _dashboard(
    request: HttpRequest, campaign: Campaign, id: int | None, form: WordListForm
) -> HttpResponse:
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, AGREEMENT)
    report = latest_report(campaign) if id is None else report_named(campaign, id)
    context = _standing(request, campaign, work, report) | {
        "live": id is None,
        "keeps_words": id is None and task_of(campaign).pools_answers,
        "form": form,
        "words": word_list_of(campaign),
        "earlier": earlier_reports(campaign, most=EARLIER),
        "trend": trend_of(task_of(campaign)),
    }
    if report is not None:
        names = names_in(report)
        tables = report_tables(report, names)
        context |= {
            "names": names,
            "tables": tables,
            "sort": request.GET.get("sort", ""),
            "candidates": candidate_ids(campaign, tables.values(), ROWS_ON_PAGE),
            "hardest": hardest_sentences(report),
        }
    return render(request, "agreement/dashboard.html", context)


@require_safe
@login_required
def status(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page asks again and again; it is told to reload when a report is new to it."""
    campaign = campaign_for(request.user, slug=slug)
    work = work_of(campaign, AGREEMENT)  # first, as above
    report = report_states(campaign).first()
    if report is not None and request.GET.get("shown") != str(report.id):
        return HttpResponseClientRefresh()
    context = _standing(request, campaign, work, report)
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
    return JsonResponse(report_and_changes(_report(request, slug, id)))


@require_safe
@login_required
def table(request: HttpRequest, slug: str, id: int, name: str, form: str) -> HttpResponse:
    found = report_table(_report(request, slug, id), name)
    return answer_table(found, form=form, name=f"{slug}-{name}")


@require_safe
@login_required
@_kept_a_while
def figure(request: HttpRequest, slug: str, id: int, name: str, form: str) -> HttpResponse:
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    drawn = report_figure(_report(request, slug, id), name, form=form, theme=theme)
    if drawn is None:
        raise Http404
    return HttpResponse(drawn.data, content_type=drawn.content_type)


def _standing(
    request: HttpRequest, campaign: Campaign, work: Work, report: AgreementReport | None
) -> dict[str, Any]:
    """What the page and its fragment say of how things stand now."""
    return {
        **workspace(request, campaign, stage="agreement"),
        "report": report,
        "work": work,
        "changes": report_changes(report) if report else [],
    }


def _report(request: HttpRequest, slug: str, id: int) -> AgreementReport:
    return report_named(campaign_for(request.user, slug=slug), id)
