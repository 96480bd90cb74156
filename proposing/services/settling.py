"""What ratings have settled of a first gold is not changed any more."""

from campaigns.models import Campaign
from campaigns.services.settling import refuse_once_settled


def refuse_once_gold_is_rated(campaign: Campaign) -> None:
    """Under the lock. While annotators propose, nothing rests on the gold yet.

    Raises RatingsExist or RatingUnderWay.
    """
    if campaign.stage == Campaign.Stage.RATE:
        refuse_once_settled(campaign)
