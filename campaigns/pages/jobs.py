"""How far a campaign's slow work is."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from campaigns.pages.requests import lead_of
from campaigns.selectors.creations import creations_of
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.work import work_around


@require_safe
@login_required
def job(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    """What a page asks again and again; once the work has ended the page is told to reload."""
    creation = creations_of(lead_of(request), slug=slug).filter(id=id).first()
    found = creation or get_object_or_404(campaign_for(request.user, slug=slug).jobs, id=id)
    work = work_around(found)
    if work.job != found or not work.under_way:
        return HttpResponseClientRefresh()
    return render(request, "campaigns/_job.html", {"campaign": {"slug": slug}, "work": work})
