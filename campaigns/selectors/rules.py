"""The rules that may leave a sitting out."""

from django.utils.translation import gettext_lazy

# The rules that may leave a sitting out by themselves, by their names in regild.rating.quality.
EXCLUDING_RULES = [
    ("straight_lining", gettext_lazy("nearly always the same answer")),
    ("too_fast", gettext_lazy("too fast")),
    ("anchors_failed", gettext_lazy("first-gold candidates given the lowest value")),
    ("inconsistent", gettext_lazy("candidates shown twice rated differently")),
    ("foils_failed", gettext_lazy("words known to be wrong given more than the lowest value")),
    ("low_correlation", gettext_lazy("low correlation with the others")),
]
