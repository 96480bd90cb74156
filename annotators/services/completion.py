"""What a recruiting site wants to see from a volunteer who comes back to it."""

from enum import StrEnum
from typing import NamedTuple

from campaigns.models import Campaign


class Outcome(StrEnum):
    COMPLETED = "completed"
    FAILED_CHECK = "failed check"
    WITHDRAWN = "withdrawn"


class Completion(NamedTuple):
    """Either may be empty: people are sent back by address, by code, by both or by neither."""

    url: str
    code: str


def completion(campaign: Campaign, outcome: Outcome) -> Completion:
    """`{code}` in an address stands for the code.

    Where an outcome has no address of its own, the one for completed sittings is used with this
    outcome's code in it; without a place for a code it says 'completed' by itself, so whoever
    did not gets no address.
    """
    match outcome:
        case Outcome.COMPLETED:
            url, code = campaign.completion_url, campaign.completion_code
        case Outcome.FAILED_CHECK:
            url, code = campaign.failed_check_url, campaign.failed_check_code
        case Outcome.WITHDRAWN:
            url, code = campaign.withdrawn_url, campaign.withdrawn_code
    if not url and code and "{code}" in campaign.completion_url:
        url = campaign.completion_url
    return Completion(url.replace("{code}", code), code)


def of_sitting(campaign: Campaign, *, failed: bool) -> Completion:
    """Without a code or an address of its own a failed check of attention changes nothing."""
    told = campaign.failed_check_code or campaign.failed_check_url
    outcome = Outcome.FAILED_CHECK if failed and told else Outcome.COMPLETED
    return completion(campaign, outcome)
