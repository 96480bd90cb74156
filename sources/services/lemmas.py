"""Give the table of lemmas that comes with a campaign's sentences to who keeps it.

It is of a later app. It says so here when it starts, and writes its own table when it is asked.
"""

from collections.abc import Sequence
from typing import Protocol

from campaigns.models import Campaign
from regild.formats.lemma_table import LemmaRecord


class LemmaKeeper(Protocol):
    """An app that words what annotators propose."""

    def keep_lemmas(self, campaign: Campaign, lemmas: Sequence[LemmaRecord]) -> object:
        """In the place of those that the campaign had."""


_keepers: list[LemmaKeeper] = []


def ask_of(keeper: LemmaKeeper) -> None:
    """Once, when the app is ready."""
    _keepers.append(keeper)


def keep_lemmas(campaign: Campaign, lemmas: Sequence[LemmaRecord]) -> None:
    for keeper in _keepers:
        keeper.keep_lemmas(campaign, lemmas)
