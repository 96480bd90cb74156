"""The rules that may leave a sitting out."""

from typing import Any

from django.utils.translation import gettext_lazy

from regild.tasks import Task, settings_without_use

# The rules that may leave a sitting out by themselves, by their names in regild.rating.quality.
EXCLUDING_RULES = [
    ("straight_lining", gettext_lazy("nearly always the same answer")),
    ("too_fast", gettext_lazy("too fast")),
    ("anchors_failed", gettext_lazy("first-gold candidates given the lowest value")),
    ("inconsistent", gettext_lazy("candidates shown twice rated differently")),
    ("foils_failed", gettext_lazy("words known to be wrong given more than the lowest value")),
    ("low_correlation", gettext_lazy("low correlation with the others")),
]
# Those that look for something by a threshold which not every task has a use for.
_THRESHOLDS = {
    "anchors_failed": "flag_anchor_share",
    "foils_failed": "flag_foil_share",
    "low_correlation": "flag_correlation",
}


def excluding_rules(task: Task) -> list[tuple[str, Any]]:
    """Those that can find something in a campaign of this task."""
    without = settings_without_use(task)
    return [one for one in EXCLUDING_RULES if _THRESHOLDS.get(one[0]) not in without]
