"""Campaigns whose scale has codes of its own."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.services.settings import Option, set_scale
from tests.factories import make_campaign

FIVE = (1, 2, 3, 4, 5)


def recode(campaign: Campaign, codes: Sequence[int], labels: Sequence[str] = ()) -> None:
    """Give it as many buttons as codes; each weighs its place."""
    lead, _new = User.objects.get_or_create(username="who writes scales")
    names = labels or [f"option {place}" for place, _code in enumerate(codes)]
    options = [
        Option(name, float(place), code)
        for place, (name, code) in enumerate(zip(names, codes, strict=True))
    ]
    set_scale(campaign=campaign, options=options, by=lead)


def coded_campaign(
    codes: Sequence[int] = FIVE, slug: str = "boats", **columns: Any
) -> Campaign:
    campaign = make_campaign(slug, **columns)
    recode(campaign, codes)
    return campaign
