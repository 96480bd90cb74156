"""What thresholds would flag, beside their fields."""

from django import template

from campaigns.selectors.thresholds import WouldFlag

register = template.Library()


@register.filter
def of_threshold(flags: WouldFlag, name: str) -> int | None:
    """How many sittings this threshold flags."""
    return flags.by_threshold[name]
