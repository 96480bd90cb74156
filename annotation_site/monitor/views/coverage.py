"""How far a campaign has come: its subsets, its days, and what nobody could judge."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from annotation_site.monitor.forms import SubsetFilter, UnjudgedFilter
from annotation_site.monitor.selectors.coverage import (
    SUBSET_ORDERS,
    days,
    find_subsets,
    forecast,
    subset_coverage,
    totals,
    unjudged_candidates,
    values_given,
    with_counts,
)
from annotation_site.monitor.selectors.remarks import find_remarks
from annotation_site.monitor.views.rendering import monitor_page
from campaigns.models import Member
from campaigns.selectors import campaign_for, work_of
from campaigns.views.requests import go_to, tell_asked
from core.paging import page_of
from pooling.models import Candidate
from rating.services.flagging import JOB_KIND, request_check
from regild.figures.drawing import Look, Theme, columns
from regild.rating.coverage import heat_map, missing_sittings, spread


@require_safe
@login_required
def monitor(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, JOB_KIND)
    covered, least = subset_coverage(campaign), campaign.min_ratings
    heat = heat_map(covered, least=least)
    context = {
        "totals": totals(campaign),
        "short": sum(subset.complete < least for subset in covered),
        "subsets": len(covered),
        "missing": missing_sittings(covered, least=least),
        "heat": heat,
        "bucketed": bool(heat) and heat[0][0].first != heat[0][0].last,
        "spread": spread(covered),
        "time_left": forecast(campaign, covered, now=timezone.now()),
        "days": days(campaign)[::-1],
        "remarks": find_remarks(campaign, only="open").count(),
        **work._asdict(),
    }
    return monitor_page(request, campaign, "monitor", context)


@require_safe
@login_required
def days_figure(request: HttpRequest, slug: str) -> HttpResponse:
    found = days(campaign_for(request.user, slug=slug))
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    look = Look("svg", theme, "", gettext("ratings"))
    drawn = columns([day.day for day in found], [day.ratings for day in found], look)
    return HttpResponse(drawn, content_type="image/svg+xml")


@require_POST
@login_required
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at everybody's work again, and apply the rules that are switched on."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    tell_asked(request, request_check(campaign))
    return go_to(request, "monitor", slug)


@require_safe
@login_required
def check_status(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page asks again and again while the check is under way."""
    campaign = campaign_for(request.user, slug=slug)
    return monitor_page(request, campaign, "_check", work_of(campaign, JOB_KIND)._asdict())


@require_safe
@login_required
def subsets(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = SubsetFilter(request.GET)
    asked = form.asked()
    order = SUBSET_ORDERS[asked.pop("order") or "number"]
    page = page_of(find_subsets(campaign, **asked), request.GET, order=order)
    return monitor_page(request, campaign, "subsets", {"filter": form, "page": page})


@require_safe
@login_required
def subset(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sat at it, and what its candidates have."""
    campaign = campaign_for(request.user, slug=slug)
    found = get_object_or_404(campaign.subsets, number=number)
    candidates = with_counts(Candidate.objects.filter(placement__subset=found))
    context = {
        "subset": found,
        "sittings": found.assignments.select_related("annotator").order_by("-id"),
        "candidates": candidates.select_related("sentence").order_by("placement__position"),
    }
    return monitor_page(request, campaign, "subset", context)


@require_safe
@login_required
def unjudged(request: HttpRequest, slug: str) -> HttpResponse:
    """Candidates that annotators could not judge, and which may stay short because of it."""
    campaign = campaign_for(request.user, slug=slug)
    form = UnjudgedFilter(request.GET)
    rows = unjudged_candidates(campaign, **form.asked())
    page = page_of(rows, request.GET, order=["-unjudged", "id"])
    given = values_given(page.rows)
    for candidate in page.rows:
        candidate.given = given.get(candidate.id, 0)
    return monitor_page(request, campaign, "unjudged", {"filter": form, "page": page})
