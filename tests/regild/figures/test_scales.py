"""Axes of charts, against what one would mark by hand."""

from datetime import date, timedelta

import pytest

from regild.figures.scales import every_day, marked, nice_scale


@pytest.mark.parametrize(
    ("values", "asked", "ticks", "decimals"),
    [
        # (0.65 − 0.40) / 5 = .046, so steps of .05 from .40, the last below .42.
        ([0.42, 0.63], {}, (0.4, 0.45, 0.5, 0.55, 0.6, 0.65), 2),
        ([0.2, 0.97], {"zero": True}, (0, 0.2, 0.4, 0.6, 0.8, 1.0), 1),
        ([-0.3, 0.25], {}, (-0.4, -0.2, 0, 0.2, 0.4), 1),
        ([-5, -2], {"zero": True}, (-5, -4, -3, -2, -1, 0), 0),
        # Of counts there are no halves: 2.5 is no step, 250 is.
        ([7], {"zero": True, "whole": True}, (0, 2, 4, 6, 8), 0),
        ([12], {"zero": True, "whole": True}, (0, 5, 10, 15), 0),
        ([20, 1234], {"zero": True, "whole": True}, (0, 250, 500, 750, 1000, 1250), 0),
        ([235720], {"zero": True, "whole": True, "most": 4}, (0, 100000, 200000, 300000), 0),
        # One value alone has room around it, but none where no value can be.
        ([0.4], {}, (0.2, 0.3, 0.4, 0.5, 0.6), 1),
        ([1.0], {"highest": 1.0}, (0.5, 0.6, 0.7, 0.8, 0.9, 1.0), 1),
        # Nothing at all, nothing but 0, nothing that is defined.
        ([], {}, (0, 0.2, 0.4, 0.6, 0.8, 1.0), 1),
        ([0], {"zero": True, "whole": True}, (0, 1), 0),
        ([None, None], {}, (0, 0.2, 0.4, 0.6, 0.8, 1.0), 1),
        # .3 / .1 is not 3 to a computer.
        ([0.1, 0.3], {"most": 2}, (0.1, 0.2, 0.3), 1),
    ],
)
def test_an_axis_is_marked_in_steps_that_people_count_in(values, asked, ticks, decimals):
    scale = nice_scale(values, **asked)
    assert scale.ticks == pytest.approx(ticks)
    assert scale.decimals == decimals


def test_a_place_on_an_axis_is_a_part_of_its_length_and_never_beyond_it():
    scale = nice_scale([0, 100], zero=True)
    assert [scale.share(value) for value in (0, 25, 100, 130, -4)] == [0, 0.25, 1, 1, 0]


def test_values_that_differ_by_rounding_alone_are_one_value():
    # Two means of the same ratings, summed in another order.
    scale = nice_scale([0.8636363636363636, 0.8636363636363638])
    assert scale == nice_scale([0.8636363636363636])
    assert 0 < scale.share(0.8636363636363638) < 1


def test_days_without_anything_are_there_with_nothing():
    found = every_day([(date(2026, 3, 30), 2), (date(2026, 4, 2), 5), (date(2026, 4, 2), 1)])
    assert found.starts[0] == date(2026, 3, 30)
    assert found.counts == (2, 0, 0, 6)
    assert not found.weekly
    assert every_day([]) == ((), (), False)


def test_half_a_year_and_more_is_counted_by_weeks_from_mondays():
    first = date(2026, 1, 1)  # a Thursday
    found = every_day((first + timedelta(days=n), 1) for n in range(200))
    assert found.weekly
    assert found.starts[:2] == (date(2025, 12, 29), date(2026, 1, 5))
    assert found.counts[:2] == (4, 7)
    assert sum(found.counts) == 200


@pytest.mark.parametrize(
    ("n", "places"), [(0, []), (1, [0]), (5, [0, 1, 2, 3, 4]), (31, [0, 8, 16, 24])]
)
def test_of_many_places_a_few_are_named(n, places):
    assert marked(range(n)) == places
