from datetime import timedelta

import pytest

from regild.rating.time_left import NOBODY, NOT_OPEN, TimeLeft, time_left

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
