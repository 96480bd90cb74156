"""Whether annotators have begun: what they judged must stay as it was.

Only a later app knows; it says so here when it starts, and answers whenever it is asked.
"""

from typing import Protocol

from campaigns.models import Campaign


class AnnotatingStage(Protocol):
    """An app in which annotators work."""

    def has_ratings(self, campaign: Campaign) -> bool:
        """Whether anybody answered anything, counted or not."""

    def open_sittings(self, campaign: Campaign) -> int:
        """How many have something before them that they may answer at any moment."""

    def joined(self, campaign: Campaign) -> int:
        """How many annotators there are."""

    def seated(self, campaign: Campaign) -> set[int]:
        """The annotators, by id, who have a sitting that is open or counts."""


_stages: list[AnnotatingStage] = []


def answer_with(stage: AnnotatingStage) -> None:
    """Once, when the app is ready."""
    _stages.append(stage)


def has_ratings(campaign: Campaign) -> bool:
    return any(stage.has_ratings(campaign) for stage in _stages)


def open_sittings(campaign: Campaign) -> int:
    return sum(stage.open_sittings(campaign) for stage in _stages)


def joined(campaign: Campaign) -> int:
    return max((stage.joined(campaign) for stage in _stages), default=0)


def seated(campaign: Campaign) -> set[int]:
    """The annotators, by id, who have a turn under way or one that counts."""
    return {id for stage in _stages for id in stage.seated(campaign)}
