"""What annotators are called where they are told apart."""

from collections.abc import Collection

from annotators.models import Annotator
from campaigns.models import Campaign

# No more digits than a database's integer holds.
MOST_DIGITS = 18


def annotator_names(
    campaign: Campaign, *, only: Collection[int] | None = None
) -> dict[int, str]:
    """By their ids; only imported annotators have names of their own, the others their number.
    Nobody's name is another's number. `only`: of these alone."""
    people = campaign.annotators.values_list("id", "name", "source")
    found = list(people if only is None else people.filter(id__in=only))
    numbers = _numbers_among(
        campaign, {name for _id, name, source in found if source == Annotator.Source.IMPORTED}
    )
    names = {}
    for id, name, source in found:
        if source != Annotator.Source.IMPORTED:
            names[id] = str(id)
        else:
            names[id] = f"{name} ({source})" if name in numbers else name
    return names


def names_among(campaign: Campaign, ids: Collection[int]) -> dict[int, str]:
    """What the app before this one asks (campaigns/selectors/named.py)."""
    return annotator_names(campaign, only=ids)


def _numbers_among(campaign: Campaign, names: Collection[str]) -> set[str]:
    """Those of the names that are the number of somebody who goes by it."""
    digits = [int(name) for name in names if name.isdecimal() and len(name) <= MOST_DIGITS]
    if not digits:
        return set()
    by_number = campaign.annotators.exclude(source=Annotator.Source.IMPORTED)
    return {str(id) for id in by_number.filter(id__in=digits).values_list("id", flat=True)}
