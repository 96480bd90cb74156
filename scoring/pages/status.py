"""What a page asks while a job is under way."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from campaigns.models import JobKind
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.work import work_of
from scoring.selectors.releases import RELEASE, RESCORE


@require_safe
@login_required
def release_status(request: HttpRequest, slug: str) -> HttpResponse:
    return _status(request, slug, RELEASE)


@require_safe
@login_required
def rescore_status(request: HttpRequest, slug: str) -> HttpResponse:
    return _status(request, slug, RESCORE)


def _status(request: HttpRequest, slug: str, kind: JobKind) -> HttpResponse:
    """The page is told to reload when the job it shows ends, whether or not the next begins."""
    campaign = campaign_for(request.user, slug=slug)
    work = work_of(campaign, kind)
    if work.job is None or work.job.finished_at or request.GET.get("shown") != str(work.job.pk):
        return HttpResponseClientRefresh()
    return render(request, "scoring/_status.html", {"campaign": campaign, "work": work})
