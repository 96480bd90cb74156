"""What counts as the same substitute in a campaign."""

from typing import Literal, cast

from campaigns.models import (
    Campaign,
)
from regild.words import Wording


def wording_of(campaign: Campaign) -> Wording:
    """The campaign's own normalisation of a substitute."""
    return Wording(
        case=cast(Literal["keep", "lower"], campaign.case_policy),
        rules=[(group, proposed, canonical) for group, proposed, canonical in campaign.mapping],
    )
