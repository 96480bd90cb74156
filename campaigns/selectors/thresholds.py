"""What thresholds of the checks would flag.

Only a later app knows; it says so here when it starts, and answers whenever it is asked.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, Protocol

from campaigns.models import Campaign

# The columns of a campaign that are thresholds begin so.
PREFIX = "flag_"


class WouldFlag(NamedTuple):
    """Of so many `sittings` as have been checked, `flagged` by any threshold, and by each: None
    where that cannot be counted. With `min_ratings` and `min_checks` it is how many have too
    little to be flagged by. `unchecked` are complete sittings that nothing is known of yet."""

    sittings: int
    unchecked: int
    checked_at: datetime | None
    flagged: int | None
    by_threshold: dict[str, int | None]


class CheckingStage(Protocol):
    """An app that checks how annotators work."""

    def would_flag(
        self, campaign: Campaign, thresholds: Mapping[str, float] | None = None
    ) -> WouldFlag:
        """By the campaign's own thresholds but for those given, by name without `flag_`."""


_stages: list[CheckingStage] = []


def answer_with(stage: CheckingStage) -> None:
    """Once, when the app is ready."""
    _stages.append(stage)


def would_flag(
    campaign: Campaign, thresholds: Mapping[str, float] | None = None
) -> WouldFlag | None:
    """None where nothing checks."""
    return _stages[0].would_flag(campaign, thresholds) if _stages else None
