"""Whether ratings were frozen: what was published stays checkable by what it was made of.

Only a later app knows; it says so here when it starts, and answers whenever it is asked.
"""

from collections.abc import Callable

from campaigns.models import Campaign

_askable: list[Callable[[Campaign], bool]] = []


def answer_with(asked: Callable[[Campaign], bool]) -> None:
    """Once, when the app is ready."""
    _askable.append(asked)


def is_frozen(campaign: Campaign) -> bool:
    """Whether there is a release, or one is being made."""
    return any(asked(campaign) for asked in _askable)
