"""Tell webhooks how far a campaign has come."""

from collections.abc import Collection

from django.utils import timezone

from campaigns.models import Campaign, Webhook
from campaigns.services.webhooks import announce, listened_to
from pooling.selectors.anchors import WaitingBlock, waiting_blocks
from rating.selectors.coverage import coverage

# Percent of the subsets of which every candidate has the ratings that are wanted.
LEVELS = (25, 50, 75, 100)


def announce_coverage() -> None:
    """The highest level a campaign has reached, once, to each webhook that listens."""
    for campaign in listened_to(Webhook.Event.COVERAGE):
        _announce(campaign)


def announce_rounds() -> None:
    """Each round of which every candidate has its ratings, once, to every such webhook."""
    for campaign in listened_to(Webhook.Event.ROUND_RATED):
        for drawn in campaign.rating_rounds.filter(taken_back_at=None).select_related("system"):
            subsets, enough = coverage(campaign, campaign.subsets.filter(round=drawn))
            if subsets == enough:
                announce(
                    campaign,
                    Webhook.Event.ROUND_RATED,
                    key=f"rating round:{drawn.number}",
                    round=drawn.number,
                    system=drawn.system.name if drawn.system else None,
                    candidates=drawn.candidates,
                )


def announce_waiting(campaign: Campaign, *, before: Collection[WaitingBlock]) -> None:
    """Blocks that wait for an anchor now and did not `before`."""
    waiting = waiting_blocks(campaign)
    earlier = {(block.number, block.item) for block in before}
    fresh = [block for block in waiting if (block.number, block.item) not in earlier]
    if fresh:
        announce(
            campaign,
            Webhook.Event.BLOCKS_WAIT,
            key=f"blocks wait:{timezone.now().isoformat()}",
            blocks=[block.facts() for block in fresh],
            waiting=len(waiting),
        )


def _announce(campaign: Campaign) -> None:
    subsets, enough = coverage(campaign)
    reached = [level for level in LEVELS if subsets and 100 * enough >= level * subsets]
    if reached:
        announce(
            campaign,
            Webhook.Event.COVERAGE,
            key=f"coverage:{reached[-1]}",
            percent=reached[-1],
            subsets=subsets,
            enough=enough,
            min_ratings=campaign.min_ratings,
        )
