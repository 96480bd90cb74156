from datetime import UTC, date, datetime, timedelta

import pytest

from regild.rating.time_left import (
    DONE,
    FAR,
    NOBODY,
    NOT_OPEN,
    ExpectedEnd,
    TimeLeft,
    every_day,
    expected_end,
    time_left,
)

DAY = timedelta(days=1)


def left(*, missing=70, recent=14, running=30 * DAY, is_open=True):
    return time_left(missing=missing, recent=recent, running=running, is_open=is_open)


def test_the_pace_is_that_of_the_last_seven_days():
    # 14 in 7 days are 2 a day; 70 take 35 days.
    assert left() == TimeLeft(days=35, a_day=2, reason=None)


def test_a_campaign_younger_than_a_week_has_the_pace_of_its_life():
    # 14 in 3.5 days are 4 a day.
    assert left(running=3.5 * DAY) == TimeLeft(days=17.5, a_day=4, reason=None)


def test_the_first_hours_are_not_stretched_over_a_day():
    assert left(running=timedelta(hours=1)).a_day == 14


@pytest.mark.parametrize("is_open", [True, False])
def test_nothing_missing_takes_no_time(is_open):
    assert left(missing=0, recent=0, is_open=is_open) == TimeLeft(0, None, None)


def test_without_a_recent_sitting_nobody_can_say():
    assert left(recent=0) == TimeLeft(days=None, a_day=0, reason=NOBODY)


def test_a_campaign_that_is_not_open_has_no_pace():
    assert left(is_open=False) == TimeLeft(days=None, a_day=None, reason=NOT_OPEN)


NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)


def test_the_end_is_expected_on_the_day_that_the_pace_reaches():
    # 35 sittings in the last seven days are five a day; 12 are missing: 12 / 5 = 2.4 days,
    # and 2 March 18:00 + 2 days 9 hours 36 minutes is 5 March 03:36.
    pace = left(missing=12, recent=35, running=timedelta(days=30))
    assert pace == TimeLeft(2.4, 5, None)
    assert expected_end(pace, now=NOW) == ExpectedEnd(date(2026, 3, 5), None)


@pytest.mark.parametrize(
    ("pace", "reason"),
    [
        (TimeLeft(0, None, None), DONE),
        (TimeLeft(None, None, NOT_OPEN), NOT_OPEN),
        (TimeLeft(None, 0, NOBODY), NOBODY),
        (TimeLeft(3650.1, 0.1, None), FAR),
        (TimeLeft(1e12, 1e-9, None), FAR),
    ],
)
def test_where_no_end_can_be_expected_it_is_said_why(pace, reason):
    assert expected_end(pace, now=NOW) == ExpectedEnd(None, reason)


def test_days_on_which_nothing_was_done_are_days_too():
    found = {date(2026, 2, 26): 4, date(2026, 3, 1): 2}
    days = [4, 0, 0, 2, 0]  # 26, 27, 28 February, 1 and 2 March
    assert [n for _day, n in every_day(found, until=NOW.date(), most=60)] == days
    shorter = every_day(found, until=NOW.date(), most=2)
    assert shorter == [(date(2026, 3, 1), 2), (date(2026, 3, 2), 0)]
    # A clock that was ahead loses no rating.
    assert every_day({date(2026, 3, 4): 1}, until=NOW.date(), most=2) == [(date(2026, 3, 4), 1)]
    assert every_day({}, until=NOW.date(), most=60) == []
