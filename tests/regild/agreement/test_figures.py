"""What stands on the figures is other people's, and is drawn as it is."""

from datetime import date

import pytest

from regild.agreement.boxes import scores_by_votes
from regild.arrays import np
from regild.figures import agreement_charts
from regild.figures.charts import ChartRow
from regild.figures.drawing import Look, bars, boxes, columns, dots, scatter, steps

NAME = r"$\frac{$"
DAYS = [date(2026, 7, 1), date(2026, 7, 3)]

FOUND = [
    box._asdict()
    for box in scores_by_votes(votes=np.zeros(9), scores=np.array([0.0] * 7 + [2, 3])).boxes
]


def drawn_boxes(found, look):
    return boxes(agreement_charts.scores_by_votes({"comparison": {"boxes": found}}), look)


def look(form):
    return Look(form, "light", NAME, NAME)


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
@pytest.mark.parametrize(
    "draw",
    [
        lambda look: bars([NAME], {NAME: [0.5]}, look),
        lambda look: drawn_boxes(FOUND, look),
        lambda look: dots([ChartRow(NAME, 0.5, 0.4, 0.6)], look),
        lambda look: scatter([(0, 1)], look),
        lambda look: steps(DAYS, [1, 2], look),
        lambda look: columns(DAYS, [1, 2], look),
    ],
)
def test_no_name_breaks_a_figure(draw, form):
    assert draw(look(form))


def test_a_name_between_dollars_is_drawn_as_it_was_given():
    """matplotlib writes each text it draws into the SVG, but for formulas."""
    drawn = dots([ChartRow("$x$", 0.5)], look("svg"))
    assert b"<!-- $x$ -->" in drawn


def test_every_outlier_is_drawn_and_an_earlier_report_has_none():
    """In an SVG matplotlib writes a ring as one use of its marker."""
    drawn = drawn_boxes(FOUND, look("svg"))
    later = {"outliers", "n_outliers", "lower_whisker", "upper_whisker"}
    earlier = [{key: box[key] for key in box.keys() - later} for box in FOUND]
    without = drawn_boxes(earlier, look("svg"))
    assert drawn.count(b"<use ") - without.count(b"<use ") == 2
