"""Why a system gained or lost: its sentences, those first where the golds differ most."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import asked_group
from scoring.selectors.scores import first_measure, measures_of
from scoring.selectors.system_scores import system_on_release, with_sentences
from sources.selectors import systems_in_play

SENTENCES_ON_PAGE = 20


@require_safe
@login_required
def system(request: HttpRequest, slug: str, number: int, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    release = get_object_or_404(campaign.releases, number=number)
    measured = get_object_or_404(systems_in_play(campaign), id=id)
    measure = request.GET.get("measure", first_measure(release))
    if measure not in measures_of(release):
        raise Http404
    group = asked_group(campaign, request.GET)
    found = system_on_release(release, measured, measure=measure, group=group)
    page = Paginator(found.changes, SENTENCES_ON_PAGE).get_page(request.GET.get("page"))
    context = {
        **found._asdict(),
        **workspace(request, campaign, stage="scores"),
        "page": page,
        "changes": with_sentences(release, page.object_list),
    }
    return render(request, "scoring/system.html", context)
