"""Numbers that can be read at a glance, however large a campaign is, and what stands where one
is missing."""

from math import floor
from string import ascii_lowercase
from typing import Any

from django import template
from django.utils.formats import get_format
from django.utils.translation import gettext

from regild.tables.printing import Cell, Estimate, shown

register = template.Library()


@register.filter
def grouped(count: Any) -> str:
    """Digits in threes, alike in every language; what is no number stays as it is."""
    if not isinstance(count, int | float):
        return str(count)
    return f"{count:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}")


@register.filter
def percent_done(share: float | None) -> int | None:
    """Rounded down: only all of it may say 100. Of none there is none."""
    # What binary fractions miss: 0.57 is 57 %, though 100 × 0.57 is a little less.
    return None if share is None else floor(round(100 * share, 9))


def decimal(value: float, decimals: int) -> str:
    """As the page's language writes it, never −0."""
    digits = f"{value:.{decimals}f}"
    if not float(digits):
        digits = digits.lstrip("-")
    return digits.replace("-", "−").replace(".", str(get_format("DECIMAL_SEPARATOR")))


def between(low: str, high: str) -> str:
    """An interval; where a comma stands before decimals, it cannot stand between numbers."""
    return gettext("[%(low)s, %(high)s]") % {"low": low, "high": high}


@register.filter
def written(cell: Cell, decimals: int = 3) -> str:
    """A cell of a table as the page's language writes it; a dash where there is no number."""
    match cell:
        case float():
            return decimal(cell, decimals)
        case Estimate(value, None):
            return written(value, decimals)
        case Estimate(float(value), float(low), float(high)):
            ends = between(decimal(low, decimals), decimal(high, decimals))
            return f"{decimal(value, decimals)} {ends}"
        case int() if not isinstance(cell, bool):
            return grouped(cell)
        case _:
            return shown(cell, decimals)


class Reasons:
    """Why numbers of a table are missing: a letter beside each dash, the reasons below."""

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}

    def letter(self, reason: str) -> str:
        """The same for the same reason; empty where nobody said why."""
        if not reason:
            return ""
        places = len(ascii_lowercase)
        n = len(self._letters)
        new = ascii_lowercase[n % places] * (n // places + 1)
        return self._letters.setdefault(gettext(reason), new)

    def listed(self) -> list[tuple[str, str]]:
        return [(letter, reason) for reason, letter in self._letters.items()]
