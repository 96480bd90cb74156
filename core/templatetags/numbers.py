"""Counts that can be read at a glance, however large a campaign is."""

from typing import Any

from django import template

register = template.Library()


@register.filter
def grouped(count: Any) -> str:
    """Digits in threes, alike in every language; what is no number stays as it is."""
    if not isinstance(count, int | float):
        return str(count)
    return f"{count:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}")
