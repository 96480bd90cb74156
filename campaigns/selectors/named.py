"""What a later app calls those whom the log names by a number.

It says so here when it starts, and answers whenever it is asked.
"""

from collections.abc import Callable, Collection, Mapping

from campaigns.models import Campaign

# Annotators by their ids.
Names = Callable[[Campaign, Collection[int]], Mapping[int, str]]

_named: list[Names] = []


def answer_with(names: Names) -> None:
    """Once, when the app is ready."""
    _named.append(names)


def names_of(campaign: Campaign, annotators: Collection[int]) -> dict[int, str]:
    """Those who are gone have none."""
    if not annotators:
        return {}
    return {id: name for names in _named for id, name in names(campaign, annotators).items()}
