"""A campaign's scale: as it is shown, and which place each code has on it."""

from collections.abc import Sequence
from typing import Any

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from regild.tasks import Task


def scale_of(campaign: Campaign) -> list[dict[str, Any]]:
    return [
        {"value": value, "label": label}
        for value, label in campaign.scale.order_by("position").values_list("value", "label")
    ]


def places_of(campaign: Campaign) -> dict[int, int]:
    """Code → place from 0, the lowest first. Ratings hold codes, files and annotators name
    them; whatever is computed goes by place."""
    codes = campaign.scale.order_by("position").values_list("value", flat=True)
    return {code: place for place, code in enumerate(codes)}


def are_places(codes: Sequence[int | None]) -> bool:
    """Whether the codes are those of a scale that names none."""
    return list(codes) == list(range(len(codes)))


def is_within(scale: Sequence[dict[str, Any]], value: int, low: int, high: int) -> bool:
    """Whether a value stands on the scale from `low` up to `high`."""
    places = {option["value"]: place for place, option in enumerate(scale)}
    # The scale may no longer have what a lead wrote of it.
    return places.get(low, low) <= places[value] <= places.get(high, high)


def labelled_examples(campaign: Campaign, scale: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each with its candidate's words and its value's."""
    task = task_of(campaign)
    told = {option["value"]: told_option(option, task) for option in scale}
    return [
        {
            **example,
            "word": task.worded(example, example["substitute"]),
            "told": told.get(example["value"], ""),
        }
        for example in campaign.examples
    ]


def told_option(option: dict[str, Any], task: Task) -> str:
    """Its code beside it only where codes have an order."""
    label = str(option["label"])
    return label if task.level == "nominal" else f"{option['value']} {label}"


def with_keys(scale: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each option with the key that chooses it: its code where all are single digits, else its
    place, for nobody can press two keys at once."""
    single = all(option["value"] < 10 for option in scale)
    return [
        {**option, "key": option["value"] if single else place}
        for place, option in enumerate(scale)
    ]
