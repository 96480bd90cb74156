"""What every page of a campaign's workspace is rendered with."""

from typing import Any

from django.http import HttpRequest

from campaigns.models import Campaign
from campaigns.pages.requests import lead_of
from campaigns.selectors.permission import rights_of


def workspace(request: HttpRequest, campaign: Campaign, *, stage: str) -> dict[str, Any]:
    """`stage` is the page's entry in the navigation. Who may only look is shown no buttons
    (`may.change`, `may.own`); the addresses behind them refuse as well."""
    return {
        "campaign": campaign,
        "stage": stage,
        "may": rights_of(lead_of(request), campaign),
    }
