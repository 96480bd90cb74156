"""Ask for an end of the sittings at subsets that are taken back.

They are rows of a later app. It says so here when it starts, and writes its own tables when it
is asked.
"""

from collections.abc import Collection
from typing import Protocol

from django.db.models import QuerySet

from campaigns.models import Campaign
from pooling.models import Subset


class SittingsKeeper(Protocol):
    """An app in which annotators sit at subsets."""

    def wait_for_sittings(self, subsets: QuerySet[Subset]) -> None:
        """Until nobody is storing anything in one; nobody can before the transaction ends."""

    def delete_sittings(self, subsets: QuerySet[Subset]) -> None:
        """With the seats they hold, and what was counted of the subsets."""

    def leave_out(self, placed: Collection[tuple[int, int]]) -> None:
        """Candidates put into a subset, by its id, are no part of sittings that were there."""

    def count_again(self, campaign: Campaign, subsets: Collection[int]) -> None:
        """Candidates have left these subsets, where nobody sits now: of what ended unfinished
        there another part may count."""


_keepers: list[SittingsKeeper] = []


def ask_of(keeper: SittingsKeeper) -> None:
    """Once, when the app is ready."""
    _keepers.append(keeper)


def wait_for_sittings(subsets: QuerySet[Subset]) -> None:
    for keeper in _keepers:
        keeper.wait_for_sittings(subsets)


def delete_sittings(subsets: QuerySet[Subset]) -> None:
    for keeper in _keepers:
        keeper.delete_sittings(subsets)


def leave_out(placed: Collection[tuple[int, int]]) -> None:
    for keeper in _keepers:
        keeper.leave_out(placed)


def count_again(campaign: Campaign, subsets: Collection[int]) -> None:
    for keeper in _keepers:
        keeper.count_again(campaign, subsets)
