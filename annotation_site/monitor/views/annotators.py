"""Who rates: all of them, and each with their sittings and what the checks found."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from annotation_site.monitor.forms import AnnotatorFilter
from annotation_site.monitor.selectors.annotators import (
    ORDERS,
    annotators_with_work,
    exclusions_of,
    find_annotators,
    findings_kept,
    sittings_of,
)
from annotation_site.monitor.views.rendering import monitor_page
from campaigns.selectors import campaign_for
from core.paging import page_of
from rating.services.checks import annotator_findings, quality_findings


@require_safe
@login_required
def annotators(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = AnnotatorFilter(request.GET)
    asked = form.asked()
    order = ORDERS[asked.pop("order") or "newest"]
    page = page_of(find_annotators(campaign, **asked), request.GET, order=order)
    for annotator in page.rows:
        annotator.findings = findings_kept(annotator.flags)
    return monitor_page(request, campaign, "annotators", {"filter": form, "page": page})


@require_safe
@login_required
def annotator(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    """With findings as of now, not as they were kept."""
    campaign = campaign_for(request.user, slug=slug)
    found = get_object_or_404(annotators_with_work(campaign), id=id)
    sittings = list(sittings_of(found))
    by_sitting = quality_findings(found)
    for sitting in sittings:
        sitting.findings = by_sitting.get(sitting.id, [])
    context = {
        "annotator": found,
        "findings": annotator_findings(found).get(found.id, []),
        "sittings": sittings,
        "exclusions": exclusions_of(found),
    }
    return monitor_page(request, campaign, "annotator", context)
