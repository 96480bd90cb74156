"""Whether enough of a sitting was judged for it to count: 'I cannot judge this' to everything
is no sitting."""

from math import ceil

from django.db.models import Count

from campaigns.models import Campaign
from rating.models import Assignment
from rating.selectors.sittings import current_answers

# 7 % of 100 is a little more than 7 to a computer.
_ROUNDING = 1e-9


def is_judged(sitting: Assignment, campaign: Campaign) -> bool:
    """Of its answers that may count, the campaign's share has a value; one in any case."""
    answers = current_answers(sitting).filter(counts=True)
    told = answers.aggregate(all=Count("id"), judged=Count("value"))
    needed: int = max(1, ceil(campaign.judged_share * told["all"] - _ROUNDING))
    return bool(told["judged"] >= needed)


def is_unjudged(sitting: Assignment, campaign: Campaign) -> bool:
    """All of it was answered, and too little judged."""
    return (
        sitting.state == Assignment.State.EXPIRED
        and not sitting.remaining
        and current_answers(sitting).exists()
        and not is_judged(sitting, campaign)
    )
