"""The audit log of a campaign, newest first, for those who may change the campaign."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.models import Member
from campaigns.pages.audit_details import annotators_in, detail_words
from campaigns.pages.workspace import workspace
from campaigns.selectors.audit import audit_entries, audit_facets
from campaigns.selectors.named import names_of
from campaigns.selectors.permission import campaign_for
from core.paging import page_of


@require_safe
@login_required
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(
        request.user, slug=slug, least=Member.Role.MANAGER, also_archived=True
    )
    actor, action = request.GET.get("actor", ""), request.GET.get("action", "")
    entries = audit_entries(campaign, actor=actor, action=action)
    actors, actions = audit_facets(campaign)
    page = page_of(entries, request.GET, order=["-id"])
    names = names_of(campaign, annotators_in(entry.detail for entry in page.rows))
    context = {
        **workspace(request, campaign, stage="people"),
        "page": page,
        "rows": [(entry, detail_words(entry.detail, names)) for entry in page.rows],
        "actor": actor,
        "action": action,
        "actors": actors,
        "actions": actions,
    }
    return render(request, "campaigns/audit.html", context)
