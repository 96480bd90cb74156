"""The front door and a campaign's overview: pages that look into every app."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from annotation_site.accounts.services import accounts_exist
from annotation_site.selectors import overview_stages
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for, campaigns_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A lead's campaigns; to a stranger, what this place is."""
    campaigns: Any = []
    archived: Any = []
    if isinstance(request.user, User):
        campaigns = campaigns_of(request.user)
        archived = campaigns_of(request.user, archived=True)
    elif not accounts_exist():
        return redirect("first-run")
    return render(
        request, "annotation_site/home.html", {"campaigns": campaigns, "archived": archived}
    )


@require_safe
@login_required
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """A campaign's stages in the order data moves: what each holds, lacks and needs next."""
    campaign = campaign_for(request.user, slug=slug)
    return render(
        request,
        "annotation_site/overview.html",
        {**workspace(request, campaign, stage="overview"), "stages": overview_stages(campaign)},
    )
