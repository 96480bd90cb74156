"""Which groups of items a campaign has: the targets of substitution.

Only a later app knows, as with what ratings settle (`settled`).
"""

from collections.abc import Callable, Collection

from campaigns.models import Campaign

_answers: list[Callable[[Campaign, Collection[str]], set[str]]] = []


def answer_with(groups_among: Callable[[Campaign, Collection[str]], set[str]]) -> None:
    """Once, when the app is ready. It tells those of the names that some item's group has."""
    _answers.append(groups_among)


def groups_among(campaign: Campaign, names: Collection[str]) -> set[str]:
    return {name for answer in _answers for name in answer(campaign, names)}
