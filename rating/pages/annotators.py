"""Who rates: all of them, and each with their sittings and what the checks found."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.selectors.permission import campaign_for
from campaigns.selectors.work import work_of
from core.paging import page_of
from rating.forms.monitor import AnnotatorFilter
from rating.pages.rendering import monitor_page
from rating.selectors.annotators import (
    ORDERS,
    annotator_at_work,
    find_annotators,
    findings_kept,
)
from rating.selectors.coverage import totals
from rating.selectors.crowd import attach_checks, crowd_of
from rating.services.flagging import CHECK


@require_safe
@login_required
def annotators(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = AnnotatorFilter(request.GET)
    asked = form.asked()
    order = asked.pop("order") or "worst"
    page = page_of(find_annotators(campaign, **asked), request.GET, order=ORDERS[order])
    for annotator in page.rows:
        annotator.findings = findings_kept(annotator.flags)
    attach_checks(page.rows)
    context = {
        "filter": form,
        "page": page,
        "order": order,
        "crowd": crowd_of(campaign),
        "work": work_of(campaign, CHECK),
        "flagged": totals(campaign).flagged,
    }
    return monitor_page(request, campaign, "annotators", context)


@require_safe
@login_required
def annotator(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    found = annotator_at_work(campaign, id)
    return monitor_page(request, campaign, "annotator", {"annotator": found})
