"""Two releases of a campaign side by side, on a page and as a file."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.models import Campaign
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from core.downloads import answer_rows
from scoring.models import Release
from scoring.selectors.comparing import comparison_file
from scoring.selectors.releases_compared import compare_releases
from scoring.selectors.scores import first_measure, measures_of
from scoring.templatetags.compare_pages import CHOICES, COUNTS


@require_safe
@login_required
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """The two asked for; else the newest with the one before it."""
    campaign = campaign_for(request.user, slug=slug)
    first, second = _asked(request, campaign)
    measures = measures_of(second) if second else ()
    measure = request.GET.get("measure")
    if second and measure not in measures:
        measure = first_measure(second)
    context: dict[str, Any] = {
        **workspace(request, campaign, stage="gold"),
        "releases": campaign.releases.defer("policy", "comparison"),
        "first": first,
        "second": second,
        "measure": measure,
        "measures": measures,
    }
    if first and second and first != second:
        context |= _compared(first, second, context["measure"])
    return render(request, "scoring/compare.html", context)


@require_safe
@login_required
def compare_file(
    request: HttpRequest, slug: str, first: int, second: int
) -> StreamingHttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    return answer_rows(comparison_file(_release(campaign, first), _release(campaign, second)))


def _compared(first: Release, second: Release, measure: str) -> dict[str, Any]:
    found = compare_releases(first, second, measure=measure)
    return {
        **found._asdict(),
        # In the order of reading: PostgreSQL keeps none of what is in a JSON column.
        "policies": sorted(
            found.policies, key=lambda choice: (*CHOICES, choice.key).index(choice.key)
        ),
        "counts": [
            (name, one, other, other - one)
            for name in COUNTS
            if name in first.counts and name in second.counts
            for one, other in [(first.counts[name], second.counts[name])]
        ],
        "ranked": found.rankings,
    }


def _asked(request: HttpRequest, campaign: Campaign) -> list[Release | None]:
    """None where there are too few to choose from."""
    newest = [*campaign.releases.values_list("number", flat=True)[:2], None, None]
    found = []
    for name, usual in (("a", newest[1]), ("b", newest[0])):
        asked = request.GET.get(name) or usual
        if isinstance(asked, str) and not (asked.isdecimal() and len(asked) < 10):
            raise Http404
        found.append(None if asked is None else _release(campaign, int(asked)))
    return found


def _release(campaign: Campaign, number: int) -> Release:
    return get_object_or_404(campaign.releases, number=number)
