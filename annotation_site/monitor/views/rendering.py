"""What all pages about ratings are rendered with."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Campaign, Member
from campaigns.selectors import may
from campaigns.views.requests import lead_of

# Which entry of the pages' own navigation each page belongs to; a fragment to none.
PARTS = {
    "monitor": "coverage",
    "subsets": "subsets",
    "subset": "subsets",
    "annotators": "annotators",
    "annotator": "annotators",
    "exclude": "annotators",
    "undo": "annotators",
    "short": "short",
    "unjudged": "unjudged",
    "remarks": "remarks",
    "sentence": "remarks",
}


def monitor_page(
    request: HttpRequest, campaign: Campaign, name: str, context: dict[str, Any]
) -> HttpResponse:
    """Who may only look is shown no buttons; the addresses behind them refuse as well."""
    shared = {
        "campaign": campaign,
        "stage": "monitor",
        "part": PARTS.get(name),
        "may_change": may(lead_of(request), campaign, Member.Role.MANAGER),
    }
    return render(request, f"annotation_site/monitor/{name}.html", {**shared, **context})
