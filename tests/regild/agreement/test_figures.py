"""What stands on the figures is other people's, and is drawn as it is."""

from datetime import date

import pytest

from regild.agreement.gold_comparison import FiveNumbers
from regild.figures.drawing import Dot, Look, bars, boxes, columns, dots, scatter, steps

NAME = r"$\frac{$"
DAYS = [date(2026, 7, 1), date(2026, 7, 3)]


def look(form):
    return Look(form, "light", NAME, NAME)


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
@pytest.mark.parametrize(
    "draw",
    [
        lambda look: bars([NAME], {NAME: [0.5]}, look),
        lambda look: boxes([FiveNumbers(1, 1, 0, 0, 1, 2, 3)._asdict()], look),
        lambda look: dots([Dot(NAME, 0.5, 0.4, 0.6)], look),
        lambda look: scatter([(0, 1)], look),
        lambda look: steps(DAYS, [1, 2], look),
        lambda look: columns(DAYS, [1, 2], look),
    ],
)
def test_no_name_breaks_a_figure(draw, form):
    assert draw(look(form))


def test_a_name_between_dollars_is_drawn_as_it_was_given():
    """matplotlib writes each text it draws into the SVG, but for formulas."""
    drawn = dots([Dot("$x$", 0.5, None, None)], look("svg"))
    assert b"<!-- $x$ -->" in drawn
