"""When every subset will have its sittings, if people go on as they have lately."""

from datetime import timedelta
from typing import NamedTuple

# Long enough to hold a weekend and the days around it.
WINDOW = timedelta(days=7)
# With less behind it, three sittings in the first hour would promise seventy a day.
SHORTEST = timedelta(days=1)


class TimeLeft(NamedTuple):
    """`days` is None where it cannot be said; `reason` is then why."""

    days: float | None
    a_day: float | None
    reason: str | None


NOT_OPEN = "not_open"
NOBODY = "nobody"


def time_left(*, missing: int, recent: int, running: timedelta, is_open: bool) -> TimeLeft:
    """`missing` sittings at the pace of the `recent` ones: those of the last WINDOW, or of the
    time since the first sitting (`running`) where that is shorter."""
    if not missing:
        return TimeLeft(0, None, None)
    if not is_open:
        return TimeLeft(None, None, NOT_OPEN)
    if not recent:
        return TimeLeft(None, 0, NOBODY)
    a_day = recent / (max(min(running, WINDOW), SHORTEST) / timedelta(days=1))
    return TimeLeft(missing / a_day, a_day, None)
