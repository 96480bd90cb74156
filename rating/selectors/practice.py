"""The practice as the sitting shows its blocks: one sentence and one word each."""

from collections.abc import Sequence
from typing import Any

from campaigns.models import Campaign
from campaigns.selectors.scale import is_within
from campaigns.selectors.task import task_of


def practice_blocks(
    campaign: Campaign, scale: Sequence[dict[str, Any]], *, number: int, chosen: str
) -> list[dict[str, Any]]:
    """With what was chosen for the one of that number, from 1: an option's code, or 'null'
    where somebody cannot judge."""
    worded = task_of(campaign).worded
    return [
        _block(
            item | {"word": worded(item, item["substitute"])},
            scale,
            place=place,
            chosen=chosen if place == number else "",
        )
        for place, item in enumerate(campaign.practice, start=1)
    ]


def _block(
    item: dict[str, Any], scale: Sequence[dict[str, Any]], *, place: int, chosen: str
) -> dict[str, Any]:
    codes = [option["value"] for option in scale]
    fitting = [code for code in codes if is_within(scale, code, item["low"], item["high"])]
    value = next((code for code in codes if str(code) == chosen), None)
    unsure = chosen == "null"
    answered = unsure or value is not None
    candidate = {"id": place, "text": item["word"], "value": value, "answered": answered}
    return {
        **item,
        "id": place,
        "candidates": [candidate],
        "fitting": fitting,
        "value": value,
        "fits": value in fitting,
        "unsure": unsure,
        "answered": answered,
    }
