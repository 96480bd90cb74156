"""What is drawn of a model among people, and what is left out."""

import pytest

from regild.figures.drawing import Look
from regild.figures.judging import in_their_place
from regild.judging.among_people import model_among_people
from tests.regild.judging.test_alternative import drawn

NAME = r"$\frac{$"


def looked(form="svg"):
    return Look(form, "light", NAME, "")


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_no_name_breaks_the_figure(form):
    people, model = drawn(1)
    people[NAME] = people.pop("p0")
    [found] = model_among_people(people, model).models
    assert in_their_place(found, "loo_spearman", looked(form), titles=(NAME,) * 3)


def test_every_annotator_with_both_numbers_has_a_row_and_the_means_one():
    """In an SVG matplotlib writes each text that it draws, and a marker as one use of it."""
    people, model = drawn(1)
    people["constant"] = dict.fromkeys(people["p0"], 2)
    [found] = model_among_people(people, model).models

    def rows(measure):
        drawn = in_their_place(found, measure, looked(), titles=("people", "model", "mean"))
        return [name for name in (*people, "mean") if f"<!-- {name} -->".encode() in drawn]

    assert rows("same_share") == [*people, "mean"]
    assert rows("loo_spearman") == [name for name in (*people, "mean") if name != "constant"]


def test_nobody_is_an_empty_figure():
    [found] = model_among_people({"a": {"1": 1}}, {"m": {"1": 1}}).models
    assert in_their_place(found, "same_share", looked(), titles=("people", "model", "mean"))
