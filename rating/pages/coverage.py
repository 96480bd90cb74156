"""How far a campaign has come: its subsets, its days, and what nobody could judge."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from campaigns.models import Campaign, Member
from campaigns.pages.requests import go_to, tell_asked
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from campaigns.selectors.work import work_of
from core.downloads import answer_table
from core.paging import page_of
from rating.forms.monitor import SubsetFilter, UnjudgedFilter
from rating.pages.rendering import monitor_page
from rating.selectors.coverage import (
    SUBSET_ORDERS,
    UNJUDGED_ORDER,
    days,
    find_subsets,
    subset_work,
    tell_values_given,
    totals,
    unjudged_candidates,
)
from rating.selectors.ledger import campaign_ledger, campaign_ledger_table
from rating.selectors.progress import RatingProgress, progress_of
from rating.services.flagging import CHECK, request_check
from regild.figures.drawing import Look, Theme, columns
from regild.rating.coverage import heat_map, lagging
from regild.rating.time_left import NOBODY

# So many subsets stand beside the map.
LAGGING = 10


@require_safe
@login_required
def monitor(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, CHECK)
    now = timezone.now()
    progress = progress_of(campaign, now=now)
    heat = heat_map(progress.by_subset)
    context = {
        "progress": progress,
        "heat": heat,
        "bucketed": bool(heat) and heat[0][0].first != heat[0][0].last,
        "work": work,
        "where": campaign_ledger(campaign, now=now),
        "flagged": progress.totals.flagged,
        "lagging": lagging(progress.by_subset, most=LAGGING),
        "next": _next_step(campaign, progress),
        "own_numbers": any(one.wanted != campaign.min_ratings for one in progress.by_subset),
    }
    return monitor_page(request, campaign, "monitor", context)


def _next_step(campaign: Campaign, progress: RatingProgress) -> str:
    """What a lead can do now, the most urgent; empty where there is nothing to do but wait."""
    if not progress.subsets:
        return "dispatch"
    if progress.open_remarks:
        return "remarks"
    if progress.totals.flagged:
        return "flagged"
    if not progress.short:
        return "agreement"
    if campaign.state == Campaign.State.DRAFT:
        return "open"
    return "share" if progress.forecast.reason == NOBODY else ""


@require_safe
@login_required
def days_figure(request: HttpRequest, slug: str) -> HttpResponse:
    found = days(campaign_for(request.user, slug=slug))
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    look = Look("svg", theme, "", gettext("ratings"))
    drawn = columns([day.day for day in found], [day.ratings for day in found], look)
    return HttpResponse(drawn, content_type="image/svg+xml")


@require_safe
@login_required
def ledger(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Where the ratings went, as a file."""
    campaign = campaign_for(request.user, slug=slug)
    table = campaign_ledger_table(campaign, now=timezone.now())
    return answer_table(table, form=form, name=f"{slug}-ledger")


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
    """What the page asks again and again while the check is under way. Then it reloads: its
    other numbers are those from before the check."""
    campaign = campaign_for(request.user, slug=slug)
    # First: what it stored is there for whatever is read after it.
    work = work_of(campaign, CHECK)
    if "HX-Request" in request.headers and not work.under_way:
        return HttpResponseClientRefresh()
    context = {"work": work, "flagged": totals(campaign).flagged}
    return monitor_page(request, campaign, "_check", context)


@require_safe
@login_required
def subsets(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = SubsetFilter(request.GET)
    asked = form.asked()
    order = SUBSET_ORDERS[asked.pop("order") or "number"]
    page = page_of(find_subsets(campaign, **asked), request.GET, order=order)
    own_numbers = any(row.seats for row in page.rows)
    context = {"filter": form, "page": page, "own_numbers": own_numbers}
    return monitor_page(request, campaign, "subsets", context)


@require_safe
@login_required
def subset(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sat at it, and what its candidates have."""
    campaign = campaign_for(request.user, slug=slug)
    work = subset_work(campaign, number)
    return monitor_page(request, campaign, "subset", {"subset": work})


@require_safe
@login_required
def unjudged(request: HttpRequest, slug: str) -> HttpResponse:
    """Candidates that annotators could not judge, and which may stay short because of it."""
    campaign = campaign_for(request.user, slug=slug)
    form = UnjudgedFilter(request.GET, task=task_of(campaign))
    rows = unjudged_candidates(campaign, **form.asked())
    page = page_of(rows, request.GET, order=UNJUDGED_ORDER)
    tell_values_given(page.rows, campaign)
    return monitor_page(request, campaign, "unjudged", {"filter": form, "page": page})
