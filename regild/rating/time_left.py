"""When every subset will have its sittings, if people go on as they have lately."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
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


DONE = "done"
FAR = "far"
# What is further away is no date to plan by, and soon none that a calendar has.
FURTHEST = timedelta(days=3650)


class ExpectedEnd(NamedTuple):
    """`day` is None where there is none to expect; `reason` is then why."""

    day: date | None
    reason: str | None


def expected_end(remaining: TimeLeft, *, now: datetime) -> ExpectedEnd:
    if remaining.days is None:
        return ExpectedEnd(None, remaining.reason)
    if not remaining.days:
        return ExpectedEnd(None, DONE)
    if remaining.days > FURTHEST / timedelta(days=1):
        return ExpectedEnd(None, FAR)
    return ExpectedEnd((now + timedelta(days=remaining.days)).date(), None)


def every_day(found: Mapping[date, int], *, until: date, most: int) -> list[tuple[date, int]]:
    """From the first day on, days on which nothing was done among them; of a longer time the
    last `most` days. `until` is the last day, unless something is later."""
    if not found:
        return []
    last = max(until, *found)
    first = max(min(found), last - timedelta(days=most - 1))
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return [(day, found.get(day, 0)) for day in days]
