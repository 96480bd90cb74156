"""Which candidates have too few ratings, wherever they are: as a list, and as a file."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from annotation_site.monitor.forms import ShortFilter
from annotation_site.monitor.selectors.short import (
    COLUMNS,
    ORDERS,
    short_candidates,
    short_rows,
)
from annotation_site.monitor.views.rendering import monitor_page
from campaigns.models import Campaign
from campaigns.selectors import campaign_for
from core.paging import page_of
from regild.formats.rows import row_lines


@require_safe
@login_required
def short(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = ShortFilter(request.GET, wanted=campaign.min_ratings)
    order, asked = _asked(form)
    page = page_of(short_candidates(campaign, **asked), request.GET, order=ORDERS[order])
    return monitor_page(request, campaign, "short", {"filter": form, "page": page})


@require_safe
@login_required
def short_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """As the list is filtered and in its order, but all of it."""
    campaign = campaign_for(request.user, slug=slug)
    order, asked = _asked(ShortFilter(request.GET, wanted=campaign.min_ratings))
    return short_answer(campaign, order=order, **asked)


def short_answer(campaign: Campaign, *, order: str, **asked: Any) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        row_lines(COLUMNS, short_rows(campaign, order=order, **asked)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{campaign.slug}-short.csv"'},
    )


def _asked(form: ShortFilter) -> tuple[str, dict[str, Any]]:
    """The order, and what is filtered by. No rating at all is a number, not nothing."""
    asked = {name: None if told == "" else told for name, told in form.asked().items()}
    order = asked.pop("order") or "sentence"
    return order, {name: told for name, told in asked.items() if told is not None}
