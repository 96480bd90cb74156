"""Put a campaign away, and bring it back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.models import Member
from campaigns.pages.requests import lead_of
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.services.archiving import archive_campaign, bring_back_campaign
from core.refusals import Refused, said


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Says first what it does; of an archived campaign, brings it back."""
    owner = Member.Role.OWNER
    campaign = campaign_for(request.user, slug=slug, least=owner, also_archived=True)
    if request.method != "POST":
        context = workspace(request, campaign, stage="settings")
        return render(request, "campaigns/archive.html", context)
    if request.POST.get("bring_back"):
        bring_back_campaign(campaign=campaign, by=lead_of(request))
        messages.success(request, _("%s is restored.") % campaign.title)
        return redirect("overview", slug)
    try:
        archive_campaign(campaign=campaign, by=lead_of(request))
    except Refused as refusal:
        messages.error(request, said(refusal.text))
        return redirect("archive-campaign", slug)
    messages.success(request, _("%s is archived.") % campaign.title)
    return redirect("home")
