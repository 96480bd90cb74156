"""How full the quotas are, and how many were turned away."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaigns.selectors.permission import campaign_for
from rating.pages.rendering import monitor_page
from rating.selectors.recruiting import recruiting_of


@require_safe
@login_required
def recruiting(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    found = recruiting_of(campaign, now=timezone.now())
    return monitor_page(request, campaign, "recruiting", {"recruiting": found})
