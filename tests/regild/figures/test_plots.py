"""Marks of charts, at places worked out by hand."""

from datetime import UTC, date, datetime

from regild.figures import plots
from regild.figures.plots import Rect, Slope
from regild.figures.scales import nice_scale
from regild.figures.sheet import Sheet, number

LEFT_TO_RIGHT = Sheet()
RIGHT_TO_LEFT = Sheet(mirrored=True)
COUNTS = nice_scale([0, 10], zero=True)  # to 10, in steps of 2
SHARES = nice_scale([0, 1], zero=True)


def test_places_are_written_with_a_point_and_never_as_minus_0():
    assert [number(share) for share in (1 / 3, 0, 1, -0.00001, 0.125)] == [
        *("33.33", "0", "100", "0", "12.5"),
    ]


def test_a_column_stands_in_the_middle_of_its_day_and_reacts_over_the_whole_height():
    first, *_others, last = plots.columns([5] * 9 + [10], COUNTS, LEFT_TO_RIGHT)
    # A day is a tenth of the chart, its column four fifths of that.
    assert first.bar == Rect("1%", "50%", "8%", "50%")
    assert first.hit == Rect("0%", "0", "10%", "100%")
    assert last.bar == Rect("91%", "0%", "8%", "100%")


def test_few_days_leave_room_for_a_week():
    [only] = plots.columns([10], COUNTS, LEFT_TO_RIGHT)
    assert only.hit.width == "14.29%"


def test_from_right_to_left_a_chart_begins_at_the_right():
    first, *_others = plots.columns([5] * 10, COUNTS, RIGHT_TO_LEFT)
    assert first.bar == Rect("91%", "50%", "8%", "50%")
    assert plots.span(0.25, 0.2, 0.5, SHARES, RIGHT_TO_LEFT) == (
        *("75%", "25%", "75%", "80%", "50%"),
    )
    assert [tick.at for tick in plots.ticks(SHARES, RIGHT_TO_LEFT)][:2] == ["100%", "80%"]


def test_a_bar_goes_from_0_to_its_value_on_either_side():
    scale = nice_scale([-1, 1])  # −1 to 1
    assert plots.span(0.5, None, None, scale, LEFT_TO_RIGHT)[:3] == ("50%", "25%", "75%")
    assert plots.span(-0.5, None, None, scale, LEFT_TO_RIGHT)[:3] == ("25%", "25%", "25%")


def test_what_is_undefined_has_no_mark():
    assert plots.span(None, 0.1, 0.2, SHARES, LEFT_TO_RIGHT) == ("", "", "", "", "")
    assert plots.span(0.5, None, 0.6, SHARES, LEFT_TO_RIGHT)[3:] == ("", "")


def test_a_box_has_its_quartiles_whiskers_and_what_lies_beyond():
    found = plots.box((0.1, 0.2, 0.3, 0.6, 0.9), [1.0], SHARES, LEFT_TO_RIGHT)
    assert found == ("10%", "20%", "40%", "30%", "90%", ("100%",))


def test_a_line_breaks_where_it_is_undefined_and_its_band_with_it():
    points = [(0, 0.5, 0.4, 0.6), (1, None, None, None), (2, 0.5, None, None), (4, 1, 0.9, 1)]
    found = plots.course(points, (0, 4), SHARES, LEFT_TO_RIGHT)
    assert found.lines == ("M0 50", "M50 50 L100 0")
    assert found.bands == ("M0 40 L0 60 Z", "M100 0 L100 10 Z")
    assert found.dots == (("0%", "50%"), None, ("50%", "50%"), ("100%", "0%"))


def test_what_holds_until_it_changes_goes_in_steps():
    points = [(0, 0.2, None, None), (1, 0.6, None, None)]
    found = plots.course(points, (0, 1), SHARES, LEFT_TO_RIGHT, stepped=True)
    assert found.lines == ("M0 80 L100 80 L100 40",)
    assert found.areas == ("M0 80 L100 80 L100 40 L100 100 L100 100 L0 100 Z",)


def test_a_single_moment_lies_in_the_middle():
    found = plots.course([(7, 0.5, None, None)], (7, 7), SHARES, LEFT_TO_RIGHT)
    assert found.dots == (("50%", "50%"),)
    [tick] = plots.time_ticks((7, 7), LEFT_TO_RIGHT)
    assert tick.at == "50%"


def test_nothing_draws_nothing():
    assert plots.columns([], COUNTS, LEFT_TO_RIGHT) == []
    assert plots.column_ticks(0, LEFT_TO_RIGHT) == []
    assert plots.course([], (0, 0), SHARES, LEFT_TO_RIGHT) == ((), (), (), ())
    assert plots.slopes([], LEFT_TO_RIGHT) == []
    assert plots.hits([], LEFT_TO_RIGHT) == []


def test_a_pointer_finds_the_nearest_moment():
    found = plots.hits([0.2, 0.4, 1.0], LEFT_TO_RIGHT)
    assert [(hit.x, hit.width) for hit in found] == [
        *(("0%", "30%"), ("30%", "40%"), ("70%", "30%")),
    ]


def test_a_time_of_day_is_part_of_its_day():
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert plots.moment(noon) - plots.moment(date(2026, 11, 20)) == 0.5


def test_a_slope_goes_from_the_middle_of_one_row_to_that_of_another():
    assert plots.slopes([(0, 1), (1, 0)], LEFT_TO_RIGHT) == [
        *(Slope("0%", "100%", "25%", "75%"), Slope("0%", "100%", "75%", "25%")),
    ]
