"""Whether a release's gold holds for systems that no pool held."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from scoring.selectors.left_out import left_out_of


@require_safe
@login_required
def left_out(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    release = get_object_or_404(campaign.releases, number=number)
    found = left_out_of(release)
    keys = [one.tested.measure for one in found.measures]
    measure = request.GET.get("measure", keys[0] if keys else "")
    if keys and measure not in keys:
        raise Http404
    judged = found.judged_without()
    context = {
        **workspace(request, campaign, stage="scores"),
        "release": release,
        "found": found,
        "keys": keys,
        "measure": measure,
        "shown": next((one for one in found.measures if one.tested.measure == measure), None),
        "rows": [(one, judged.get(one.system)) for one in found.by(measure)],
        "ranks": found.ranks(measure),
    }
    return render(request, "scoring/left_out.html", context)
