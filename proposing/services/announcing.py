"""Tell webhooks that a round of proposals is complete."""

from campaigns.models import Webhook
from campaigns.services.webhooks import announce, listened_to
from proposing.selectors.rounds import rounds_of


def announce_rounds() -> None:
    """Each once, to each webhook that listens."""
    for campaign in listened_to(Webhook.Event.ROUND):
        for one in rounds_of(campaign):
            if one.is_complete:
                announce(
                    campaign,
                    Webhook.Event.ROUND,
                    key=f"round:{one.number}",
                    round=one.number,
                    sentences=one.sentences,
                    annotators=one.annotators,
                    responses=one.responses,
                )
