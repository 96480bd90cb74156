"""Which candidates have too few ratings, wherever they are: as a list, and as a file."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from campaigns.models import Campaign
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from core.downloads import answer_rows
from core.paging import page_of
from pooling.selectors.seats import most_wanted
from rating.forms.monitor import ShortFilter
from rating.pages.rendering import monitor_page
from rating.selectors.short import ORDERS, short_candidates
from rating.selectors.short import short_file as rows_of


@require_safe
@login_required
def short(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = _filter(request, campaign)
    order, asked = _asked(form, campaign)
    page = page_of(short_candidates(campaign, **asked), request.GET, order=ORDERS[order])
    own_numbers = any(row.wanted != campaign.min_ratings for row in page.rows)
    context = {"filter": form, "page": page, "own_numbers": own_numbers}
    return monitor_page(request, campaign, "short", context)


@require_safe
@login_required
def short_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """As the list is filtered and in its order, but all of it."""
    campaign = campaign_for(request.user, slug=slug)
    order, asked = _asked(_filter(request, campaign), campaign)
    return answer_rows(rows_of(campaign, order=order, **asked))


def _filter(request: HttpRequest, campaign: Campaign) -> ShortFilter:
    return ShortFilter(request.GET, task=task_of(campaign), wanted=most_wanted(campaign))


def _asked(form: ShortFilter, campaign: Campaign) -> tuple[str, dict[str, Any]]:
    """The order, and what is filtered by. No rating at all is a number, not nothing."""
    asked = {name: None if told == "" else told for name, told in form.asked().items()}
    asked["group"] = asked.pop(task_of(campaign).group_filter)
    order = asked.pop("order") or "sentence"
    return order, {name: told for name, told in asked.items() if told is not None}
