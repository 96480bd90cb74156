"""What all pages about ratings are rendered with."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Campaign
from campaigns.pages.workspace import workspace

# Which entry of the pages' own navigation, by its address's name, each page belongs to; a
# fragment to none.
PARTS = {
    "monitor": "monitor",
    "subsets": "monitor-subsets",
    "subset": "monitor-subsets",
    "annotators": "annotators",
    "annotator": "annotators",
    "delete_tests": "annotators",
    "exclude": "annotators",
    "undo": "annotators",
    "imports": "imports",
    "take_back_import": "imports",
    "trials": "trials",
    "recruiting": "recruiting",
    "short": "monitor-short",
    "unjudged": "monitor-unjudged",
    "categories": "categories",
    "revision": "categories",
    "remarks": "remarks",
}


def monitor_page(
    request: HttpRequest, campaign: Campaign, name: str, context: dict[str, Any]
) -> HttpResponse:
    shared = workspace(request, campaign, stage="monitor") | {"part": PARTS.get(name)}
    return render(request, f"rating/monitor/{name}.html", {**shared, **context})
