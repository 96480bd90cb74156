"""How far, how fast and how good, in the words of the overview."""

from datetime import date
from typing import Any

from django import template
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from annotation_site.selectors.overview import NOTHING_TO_DO, Pace
from regild.rating.time_left import DONE, FAR, NOBODY, NOT_OPEN

register = template.Library()


@register.filter
def end_words(pace: Pace) -> str:
    """When the last rating is expected, or why that cannot be said."""
    if pace.end.day is not None:
        return _("Expected end: %(day)s") % {"day": day_words(pace.end.day)}
    reasons: dict[str | None, str] = {
        NOT_OPEN: _("No end is expected: the campaign is not open."),
        NOBODY: _("No end is expected: nobody finished a sitting in the last seven days."),
        FAR: _("No end is expected: at the present pace it is more than ten years away."),
        DONE: _("All that is wanted is there."),
        NOTHING_TO_DO: _("No end is expected: nothing has been dispatched yet."),
    }
    return reasons[pace.end.reason]


@register.filter
def day_words(day: date) -> str:
    return date_format(day, "j M Y")


@register.filter
def a_day(pace: float) -> str:
    """Ratings a day: a fraction where there are few."""
    return number_format(pace, 1 if pace < 10 else 0)


@register.filter
def signed(change: float) -> Any:
    """A difference of agreement, with its sign: two decimals say enough."""
    return f"{change:+.2f}".replace("-", "\N{MINUS SIGN}")


@register.filter
def called(name: str, id: int) -> str:
    """An annotator whose only name is their number."""
    return _("annotator %(name)s") % {"name": name} if name == str(id) else name
