"""How far annotators agree on what they proposed, as page and files."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from core.downloads import answer_table
from proposing.pages.rendering import proposing_campaign, report_context, stage_page
from proposing.selectors.reports import report_json, report_of, report_tables


@require_safe
@login_required
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug)
    report, context = report_context(campaign)
    if report is not None:
        context |= {
            "tables": list(report_tables(report).values()),
            "multiwords": list(report.lists["multiwords"].items()),
        }
    return stage_page(request, campaign, "agreement", context)


@require_safe
@login_required
def table(request: HttpRequest, slug: str, name: str, form: str) -> HttpResponse:
    report = report_of(proposing_campaign(request, slug))
    if report is None:
        raise Http404
    return answer_table(report_tables(report).get(name), form=form, name=f"{slug}-{name}")


@require_safe
@login_required
def report_file(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug)
    report = report_of(campaign)
    if report is None:
        raise Http404
    return JsonResponse(report_json(report, campaign))
