"""What the first page says: to a lead their campaigns, to anybody whom it asks to take part and
which golds are published."""

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from core.remembering import remembered
from core.templatetags.numbers import percent_done
from rating.services.stages import visits

# Of more a visitor would read none.
MOST_LISTED = 12
# So long a campaign that has filled up may still be listed: its own page says that it is full.
SEATS_SECONDS = 60


class CampaignCard(NamedTuple):
    """`percent` is of the ratings or proposals that are wanted; None where none are."""

    campaign: Campaign
    percent: int | None


class Asking(NamedTuple):
    """An open campaign that asks anybody for help."""

    title: str
    language: str
    organiser: str
    proposing: bool
    minutes: int
    link: str


def campaign_cards(campaigns: Iterable[Campaign]) -> list[CampaignCard]:
    return [
        CampaignCard(campaign, percent_done(visits(campaign).campaign_share(campaign)))
        for campaign in campaigns
    ]


def asking_campaigns() -> list[Asking]:
    """Those that ask on the first page and have a seat left, the newest first."""
    asking = Campaign.objects.filter(
        listed=True, state=Campaign.State.OPEN, archived_at__isnull=True
    ).exclude(slug__startswith=RETIRED)
    return [
        Asking(
            campaign.title,
            campaign.language,
            campaign.organiser,
            campaign.stage == Campaign.Stage.PROPOSE,
            visits(campaign).minutes(campaign),
            reverse("rate-welcome", args=[campaign.slug]),
        )
        for campaign in asking.order_by("-id")[:MOST_LISTED]
        if _has_seat(campaign)
    ]


def _has_seat(campaign: Campaign) -> bool:
    """As it was up to a minute ago: the first page is anybody's, and a large campaign has
    thousands of subsets to look at."""
    key = f"front:seat:{campaign.pk}:{campaign.stage}"
    return remembered(key, lambda: _look(campaign), seconds=SEATS_SECONDS)


def _look(campaign: Campaign) -> bool:
    return not visits(campaign).nothing_left(campaign, network="", now=timezone.now())
