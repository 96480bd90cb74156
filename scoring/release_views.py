"""Two releases of a campaign side by side, on a page and as a file."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.models import Campaign
from campaigns.selectors import campaign_for
from regild.formats.rows import row_lines
from regild.scoring.measures import KEYS
from regild.scoring.release_comparison import (
    compare_rankings,
    compare_weights,
    policy_differences,
)
from regild.scoring.two_golds import TABLE_2
from scoring.models import Release
from scoring.selectors.comparing import COLUMNS, all_rows, comparison_of, most_changed
from scoring.selectors.scores import rankings_of
from scoring.templatetags.compare_pages import CHOICES, COUNTS


@require_safe
@login_required
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """The two asked for; else the newest with the one before it."""
    campaign = campaign_for(request.user, slug=slug)
    first, second = _asked(request, campaign)
    measure = request.GET.get("measure", TABLE_2)
    context: dict[str, Any] = {
        "campaign": campaign,
        "stage": "gold",
        "releases": campaign.releases.defer("policy", "comparison"),
        "first": first,
        "second": second,
        "measure": measure if measure in KEYS else TABLE_2,
        "measures": KEYS,
    }
    if first and second and first != second:
        context |= _compared(first, second, context["measure"])
    return render(request, "scoring/compare.html", context)


@require_safe
@login_required
def compare_file(
    request: HttpRequest, slug: str, first: int, second: int
) -> StreamingHttpResponse:
    return comparison_file(campaign_for(request.user, slug=slug), first, second)


def comparison_file(campaign: Campaign, first: int, second: int) -> StreamingHttpResponse:
    """Every candidate of either release."""
    rows = all_rows(_release(campaign, first), _release(campaign, second))
    name = f"{campaign.slug}-gold-{first}-{second}.csv"
    return StreamingHttpResponse(
        row_lines(COLUMNS, rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _compared(first: Release, second: Release, measure: str) -> dict[str, Any]:
    found = comparison_of(first, second)
    rankings = [rankings_of(release, [measure]).get(measure) for release in (first, second)]
    ranked = None
    if rankings[0] and rankings[1]:
        ranked = compare_rankings(rankings[0], rankings[1])
    return {
        # In the order of reading: PostgreSQL keeps none of what is in a JSON column.
        "policies": sorted(
            policy_differences(first.policy, second.policy),
            key=lambda choice: (*CHOICES, choice.key).index(choice.key),
        ),
        "counts": [
            (name, one, other, other - one)
            for name in COUNTS
            for one, other in [(first.counts[name], second.counts[name])]
        ],
        "weights": compare_weights(found.pairs),
        "only_first": found.only_first,
        "only_second": found.only_second,
        "changes": most_changed(found),
        "ranked": ranked,
        "unscored": [
            release
            for release, found in zip((first, second), rankings, strict=True)
            if found is None
        ],
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
